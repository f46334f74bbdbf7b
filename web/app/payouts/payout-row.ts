import { payoutCopy as copy, type PayoutKind } from '#domain/payouts/copy.ts';
import type { client } from '../api.ts';

/** A payout as the server answers it. */
export type PayoutRow = Awaited<ReturnType<typeof client.payouts.admin.name>>;

/** What it is of. */
export const kindOf = ({ order, cameOn }: Pick<PayoutRow, 'order' | 'cameOn'>): PayoutKind =>
  order !== null ? 'refund' : cameOn !== null ? 'part' : 'reward';

/** Who said which account it goes to. */
export function namedBy({ month, isByBuyer, isFromStatement }: PayoutRow): string {
  if (month !== null) return copy.byViewer;
  if (isFromStatement) return copy.byStatement;
  return isByBuyer ? copy.byBuyer : copy.byStaff;
}
