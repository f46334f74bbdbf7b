import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { IPV6_LIMIT_MULTIPLIERS, LIMITS, type Limit, type LimitName } from '#domain/limits.ts';
import type { Database } from '../db.ts';
import { type Network, networksOf } from './networks.ts';

/** Whoever is counted. A limit needs the parts that its row in the table names. */
export interface Caller {
  ip: string;
  session?: string;
  person?: string;
  typed?: string;
  /** The account was entered from this network before, so limits that spare such networks ask only its own counter. */
  known?: boolean;
}

export type CountedNetworks = 'all' | 'own network' | 'wider networks';

/** Every attempt counts before it is judged, so that a hundred guesses at once are still a hundred. */
export interface Limiter {
  /** Counts one attempt; answers with the seconds to wait, 0 when it is allowed. */
  tryConsume(name: LimitName, caller: Caller, which?: CountedNetworks): Promise<number>;
  /** The same, with what is left and when it begins anew; `null` when nothing is counted. */
  tally(name: LimitName, caller: Caller): Promise<Tally | null>;
  /** The seconds to wait before the next attempt, 0 when one is allowed; counts nothing. */
  wait(name: LimitName, caller: Caller): Promise<number>;
  /** Forgets the attempts. */
  reset(name: LimitName, caller: Caller): Promise<void>;
}

export interface Tally {
  isAllowed: boolean;
  /** Attempts that are left. */
  left: number;
  /** Until all are there again. */
  seconds: number;
}

/** Counts by the table of limits in PostgreSQL, so that all server processes count together. `on: false` counts nothing. */
export function openLimiter(db: Database, { on }: { on: boolean }): Limiter {
  if (!on) return { tryConsume: async () => 0, tally: async () => null, wait: async () => 0, reset: async () => {} };
  const storeClient = {
    async query({ name, text, values }: { name: string; text: string; values: (string | number | null)[] }) {
      const rows = await db.ask({ name, text }, values);
      return { rows, rowCount: rows.length };
    },
  };
  const limiters = new Map(
    Object.entries<Limit>(LIMITS).flatMap(([name, { number, seconds }]) =>
      Object.values(IPV6_LIMIT_MULTIPLIERS).map((times) => [
        `${name} ${times}`,
        new RateLimiterPostgres({
          storeClient,
          storeType: 'client',
          schemaName: 'auth',
          tableName: 'throttles',
          tableCreated: true,
          clearExpiredByTimeout: false,
          keyPrefix: name.replaceAll(' ', '-'),
          points: number * times,
          duration: seconds,
          /** Who is far over the limit is answered without asking the database. */
          inMemoryBlockOnConsumed: number * times + 1,
        }),
      ]),
    ),
  );
  const limiterOf = (name: LimitName, { times }: Counter) => limiters.get(`${name} ${times}`)!;

  return {
    async tryConsume(name, caller, which = 'all') {
      // The own network first: who is refused there has learned nothing and uses up no wider counter.
      for (const counter of countersOf(name, caller, which)) {
        try {
          await limiterOf(name, counter).consume(counter.key);
        } catch (reason) {
          if (reason instanceof RateLimiterRes) return secondsOf(reason.msBeforeNext);
          throw reason;
        }
      }
      return 0;
    },
    async tally(name, caller) {
      const [counter] = countersOf(name, caller, 'all');
      // Who is refused from memory has consumed nothing: what counts is whether it was refused.
      const [state, isAllowed] = await limiterOf(name, counter!)
        .consume(counter!.key)
        .then(
          (state) => [state, true] as const,
          (reason: unknown) => {
            if (reason instanceof RateLimiterRes) return [reason, false] as const;
            throw reason;
          },
        );
      return { isAllowed, left: Math.max(0, state.remainingPoints), seconds: secondsOf(state.msBeforeNext) };
    },

    async wait(name, caller) {
      const waits = countersOf(name, caller, 'all').map(async (counter) => {
        const state = await limiterOf(name, counter).get(counter.key);
        return state && state.consumedPoints >= LIMITS[name].number * counter.times ? secondsOf(state.msBeforeNext) : 0;
      });
      return Math.max(0, ...(await Promise.all(waits)));
    },
    async reset(name, caller) {
      await Promise.all(countersOf(name, caller, 'all').map((counter) => limiterOf(name, counter).delete(counter.key)));
    },
  };
}

interface Counter {
  key: string;
  times: number;
}

function countersOf(name: LimitName, caller: Caller, which: CountedNetworks): Counter[] {
  const { per, sparesKnown }: Limit = LIMITS[name];
  const spared = sparesKnown === true && caller.known === true;
  const counter = ({ name: network, times }: Network): Counter => ({
    key: hashed(per.map((part) => partOf(part, name, caller, network))),
    times,
  });
  if (!per.includes('network')) return spared || which === 'own network' ? [] : [counter({ name: '', times: 1 })];
  const [own, ...wider] = networksOf(caller.ip);
  return [...(which === 'wider networks' ? [] : [own]), ...(spared || which === 'own network' ? [] : wider)].map(
    counter,
  );
}

function partOf(part: Limit['per'][number], limit: LimitName, caller: Caller, network: string): string {
  if (part === 'network') return network;
  if (part === 'everybody') return '';
  const value = caller[part];
  if (value === undefined) throw new Error(`The limit "${limit}" counts per ${part}, which was not given.`);
  return value;
}

/** The table of attempts holds no addresses in the clear. */
const hashed = (key: string[]) => createHash('sha256').update(key.join('\n')).digest('base64url');

const secondsOf = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1000));
