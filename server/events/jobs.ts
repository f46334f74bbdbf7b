import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import { DAY_MS } from '#domain/day.ts';
import { endsAt } from '#domain/events/moments.ts';
import type { Dependencies } from '../dependencies.ts';
import { record, systemActor } from '../platform/audit.ts';
import type { Jobs } from '../platform/jobs/queue.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { currentEvent } from './current.ts';
import { mailToPayProps } from './describe.ts';
import { mailProgramme, PROGRAMME_BATCH } from './places/programme.ts';
import { LAPSE_BATCH, lapsePastEvents, lapseUnpaid, notifyOfLapses } from './reservations/lapse.ts';
import { reservations } from './schema.ts';

const BATCH = 200;

export const eventJobNames = ['events.remind', 'events.programme', 'events.lapse'] as const;

/**
 * Every morning those who have waited the configured number of days are reminded, once. During the day, when people read
 * their mail, scarce places whose day has passed are announced and given back; all others wait until the next year's
 * event is sold.
 */
export const eventJobs = (deps: Dependencies) =>
  ({
    'events.remind': {
      every: '0 9 * * *',
      work: async () => {
        while ((await remindUnpaid(deps)) === BATCH);
      },
    },
    'events.programme': {
      every: '30 9 * * *',
      work: async () => {
        while ((await mailProgramme(deps)) === PROGRAMME_BATCH);
      },
    },
    'events.lapse': {
      every: '12 8-20 * * *',
      work: async () => {
        while ((await notifyOfLapses(deps)) === LAPSE_BATCH);
        while ((await lapseUnpaid(deps)) === LAPSE_BATCH);
        while ((await lapsePastEvents(deps)) === LAPSE_BATCH);
      },
    },
  }) satisfies Record<(typeof eventJobNames)[number], Jobs[string]>;

/** Reminds at most one batch, skipping what another server is reminding right now. Answers how many. */
export async function remindUnpaid(deps: Dependencies): Promise<number> {
  const event = await currentEvent(deps.db, deps.config);
  const { year, reminderDays } = event;
  const now = deps.now();
  if (now >= endsAt(event)) return 0;
  return deps.db.transaction(async (tx) => {
    const waiting = await tx
      .select()
      .from(reservations)
      .where(
        and(
          eq(reservations.status, 'pending'),
          eq(reservations.year, year),
          isNull(reservations.remindedAt),
          lte(reservations.createdAt, new Date(now.getTime() - reminderDays * DAY_MS)),
        ),
      )
      .orderBy(asc(reservations.createdAt))
      .limit(BATCH)
      .for('update', { skipLocked: true });
    for (const row of waiting) {
      await tx.update(reservations).set({ remindedAt: now }).where(eq(reservations.id, row.id));
      await record(tx, systemActor, { action: 'events.reminded', on: { kind: 'reservation', id: row.id } });
      const props = mailToPayProps(deps, row);
      const idempotencyKey = `events.reminder:${row.id}`;
      await queueMail(tx, deps.queue, {
        to: row.email,
        profileId: null,
        template: 'events.reminder',
        props,
        idempotencyKey,
      });
    }
    return waiting.length;
  });
}
