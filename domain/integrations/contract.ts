import { feeds } from './feeds/contract.ts';

/** What other programs read and are told. */
export const integrations = { feeds };
