import type { RefundPreview, WantedRefund } from '#domain/refunds/contract.ts';
import { shareOf } from '#domain/refunds/rules.ts';
import { refuse } from '#domain/refuse.ts';
import type { Tx } from '../../platform/db.ts';
import { findFollowingOrder, monthBegins, monthsLeft, type PackageAdvanceRow } from '../transfers/months-back.ts';

/** How many of the last months never begin. What was paid ahead goes back in whole months, and nothing else does so. */
export async function monthsToRefund(
  tx: Tx,
  advance: PackageAdvanceRow | null,
  { scope, months = 0 }: WantedRefund,
): Promise<number> {
  if (advance === null && scope !== 'months') return 0;
  const most = advance ? monthsLeft(advance) : 0;
  if (advance === null || scope !== 'months' || months > most) throw refuse('REFUND_MONTHS_WRONG', { most });
  const follower = await findFollowingOrder(tx, advance);
  if (follower !== null) throw refuse('REFUND_MONTHS_FOLLOWED', { order: follower });
  return months;
}

/** What so many of the last months that stay come to; `paid` for all of them. */
export const shareOfMonths = ({ months, back }: PackageAdvanceRow, paid: number, count: number): number =>
  shareOf(paid, months, months - back - count, count);

export function previewCancelledMonths(
  advance: PackageAdvanceRow,
  paid: number,
  count: number,
): NonNullable<RefundPreview['months']> {
  const stay = advance.months - advance.back - count;
  return {
    shares: Array.from({ length: count }, (_, nth) => ({
      beginsOn: monthBegins(advance, stay + nth),
      amount: shareOf(paid, advance.months, stay + nth, 1),
    })),
    left: stay - advance.credited,
    endsOn: stay > 0 ? monthBegins(advance, stay) : null,
  };
}
