/** A TV from which nothing was heard for so many minutes is off. It reports each minute. */
export const HEARD_MINUTES = 3;
/** Not heard of for so many hours, a TV is told to whoever looks after it. */
export const SILENT_HOURS = 24;
/** After so many days without a word it is in the list of those to ask about. */
export const AWAY_DAYS = 7;

/** Days of plays that staff are shown of one TV. */
export const LAST_DAYS = 14;

/** What looks odd of a TV. It is shown with its measurement; nobody is blocked by it. */
export const SUSPICIONS = ['network', 'always', 'rhythm'] as const;
export type Suspicion = (typeof SUSPICIONS)[number];

/** TVs of one account behind one network, from which on they are shown. */
export const TVS_ON_ONE_NETWORK = 3;
/** Days on end without a pause longer than `PAUSE_MINUTES`. */
export const DAYS_WITHOUT_PAUSE = 5;
export const PAUSE_MINUTES = 10;
/** So many intervals between reports that spread by less, in milliseconds: TVs wait 40 to 60 seconds by chance. */
export const INTERVALS = 500;
export const LEAST_SPREAD_MS = 1_000;

/** How staff saw that the kind of place is true. */
export const CONFIRMATIONS = ['photo', 'visit', 'call'] as const;

/** What a TV is at a moment. `shows`: its page is in the foreground and it may show adverts; `away`: longer than `AWAY_DAYS`. */
export const TV_STATES = ['shows', 'on', 'off', 'away', 'blocked'] as const;
export type TvState = (typeof TV_STATES)[number];

/** Asks for TVs of which nobody said in which region or kind of place they stand. */
export const UNKNOWN_PLACE = 'none';

export const BLOCK_REASON_MOST = 300;
