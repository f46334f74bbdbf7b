import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from './config.ts';
import type { Database } from './db.ts';

/** How often something may be tried within how many seconds. */
export interface Limit {
  points: number;
  seconds: number;
}

export interface Counters<Name extends string> {
  /** Counts one attempt before it is judged. Seconds to wait; 0 when the attempt is allowed. */
  count(limit: Name, ...key: string[]): Promise<number>;
  /** Forgets the attempts. */
  forgive(limit: Name, ...key: string[]): Promise<void>;
}

/** Counts in PostgreSQL, so that all server processes count together. `RATE_LIMITS=off` counts nothing. */
export function openCounters<Name extends string>(
  { db, config }: { db: Database; config: Pick<Config, 'rateLimits'> },
  limits: Record<Name, Limit>,
): Counters<Name> {
  if (!config.rateLimits) return { count: async () => 0, forgive: async () => {} };

  const storeClient = {
    async query({ text, values }: { text: string; values: (string | number | null)[] }) {
      const rows = await db.client.unsafe(text, values, { prepare: true });
      return { rows, rowCount: rows.count };
    },
  };
  const limiters = new Map(
    Object.entries<Limit>(limits).map(([name, { points, seconds }]) => [
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

  return {
    async count(limit, ...key) {
      try {
        await limiters.get(limit)!.consume(hashed(key));
        return 0;
      } catch (reason) {
        if (reason instanceof RateLimiterRes) return Math.max(1, Math.ceil(reason.msBeforeNext / 1000));
        throw reason;
      }
    },
    async forgive(limit, ...key) {
      await limiters.get(limit)!.delete(hashed(key));
    },
  };
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
