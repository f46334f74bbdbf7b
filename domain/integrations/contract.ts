import { keys } from './keys/contract.ts';

/** What other programs are given: keys to ask with. */
export const integrations = { keys };
