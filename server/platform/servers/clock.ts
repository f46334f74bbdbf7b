import type { Log } from '../log/log.ts';

/** Clocks further apart are wrong: tokens of one server would be of the future, or of the past, to another. Milliseconds. */
export const MOST_APART_MS = 5_000;
const POLL_MS = 5_000;

type Ask = (query: string) => Promise<{ at: string }[]>;

/** How far the database's clock is ahead of ours, and how long the question took, which may hide half of that. Milliseconds. */
export async function clocksApart(ask: Ask, now: () => number = Date.now): Promise<{ apart: number; took: number }> {
  const [began, clock] = [performance.now(), now()];
  const [row] = await ask('select extract(epoch from clock_timestamp()) * 1000 as at');
  const took = performance.now() - began;
  return { apart: Number(row!.at) - (clock + took / 2), took };
}

/** `1200 s ahead of` or `1200 s behind`, of ours. */
export const clockDifferenceInWords = (apart: number): string =>
  `${(Math.abs(apart) / 1000).toFixed(0)} s ${apart > 0 ? 'behind' : 'ahead of'}`;

/**
 * Looks every few seconds whether our clock is that of the database, the first time before it answers, and says in the log when that
 * changes. A database that does not answer changes nothing.
 */
export async function watchClock(
  db: { ask: Ask },
  log: Pick<Log, 'error' | 'info'>,
  { now = Date.now, lookMs = POLL_MS }: { now?: () => number; lookMs?: number } = {},
) {
  let problem: string | null = null;
  let ahead: number | null = null;

  async function look() {
    const { apart, took } = await clocksApart((query) => db.ask(query), now);
    ahead = Math.round(-apart);
    const isWrong = Math.abs(apart) - took / 2 > MOST_APART_MS;
    const was = problem;
    problem = isWrong ? `the clock is ${clockDifferenceInWords(apart)} that of the database` : null;
    if (isWrong && was === null) log.error(`${problem}: set both by NTP. Until then this server is not ready.`);
    if (!isWrong && was !== null) log.info('the clock is that of the database again');
  }
  let isLooking = false;
  async function quietly() {
    if (isLooking) return;
    isLooking = true;
    await look().catch(() => {});
    isLooking = false;
  }
  await quietly();
  const looks = setInterval(quietly, lookMs);
  looks.unref();
  return {
    /** What is wrong with it; `null`: nothing. */
    problem: () => problem,
    /** By how many milliseconds this clock was ahead of the database's at the last look; `null`: it was never seen. */
    aheadMs: () => ahead,
    stop: () => clearInterval(looks),
  };
}
