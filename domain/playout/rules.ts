import { HOUR_MS } from '../day.ts';

/**
 * A TV may show an advert only with a lease that the server gave it for one hour of the clock, and reports afterwards what it
 * showed. The rules and their words are those that advertisers read (`rules-copy.ts`); the server judges by its own lease and
 * clock, and the TV reports facts alone.
 */

/** Why a reported play is not counted, in the order in which they are looked for: the first that applies is the reason. */
export const PLAY_REFUSAL_REASONS = [
  'duplicate',
  'unknown_lease',
  'device_blocked',
  'late',
  'hidden',
  'short',
  'overlap',
  'cap',
] as const;
export type PlayRefusalReason = (typeof PLAY_REFUSAL_REASONS)[number];

/** What became of a lease; `returned`: the TV says that it did not show it. A repeat is no outcome of its own. */
export const LEASE_OUTCOMES = [
  'counted',
  'returned',
  ...PLAY_REFUSAL_REASONS.filter((reason) => reason !== 'duplicate'),
] as const;
export type LeaseOutcome = (typeof LEASE_OUTCOMES)[number];

/** Seconds of an L-banner. */
export const BANNER_SECONDS = 15;
/** Seconds of adverts that one TV shows in an hour of the clock at most, unless `ADVERT_SECONDS_PER_HOUR` is set. */
export const ADVERT_SECONDS_PER_HOUR = 720;
/** For how long after its window a lease may be reported. */
export const REPORT_HOURS = 72;
/** For how long after that a report is still told from one of an unknown lease. */
export const LATE_REPORT_HOURS = 96;
/** Single plays are kept so many days after the end of their month; their sums stay. */
export const PLAYS_KEPT_DAYS = 90;
/** How far ahead a TV gets leases: one that was never seen before, and one that played or returned all it had, in minutes. */
export const LEASE_HORIZON_MINUTES = { least: 20, most: 120 };
/** Days whose leases say how much a TV plays or returns. */
export const LEASE_RELIABILITY_DAYS = 14;
/** The share of what a campaign has left that silent TVs may hold before it is leased for the next minutes only. */
export const SILENT_TVS_MAX_SHARE = 0.05;
/** Seconds of adverts for the next minutes, `BAG_MINUTES.least`. */
export const scarceSecondsOf = (secondsPerHour: number): number =>
  Math.floor((secondsPerHour * LEASE_HORIZON_MINUTES.least) / 60);
/** A TV from which nothing was heard for so many minutes is silent. */
export const SILENT_MINUTES = 10;
/** Plays in one report. */
export const MOST_PLAYS = 50;
/** Leases that one report may give back. */
export const MOST_RETURNED = 500;
/** Bytes; more than any TV has. */
export const MOST_FREE_STORAGE = 1e15;

/** Of the seconds that an advert lasts, the share that must have been shown. */
const LEAST_SHARE = 0.95;
/** How far a TV's idea of our clock may be off, and how much of a play a timer may miss. Milliseconds. */
const CLOCK_TOLERANCE = 5_000;
const TIMER_TOLERANCE = 250;
export const OVERLAP_TOLERANCE = 500;
/** An online TV learns within this time that a campaign was stopped; what it begins later is not counted. Milliseconds. */
export const STOP_REACHES_TV_WITHIN_MS = 60_000;

export const reportEnds = (closesAt: Date): Date => new Date(closesAt.getTime() + REPORT_HOURS * HOUR_MS);

/** By when the last lease of a campaign that was stopped then is closed: it may have been for the hour after. */
export const stoppedCampaignReportDeadline = (stoppedAt: Date): Date =>
  reportEnds(new Date(hourOf(stoppedAt).getTime() + 3 * HOUR_MS));

export interface LeaseFacts {
  /** Its window, by our clock. */
  opensAt: Date;
  closesAt: Date;
  /** How long the advert lasts. */
  seconds: number;
  /** The campaign was stopped, the advert taken down or the TV's licence ended; `null` when nothing did. */
  revokedAt: Date | null;
  /** The most that one TV may show of the campaign in a day of Belgrade. */
  cap: number | null;
}

export interface PlayFacts {
  /** An outcome of this lease is written already. */
  isKnown: boolean;
  /** `null`: this TV has no such lease. */
  lease: LeaseFacts | null;
  /** The TV is blocked, or not linked any more. */
  isBlocked: boolean;
  /** By our clock, as the TV knows it. */
  startedAt: Date;
  /** How long the advert was on, by the TV's steady clock. Milliseconds. */
  shownMs: number;
  /** Of that, how long the page was in the foreground. */
  visibleMs: number;
  /** How far the picture got. */
  progressMs: number;
  receivedAt: Date;
  /** Another counted play of this TV was on at the same time. */
  overlaps: boolean;
  /** Plays of the campaign that count for this TV on that day. */
  countedToday: number;
}

/** Whether a reported play counts, and if not why: the eight rules of `rules-copy.ts`. */
export function classifyPlay(play: PlayFacts): 'counted' | PlayRefusalReason {
  const { lease } = play;
  if (play.isKnown) return 'duplicate';
  if (!lease || !isWithin(play, lease) || isRevoked(play, lease)) return 'unknown_lease';
  if (play.isBlocked) return 'device_blocked';
  if (play.receivedAt > reportEnds(lease.closesAt)) return 'late';
  if (play.visibleMs < Math.min(play.shownMs, lease.seconds * 1000) - TIMER_TOLERANCE) return 'hidden';
  const least = lease.seconds * 1000 * LEAST_SHARE;
  if (play.shownMs < least || play.progressMs < least) return 'short';
  if (play.overlaps) return 'overlap';
  if (lease.cap !== null && play.countedToday >= lease.cap) return 'cap';
  return 'counted';
}

/** In the window that it was leased for, and over before it was reported. */
function isWithin({ startedAt, shownMs, receivedAt }: PlayFacts, { opensAt, closesAt }: LeaseFacts): boolean {
  const began = startedAt.getTime();
  const ended = began + shownMs;
  return (
    began >= opensAt.getTime() - CLOCK_TOLERANCE &&
    ended <= closesAt.getTime() + CLOCK_TOLERANCE &&
    ended <= receivedAt.getTime() + CLOCK_TOLERANCE
  );
}

const isRevoked = ({ startedAt }: PlayFacts, { revokedAt }: LeaseFacts): boolean =>
  revokedAt !== null && startedAt.getTime() > revokedAt.getTime() + STOP_REACHES_TV_WITHIN_MS;

/** The beginning of the clock's hour; hours begin at the same moment in Belgrade and in London. */
export const hourOf = (when: Date): Date => new Date(Math.floor(when.getTime() / HOUR_MS) * HOUR_MS);

/**
 * How far ahead a TV gets leases, in minutes, by how many of its leases of the last days it played or returned. One that went
 * silent with its leases gets few, so that it holds little the next time.
 */
export function leaseHorizonMinutes({ leased, resolved }: { leased: number; resolved: number }): number {
  const share = leased === 0 ? 0 : Math.min(1, resolved / leased);
  return Math.round(LEASE_HORIZON_MINUTES.least + (LEASE_HORIZON_MINUTES.most - LEASE_HORIZON_MINUTES.least) * share);
}
