import { feeds } from './feeds/contract.ts';
import { keys } from './keys/contract.ts';
import { webhooks } from './webhooks/contract.ts';

/** What other programs read and are told, and the keys with which they ask. */
export const integrations = { feeds, keys, webhooks };
