import { HOUR_MS } from '#domain/day.ts';

/** Milliseconds. The calls of docs/tv-protocol.md, and how the screen behaves. */

/** With its spread no more than `STOP_REACHES_TV_WITHIN_MS`: what is on when a campaign is stopped ends within a minute. */
export const POLL_INTERVAL_MS = 50_000;
export const POLL_SPREAD_MS = 10_000;
/** After a refusal or a lost line; each pause is a tenth more or less by chance. */
export const RETRY_BACKOFF_MS = { first: 5_000, most: 5 * 60_000, spread: 0.1 };
/** The stream is opened again at a moment by chance within the pause, which doubles: a restart of the server loses thousands at once. */
export const STREAM_BACKOFF_MS = { first: 60_000, most: 5 * 60_000 };
/** So long an answer is waited for. */
export const SERVER_ANSWER_TIMEOUT_MS = 20_000;
export const LEASE_REQUEST_MS = { again: 5 * 60_000, soonest: 60_000 };
/** So long the browser's database is waited for at the start; the page goes on in memory, and uses it once it opens. */
export const DATABASE_TIMEOUT_MS = 4_000;

/** How often what is on the screen is looked at. */
export const PLAYER_STEP_MS = 250;
/** A step that took longer means that the machine slept, and so does a calendar that went another way than the steady clock. */
export const SLEEP_DETECTED_MS = 3_000;
/** The programme alone, before the first advert and between two. */
export const ADVERT_GAP_MS = { first: 6_000, between: 45_000 };
/** The next film is made ready so long before the programme has been alone for long enough. */
export const FILM_PREPARED_BEFORE_MS = 10_000;
/** A film that has not begun by then, and one that is so much over its time, is given up. */
export const FILM_TIMEOUT_MS = { begins: 8_000, late: 2_000 };

/** Without an answer for so long the TV says so. */
export const SERVER_SILENT_AFTER_MS = 150_000;
export const LONG_OFFLINE_MS = 2 * HOUR_MS;
export const VIEWER_NOTICE_MS = { shows: 10_000, again: 10 * 60_000, online: 5_000 };
export const SEEN_BADGE_MS = { shows: 2_000, again: 60_000 };
/** The code of a banner stays so long; that of a film to its end, and then so long. */
export const ADVERTISER_CODE_MS = { banner: 20_000, afterSpot: 8_000 };
/** So long the question whether somebody still watches waits for a key. */
export const STILL_WATCHING_MS = 60_000;
