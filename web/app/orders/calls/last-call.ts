import type { OrderRow } from '../desk/order-row.ts';

/** The newest call about an order that was not taken back. */
export function lastCallOf({ events }: Pick<OrderRow, 'events'>): OrderRow['events'][number] | null {
  const undone = new Set(events.filter(({ kind }) => kind === 'call_undone').map(({ reference }) => reference));
  const isCall = ({ kind, reference }: OrderRow['events'][number]) =>
    (kind === 'called' || kind === 'missed_called') && !undone.has(reference);
  return events.find(isCall) ?? null;
}

/** The parcel of which its courier said last that nobody was found. */
export function missedParcelOf({ events }: Pick<OrderRow, 'events'>): { key: string; courier: string } | null {
  const told = events.find(({ kind, facts }) => kind === 'courier_told' && facts.news === 'missed');
  return told ? { key: String(told.facts.parcel), courier: String(told.facts.courier) } : null;
}
