import { webhooks } from './webhooks/contract.ts';

/** What other programs are given: addresses of theirs are told what happens. */
export const integrations = { webhooks };
