import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Edges } from '../app.ts';
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

/** Counts in PostgreSQL, so that all server processes count together. `RATE_LIMITS=off` counts nothing. */
function openThrottle({ db, config }: Edges): Throttle {
  if (!config.rateLimits) return { take: async () => {}, allows: async () => true, forgive: async () => {} };

  const storeClient = {
    async query({ text, values }: { text: string; values: (string | number | null)[] }) {
      const rows = await db.client.unsafe(text, values, { prepare: true });
      return { rows, rowCount: rows.count };
    },
  };
  const limiters = new Map(
    Object.entries(LIMITS).map(([name, { points, seconds }]) => [
      name,
      new RateLimiterPostgres({
        storeClient,
        storeType: 'client',
        schemaName: 'auth',
        tableName: 'throttles',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name.replaceAll(' ', '-'),
        points,
        duration: seconds,
        /** Who is far over the limit is answered without asking the database. */
        inMemoryBlockOnConsumed: points + 1,
      }),
    ]),
  );

  /** Seconds to wait; 0 when the attempt is allowed. */
  async function count(limit: Limit, key: string[]): Promise<number> {
    try {
      await limiters.get(limit)!.consume(hashed(key));
      return 0;
    } catch (reason) {
      if (reason instanceof RateLimiterRes) return Math.max(1, Math.ceil(reason.msBeforeNext / 1000));
      throw reason;
    }
  }

  return {
    async take(limit, ...key) {
      const seconds = await count(limit, key);
      if (seconds > 0) throw LIMITS[limit].refusal(seconds);
    },
    allows: async (limit, ...key) => (await count(limit, key)) === 0,
    async forgive(limit, ...key) {
      await limiters.get(limit)!.delete(hashed(key));
    },
  };
}

/** One for each server: blocked keys are remembered in it. */
const throttles = new WeakMap<Edges, Throttle>();
export function throttleOf(edges: Edges): Throttle {
  const throttle = throttles.get(edges) ?? openThrottle(edges);
  throttles.set(edges, throttle);
  return throttle;
}

/** The table of attempts holds no addresses in the clear. */
const hashed = (key: string[]) => createHash('sha256').update(key.join('\n')).digest('base64url');

/** One household or office of IPv6 is a /64: counting single addresses there would count nothing. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip;
  const [head = '', tail] = ip.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const groups = [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
