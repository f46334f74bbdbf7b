import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from './db.ts';

export interface Counter {
  /** Attempts allowed in the window. */
  points: number;
  seconds: number;
}

/** Every attempt counts before it is judged, so that a hundred guesses at once are still a hundred. */
export interface Counters<Name extends string> {
  /** Counts one attempt; answers with the seconds to wait, 0 when it is allowed. */
  count(name: Name, ...key: string[]): Promise<number>;
  /** The seconds to wait before the next attempt, 0 when one is allowed; counts nothing. */
  wait(name: Name, ...key: string[]): Promise<number>;
  /** Forgets the attempts. */
  forget(name: Name, ...key: string[]): Promise<void>;
}

/** Counts in PostgreSQL, so that all server processes count together. `on: false` counts nothing. */
export function openCounters<Name extends string>(
  db: Database,
  counters: Record<Name, Counter>,
  { on }: { on: boolean },
): Counters<Name> {
  if (!on) return { count: async () => 0, wait: async () => 0, forget: async () => {} };
  const storeClient = {
    async query({ text, values }: { text: string; values: (string | number | null)[] }) {
      const rows = await db.client.unsafe(text, values, { prepare: true });
      return { rows, rowCount: rows.count };
    },
  };
  const limiters = new Map(
    Object.entries<Counter>(counters).map(([name, { points, seconds }]) => [
      name as Name,
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
  const secondsOf = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1000));

  return {
    async count(name, ...key) {
      try {
        await limiters.get(name)!.consume(hashed(key));
        return 0;
      } catch (reason) {
        if (reason instanceof RateLimiterRes) return secondsOf(reason.msBeforeNext);
        throw reason;
      }
    },
    async wait(name, ...key) {
      const state = await limiters.get(name)!.get(hashed(key));
      return state && state.consumedPoints >= counters[name].points ? secondsOf(state.msBeforeNext) : 0;
    },
    async forget(name, ...key) {
      await limiters.get(name)!.delete(hashed(key));
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
