import type { client } from '../api.ts';

/** A payout as the server answers it. */
export type PayoutRow = Awaited<ReturnType<typeof client.payouts.admin.name>>;
