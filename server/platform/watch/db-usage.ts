import type pg from 'pg';

/** Milliseconds after which a statement is a slow one. */
const SLOW_MS = 200;
/** How often somebody who waits for a connection is looked for. Milliseconds. */
const POLL_MS = 1_000;
/** Characters of a statement that are kept. */
const LONGEST = 600;

/** A statement without its parameters and without what was written into it. */
export interface SlowStatement {
  statement: string;
  ms: number;
}

export interface PoolUsage {
  max: number;
  used: number;
  /** Who waits for a connection. */
  waiting: number;
  /** Since when somebody has waited at every look; `null`: nobody waits. */
  waitingSince: Date | null;
}

/** Measures statements; with nobody to tell it does nothing. */
export function timeStatements(tell: ((slow: SlowStatement) => void) | undefined) {
  return async <T>(text: string, answer: Promise<T>): Promise<T> => {
    if (!tell) return answer;
    const began = performance.now();
    try {
      return await answer;
    } finally {
      const ms = performance.now() - began;
      if (ms > SLOW_MS) tell({ statement: withoutValues(text), ms: Math.round(ms) });
    }
  };
}

/** What stands in quotes may be anything that somebody typed. */
export const withoutValues = (text: string): string =>
  text
    .replace(/'(?:[^']|'')*'/g, "'…'")
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST);

export function watchPoolWaits(pool: Pick<pg.Pool, 'waitingCount'>) {
  let waitingSince: Date | null = null;
  const looks = setInterval(() => {
    waitingSince = pool.waitingCount > 0 ? (waitingSince ?? new Date()) : null;
  }, POLL_MS);
  looks.unref();
  return {
    read: () => ({ waiting: pool.waitingCount, waitingSince }),
    stop: () => clearInterval(looks),
  };
}
