import { feeds } from './feeds/contract.ts';
import { webhooks } from './webhooks/contract.ts';

/** What other programs read and are told. */
export const integrations = { feeds, webhooks };
