import type { OrderRow } from '../desk/order-row.ts';

/** The newest call about an order that was not taken back. */
export function lastCallOf({ events }: Pick<OrderRow, 'events'>): OrderRow['events'][number] | null {
  const undone = new Set(events.filter(({ kind }) => kind === 'call_undone').map(({ reference }) => reference));
  const isCall = ({ kind, reference }: OrderRow['events'][number]) =>
    (kind === 'called' || kind === 'missed_called') && !undone.has(reference);
  return events.find(isCall) ?? null;
}
