import { and, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { DAY_MS, HOUR_MS } from '#domain/day.ts';
import { TOKEN_DAYS } from '#domain/devices/rules.ts';
import type { Dependencies } from '../dependencies.ts';
import { record, systemActor } from '../platform/audit.ts';
import type { Jobs } from '../platform/jobs/queue.ts';
import { devices, pairings } from './schema.ts';
import { freeLicences } from './unlink.ts';

/** A number that expired is answered as expired for this long, in milliseconds, should its TV ask late. */
const KEPT = HOUR_MS;
const BATCH = 500;

export const deviceJobNames = ['devices.clean-up'] as const;

/** Numbers nobody linked are swept out every hour; linked ones stay, so that no number is ever given twice. TVs whose token ended are unlinked. */
export const deviceJobs = (deps: Dependencies) =>
  ({
    'devices.clean-up': {
      every: '37 * * * *',
      work: async () => {
        while ((await deleteOldPairings(deps)) === BATCH);
        await unlinkForgotten(deps);
      },
    },
  }) satisfies Record<(typeof deviceJobNames)[number], Jobs[string]>;

/** A TV that was off for so long that its token ended cannot come back: it is linked anew like any other. */
async function unlinkForgotten({ db, now }: Dependencies): Promise<void> {
  const ended = and(
    isNull(devices.unlinkedAt),
    isNotNull(devices.tokenHash),
    lt(devices.tokenMadeAt, new Date(now().getTime() - TOKEN_DAYS * DAY_MS)),
    or(isNull(devices.nextTokenMadeAt), lt(devices.nextTokenMadeAt, new Date(now().getTime() - TOKEN_DAYS * DAY_MS))),
  );
  await db.transaction(async (tx) => {
    const gone = await tx
      .update(devices)
      .set({ unlinkedAt: now(), tokenHash: null, nextTokenHash: null, nextTokenMadeAt: null, unlinkHash: null })
      .where(ended)
      .returning({ id: devices.id, number: devices.number });
    if (gone.length === 0) return;
    await freeLicences(
      tx,
      gone.map(({ id }) => id),
    );
    await record(
      tx,
      systemActor,
      gone.map(({ id, number }) => ({ action: 'devices.expired', on: { kind: 'device', id }, before: { number } })),
    );
  });
}

async function deleteOldPairings({ db, now }: Dependencies): Promise<number> {
  const dead = db
    .select({ id: pairings.id })
    .from(pairings)
    .where(and(isNull(pairings.userRef), lt(pairings.expiresAt, new Date(now().getTime() - KEPT))))
    .limit(BATCH)
    .for('update', { skipLocked: true });
  return (await db.delete(pairings).where(inArray(pairings.id, dead)).returning({ id: pairings.id })).length;
}
