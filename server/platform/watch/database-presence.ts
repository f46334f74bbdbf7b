import { isPoolBusy } from '../database-errors.ts';
import type { Database } from '../db.ts';

/** For so long an answer of the database is taken as a sign that it is there. Milliseconds. */
const FRESH_MS = 2_000;
/** A database that has not answered by then is away. Milliseconds. */
const TIMEOUT_MS = 1_500;

/** Whether the database is away: `false` at once while it answered lately, otherwise it is asked, one question at a time. */
export type IsAway = () => false | Promise<boolean>;

export function watchPresence(db: Pick<Database, 'ask'>): IsAway {
  let answeredAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<boolean> | null = null;

  async function ask(): Promise<boolean> {
    const answered = db.ask('select 1').then(
      () => true,
      // Everybody is waiting for it, so it is there.
      (error) => isPoolBusy(error),
    );
    const late = new Promise<false>((resolve) => setTimeout(resolve, TIMEOUT_MS, false).unref());
    const there = await Promise.race([answered, late]);
    if (there) answeredAt = performance.now();
    asking = null;
    return !there;
  }

  return () => {
    if (performance.now() - answeredAt < FRESH_MS) return false;
    asking ??= ask();
    return asking;
  };
}
