import { HOUR_MS } from '#domain/day.ts';

/** Slow statements of the last hour. */
export interface SlowStatements {
  /** How many, and the longest of them in milliseconds. */
  slow: number;
  longest: number;
  /** The longest different ones, longest first. */
  slowest: Slowest[];
}

export interface Slowest {
  /** Without parameters and without what was written into it. */
  statement: string;
  times: number;
  /** Milliseconds. */
  longest: number;
  lastAt: Date;
}

/** With more of them the number says nothing new. */
const MOST_COUNTED = 1_000;
/** Few, because each process writes them down every few seconds. */
const STATEMENTS_KEPT = 5;

export function slowOfLastHour(now: () => number = Date.now) {
  let all: { at: number; ms: number; statement: string }[] = [];
  return {
    add(ms: number, statement: string) {
      if (all.length >= MOST_COUNTED) all = all.slice(MOST_COUNTED / 2);
      all.push({ at: now(), ms, statement });
    },
    read(): SlowStatements {
      all = all.filter(({ at }) => at > now() - HOUR_MS);
      const slowest = new Map<string, Slowest>();
      for (const { at, ms, statement } of all) {
        const { times, longest } = slowest.get(statement) ?? { times: 0, longest: 0 };
        slowest.set(statement, {
          statement,
          times: times + 1,
          lastAt: new Date(at),
          longest: Math.max(longest, Math.round(ms)),
        });
      }
      return {
        slow: all.length,
        longest: Math.round(Math.max(0, ...all.map(({ ms }) => ms))),
        slowest: [...slowest.values()].toSorted((a, b) => b.longest - a.longest).slice(0, STATEMENTS_KEPT),
      };
    },
  };
}
