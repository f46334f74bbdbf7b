/**
 * What becomes of an exchange under warranty. `waiting`: the faulty device is still with its buyer; `ready`: it is here and another one
 * is to be packed; `packed` and `sent` are of the parcel with that one.
 */
export const EXCHANGE_STATES = ['waiting', 'ready', 'packed', 'sent', 'done', 'cancelled'] as const;
export type ExchangeState = (typeof EXCHANGE_STATES)[number];

/**
 * From which state to which; the database holds the same (migration `exchanges`). A parcel that came back or is lost makes it `ready`
 * again, and a lost one may be found.
 */
export const EXCHANGE_MOVES: Record<ExchangeState, readonly ExchangeState[]> = {
  waiting: ['ready', 'cancelled'],
  ready: ['packed', 'sent', 'done', 'cancelled'],
  packed: ['ready', 'sent'],
  sent: ['ready', 'done'],
  done: [],
  cancelled: [],
};

/** The device that takes the faulty one's place, from packing on; one whose parcel was lost or damaged does not. */
export const replacementIn = ({
  state,
  replacement,
}: {
  state: ExchangeState;
  replacement: string | null;
}): string | null => (state === 'packed' || state === 'sent' || state === 'done' ? replacement : null);

export const isExchangeOpen = (state: ExchangeState): boolean => EXCHANGE_MOVES[state].length > 0;
/** Until another device is packed for it. */
export const mayCancelExchange = (state: ExchangeState): boolean => EXCHANGE_MOVES[state].includes('cancelled');

/** Whether the faulty device is here already, or its buyer sends it. */
export const EXCHANGE_WAYS = ['here', 'sends'] as const;
export type ExchangeWay = (typeof EXCHANGE_WAYS)[number];

export const EXCHANGE_REASON_MIN = 10;
export const EXCHANGE_REASON_MAX = 500;
/** Devices of one parcel that take the place of others. */
export const MAX_EXCHANGED = 50;
