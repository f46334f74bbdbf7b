/**
 * What became of asking a courier for a parcel. `unknown`: it was asked and nobody knows whether it has the parcel; `to_call_off`: the
 * parcel is cancelled here and the courier cannot be told by a program.
 */
export const REQUEST_STATES = [
  'waiting',
  'made',
  'address_unknown',
  'refused',
  'unknown',
  'to_call_off',
  'cancelled',
] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** From which state to which; the database refuses every other change. */
export const REQUEST_MOVES: Record<RequestState, readonly RequestState[]> = {
  waiting: ['made', 'address_unknown', 'refused', 'unknown', 'cancelled'],
  made: ['to_call_off', 'cancelled'],
  address_unknown: ['waiting', 'cancelled'],
  refused: ['waiting', 'cancelled'],
  unknown: ['made', 'waiting'],
  to_call_off: ['cancelled'],
  cancelled: ['waiting'],
};

/** What a person says about a request, each of some of its states. */
export const REQUEST_DECISIONS = ['again', 'has', 'has_not', 'called_off'] as const;
export type RequestDecision = (typeof REQUEST_DECISIONS)[number];
export const DECIDES: Record<RequestDecision, { from: readonly RequestState[]; to: RequestState }> = {
  /** Asked again: nothing was made. */
  again: { from: ['waiting', 'address_unknown', 'refused'], to: 'waiting' },
  /** The courier has said on the phone that it has the parcel, or that it has not. */
  has: { from: ['unknown'], to: 'made' },
  has_not: { from: ['unknown'], to: 'waiting' },
  /** The courier was told that nothing will be fetched. */
  called_off: { from: ['to_call_off'], to: 'cancelled' },
};

/** What a message of a courier is about; `missed`: nobody was found at the address. `null` in its place for a code that nobody knows. */
export const COURIER_NEWS = [
  'picked up',
  'transit',
  'out',
  'delivered',
  'refused',
  'returning',
  'returned',
  'problem',
  'delayed',
  'failed',
  'missed',
  'cancelled',
] as const;
export type CourierNews = (typeof COURIER_NEWS)[number];
