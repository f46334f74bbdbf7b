import { and, inArray, isNull, lt } from 'drizzle-orm';
import type { Edges } from '../app.ts';
import type { Jobs } from '../platform/queue.ts';
import { pairings } from './schema.ts';

/** A number that ran out is told so for this long, in milliseconds, should its TV ask late. */
const KEPT = 3600_000;
const BATCH = 500;

/** Numbers nobody linked are swept out every hour; linked ones stay, so that no number is ever given twice. */
export const deviceJobs = (edges: Edges) =>
  ({
    'devices.clean-up': {
      every: '37 * * * *',
      work: async () => {
        while ((await sweepPairings(edges)) === BATCH);
      },
    },
  }) satisfies Jobs;

async function sweepPairings({ db, now }: Edges): Promise<number> {
  const dead = db
    .select({ id: pairings.id })
    .from(pairings)
    .where(and(isNull(pairings.userRef), lt(pairings.expiresAt, new Date(now().getTime() - KEPT))))
    .limit(BATCH)
    .for('update', { skipLocked: true });
  return (await db.delete(pairings).where(inArray(pairings.id, dead)).returning({ id: pairings.id })).length;
}
