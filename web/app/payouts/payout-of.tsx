import { placeOfOrder } from '#domain/admin/subject-pages.ts';
import { payoutCopy as copy } from '#domain/payouts/copy.ts';
import { PermittedLink } from '../subject-link.tsx';
import type { PayoutRow } from './payout-row.ts';

/** What a payout is of: the order, with the way to it, or a viewer's month. */
export function PayoutOf({ row }: { row: PayoutRow }) {
  if (row.order === null) return <span>{copy.of(row)}</span>;
  return <PermittedLink to={placeOfOrder(row.order)}>{copy.of(row)}</PermittedLink>;
}
