import { webhooks } from './webhooks/contract.ts';

/** How programs of others read and write, and how they are told. */
export const integrations = { webhooks };
