import { dayOf } from '../../time.ts';
import type { ReservationStatus } from '../contract.ts';

export type TicketState = 'valid' | 'pending' | 'used' | 'past' | 'cancelled' | 'given';

interface Shown {
  status: ReservationStatus;
  /** The event is over. */
  past: boolean;
  /** Given to another person, and looked at by whoever gave it. */
  given: boolean;
  /** When it was let in, on whichever day. */
  entries: readonly (Date | string)[];
}

const DAYS_OF_EVENT = 2;

/** A ticket is valid on both days: it is used only when it has been on both of them, or when the event is over. */
export function ticketState({ status, past, given, entries }: Shown): TicketState {
  if (status === 'isteklo' || status === 'otkazano') return 'cancelled';
  if (given) return 'given';
  if (status === 'pending') return past ? 'past' : 'pending';
  const days = new Set(entries.map((at) => dayOf(new Date(at)))).size;
  if (days >= DAYS_OF_EVENT || (past && days > 0)) return 'used';
  return past ? 'past' : 'valid';
}
