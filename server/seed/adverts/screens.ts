import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { HOUR_MS } from '#domain/day.ts';
import { hourOf } from '#domain/playout/rules.ts';
import { devices } from '../../devices/schema.ts';
import { siteVersion } from '../../platform/process/site-version.ts';
import { tvHours, tvScreens } from '../../playout/tvs/schema.ts';
import { findSuspicions, recordShowingTvs } from '../../playout/tvs/watch-tvs.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { isOn } from './habits.ts';
import type { SeededTv } from './place-tvs.ts';
import type { Stage } from './stage.ts';

/** Hours for which is known how many TVs showed at once. */
const COUNTED_HOURS = 7 * 24;
const ERROR = 'NotSupportedError: Failed to load because no supported source was found. (spot)';

/** What every TV said last of itself, how many showed at once in each hour of the last week, and what looks odd. */
export async function seedScreens(
  { db, end }: Stage,
  random: SeededRandom,
  placed: readonly SeededTv[],
): Promise<void> {
  const current = siteVersion() || 'f3a90c1d2b77';
  for (const [n, tv] of placed.entries()) {
    const seen = tv.until ?? new Date(end.getTime() - random.between(2, 55) * 1000);
    const lastSeenAt = tv.fate === 'hidden' ? new Date(end.getTime() - random.between(2, 55) * 1000) : seen;
    await db.update(devices).set({ lastSeenAt }).where(eq(devices.id, tv.id));
    if (lastSeenAt < tv.since && tv.until) continue;
    const network = tv.fate === 'network' ? 'one network' : tv.ownerId;
    // Sums of squares of an honest TV, which waits 50 to 70 seconds by chance, and of one that does not.
    const intervals = tv.fate === 'rhythm' ? 1_890 : random.between(40, 420);
    const spread = tv.fate === 'rhythm' ? 140 : random.between(5_200, 6_100);
    const since = new Date(lastSeenAt.getTime() - (tv.fate === 'rhythm' ? 31.5 : random.between(1, 6)) * HOUR_MS);
    const hasError = n % 23 === 11;
    await db.insert(tvScreens).values({
      tvId: tv.id,
      seenAt: lastSeenAt,
      version: tv.version || current,
      visible: tv.fate !== 'hidden',
      ...(n % 5 === 2 ? { width: 1_280, height: 720 } : { width: 1_920, height: 1_080 }),
      freeMegabytes: 900 + ((n * 37) % 60) * 110,
      ...(hasError && { lastError: ERROR, errorAt: new Date(lastSeenAt.getTime() - 3 * HOUR_MS) }),
      network: createHash('sha256').update(`demonstration ${network}`).digest(),
      networkLabel:
        tv.fate === 'network' ? '77.46.0.0' : `${[93, 109, 178, 188][(n * 3) % 4]}.${10 + ((n * 37) % 200)}.0.0`,
      showsSince: tv.fate === 'hidden' ? null : since,
      longestPause: random.between(66, 118) * 1000,
      intervals,
      intervalMean: 60_000 + random.between(-300, 300),
      intervalSquares: intervals * spread ** 2,
    });
  }
  const hour = hourOf(end).getTime();
  const hours = Array.from({ length: COUNTED_HOURS }, (_, n) => new Date(hour - (n + 1) * HOUR_MS));
  await db
    .insert(tvHours)
    .values(hours.map((at) => ({ hour: at, shows: placed.filter((tv) => isOn(random, tv, at, end)).length })));
  await findSuspicions(db, end);
  await recordShowingTvs(db, end);
  await db.execute(sql`analyze ${tvScreens}`);
}
