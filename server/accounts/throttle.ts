import type { Edges } from '../app.ts';
import { oneForEach } from '../platform/one-for-each.ts';
import { openCounters } from '../platform/throttle.ts';
import { type AuthRefusal, refuse, tooBusy } from './auth-refusal.ts';

const tooMany = (seconds: number) => refuse('over_request_rate_limit', { retryAfter: seconds });
const mailTooSoon = (seconds: number) =>
  refuse('over_email_send_rate_limit', {
    message: `For security purposes, you can only request this after ${seconds} seconds.`,
    retryAfter: seconds,
  });
const mailQuota = (seconds: number) => refuse('over_email_send_rate_limit', { retryAfter: seconds });

/**
 * How often what may be tried. Every attempt counts before it is judged, so that a hundred guesses at once are still a
 * hundred. Keys are the address as typed, never the account found: unknown addresses meet the same limits.
 */
const LIMITS = {
  /** Per network address. */
  'ip sign-in': { points: 150, seconds: 300, refusal: tooMany },
  'ip sign-up': { points: 30, seconds: 300, refusal: tooMany },
  'ip link': { points: 30, seconds: 300, refusal: tooMany },
  'ip verify': { points: 30, seconds: 300, refusal: tooMany },
  'ip user': { points: 60, seconds: 300, refusal: tooMany },
  'ip factor': { points: 30, seconds: 60, refusal: tooMany },
  'ip mail': { points: 30, seconds: 3600, refusal: mailQuota },
  /** Answered with 503: a 4xx would sign a person out who has done nothing wrong. */
  'ip refresh': { points: 900, seconds: 300, refusal: tooBusy },
  /** Wrong passwords for one address: from one network few, from everywhere more, so that a stranger cannot lock it. */
  'password here': { points: 10, seconds: 900, refusal: tooMany },
  'password anywhere': { points: 100, seconds: 3600, refusal: tooMany },
  /** Six-digit codes from mails, per address; from an authenticator and recovery codes, per person. */
  'mailed code': { points: 10, seconds: 3600, refusal: tooMany },
  'factor code': { points: 10, seconds: 900, refusal: tooMany },
  /** One mail of a kind to one address a minute. */
  'mail to address': { points: 1, seconds: 60, refusal: mailTooSoon },
  /** And not all day long: a mailbox is not a target. */
  'mail to address today': { points: 20, seconds: 24 * 3600, refusal: mailQuota },
} as const satisfies Record<string, { points: number; seconds: number; refusal: (seconds: number) => AuthRefusal }>;
export type Limit = keyof typeof LIMITS;

export interface Throttle {
  /** Counts one attempt; throws the limit's refusal when there were too many. */
  take(limit: Limit, ...key: string[]): Promise<void>;
  /** Counts one attempt; false when there were too many. */
  allows(limit: Limit, ...key: string[]): Promise<boolean>;
  /** Forgets the attempts: the right password was given. */
  forgive(limit: Limit, ...key: string[]): Promise<void>;
}

/** `RATE_LIMITS=off` counts nothing. */
function openThrottle({ db, config }: Edges): Throttle {
  const counters = openCounters(db, LIMITS, { on: config.rateLimits });
  return {
    async take(limit, ...key) {
      const seconds = await counters.count(limit, ...key);
      if (seconds > 0) throw LIMITS[limit].refusal(seconds);
    },
    allows: async (limit, ...key) => (await counters.count(limit, ...key)) === 0,
    forgive: (limit, ...key) => counters.forget(limit, ...key),
  };
}

/** One for each server: who is far over a limit is remembered in it. */
export const throttleOf = oneForEach(openThrottle);
