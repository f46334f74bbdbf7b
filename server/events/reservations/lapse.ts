import { and, asc, eq, inArray, isNotNull, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm';
import { daysLater } from '#domain/day.ts';
import { endOfDayIn, LAPSE_NOTICE_DAYS, lapsesAt } from '#domain/events/lapse.ts';
import { endsAt } from '#domain/events/moments.ts';
import { PACKAGE_IDS } from '#domain/events/packages.ts';
import { dayOf, startOfDay } from '#domain/time.ts';
import { bankHolds, statementLines } from '../../bank/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { record, systemActor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMails } from '../../platform/mail/mail.ts';
import { currentEvent } from '../current.ts';
import { auditFacts, mailToPayProps, type ReservationRow, reservationMailProps } from '../describe.ts';
import { reservations } from '../schema.ts';

/** Unpaid places of scarce packages are given back, in two steps: the buyer is mailed, and two days later it is done. */
export const LAPSE_BATCH = 200;

/** A payment on a statement names it, or is held for it, and nothing has come of that yet. */
const isPaymentUndecided = sql`(
  exists (select from ${statementLines} line left join ${bankHolds} hold on hold.id = line.hold_id
    where line.reservation_id = ${reservations.id} and line.state in ('open', 'held')
      and coalesce(hold.reservation_id, line.reservation_id) = ${reservations.id})
  or exists (select from ${bankHolds} hold
    where hold.reservation_id = ${reservations.id} and (hold.state in ('waiting', 'working') or hold.state = 'asked')))`;

/**
 * Tells at most one batch of buyers that their place lapses in two days. Reservations made before their package had a
 * capacity get their day here, and a day that would come sooner than two days after the mail is put off.
 */
export async function notifyOfLapses(deps: Dependencies): Promise<number> {
  const { event } = deps.config;
  const now = deps.now();
  const beyondNotice = (days: number) => startOfDay(daysLater(dayOf(now), LAPSE_NOTICE_DAYS + 1 - days));
  const waiting = await unpaidScarce(deps, beyondNotice(0));
  if (!waiting) return 0;
  return deps.db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(reservations)
      .where(
        and(
          waiting,
          isNull(reservations.lapseAnnouncedAt),
          not(isPaymentUndecided),
          or(
            lt(reservations.lapsesAt, beyondNotice(0)),
            and(isNull(reservations.lapsesAt), lt(reservations.createdAt, beyondNotice(event.pendingDays))),
          ),
        ),
      )
      .orderBy(asc(reservations.createdAt))
      .limit(LAPSE_BATCH)
      .for('update', { skipLocked: true });
    const announced: ReservationRow[] = [];
    for (const row of due) {
      const wanted = row.lapsesAt ?? lapsesAt({ ...event, firstDay: row.firstDay }, row.packageId, row.createdAt)!;
      const soonest = endOfDayIn(LAPSE_NOTICE_DAYS, now);
      const day = { lapsesAt: wanted < soonest ? soonest : wanted };
      await tx
        .update(reservations)
        .set({ ...day, lapseAnnouncedAt: now, remindedAt: row.remindedAt ?? now })
        .where(eq(reservations.id, row.id));
      announced.push({ ...row, ...day });
    }
    await record(
      tx,
      systemActor,
      announced.map((row) => ({
        action: 'events.lapse-announced' as const,
        on: { kind: 'reservation', id: row.id },
        after: { lapsesAt: row.lapsesAt },
      })),
    );
    await queueMails(
      tx,
      deps.queue,
      announced.map((row) => ({
        to: row.email,
        profileId: null,
        template: 'events.lapsing' as const,
        props: mailToPayProps(deps, row),
        idempotencyKey: `events.lapsing:${row.id}:${row.lapsesAt!.toISOString()}`,
      })),
    );
    return due.length;
  });
}

/**
 * Gives back at most one batch of announced places whose day has passed. A payment recorded at the same moment wins or
 * loses by the row's lock: the place is either paid or given back.
 */
export async function lapseUnpaid(deps: Dependencies): Promise<number> {
  const now = deps.now();
  const waiting = await unpaidScarce(deps, now);
  if (!waiting) return 0;
  return deps.db.transaction(async (tx) => {
    const past = and(waiting, isNotNull(reservations.lapseAnnouncedAt), lt(reservations.lapsesAt, now));
    const lapsed = await lapse(tx, now, past);
    await queueMails(
      tx,
      deps.queue,
      lapsed.map((row) => ({
        to: row.email,
        profileId: null,
        template: 'events.expired' as const,
        props: { ...reservationMailProps(deps, row), dueAt: row.lapsesAt!.toISOString() },
        idempotencyKey: `events.expired:${row.id}:${row.lapsesAt!.toISOString()}`,
      })),
    );
    return lapsed.length;
  });
}

/** Lapses at most one batch of what still waits for the payment of an earlier year's event. Nobody is written to. */
export async function lapsePastEvents(deps: Dependencies): Promise<number> {
  const past = and(eq(reservations.status, 'pending'), lt(reservations.year, deps.config.event.year));
  return deps.db.transaction(async (tx) => (await lapse(tx, deps.now(), past)).length);
}

/**
 * Of the reservations meant one batch, but for those that somebody else is writing to right now. None that a part has come for, or that
 * a payment waits for a decision about: a person decides. Looked at again once they are locked.
 */
async function lapse(tx: Tx, now: Date, meant: SQL | undefined): Promise<ReservationRow[]> {
  const hasNoMoney = and(eq(reservations.arrived, 0), not(isPaymentUndecided));
  const found = await tx
    .select({ id: reservations.id })
    .from(reservations)
    .where(and(meant, hasNoMoney))
    .limit(LAPSE_BATCH)
    .for('update', { skipLocked: true });
  const ids = found.map(({ id }) => id);
  const lapsed = await tx
    .update(reservations)
    .set({ status: 'isteklo', lapsedAt: now })
    .where(and(inArray(reservations.id, ids), hasNoMoney))
    .returning();
  await record(
    tx,
    systemActor,
    lapsed.map((row) => ({
      action: 'events.lapsed' as const,
      on: { kind: 'reservation', id: row.id },
      before: { status: 'pending' },
      after: { ...auditFacts(row), year: row.year },
    })),
  );
  return lapsed;
}

/** Of this year's event, unless it is over by then: `null`, as when nothing is scarce. */
async function unpaidScarce(deps: Dependencies, by: Date) {
  const event = await currentEvent(deps.db, deps.config);
  const { year, capacity } = event;
  const scarce = PACKAGE_IDS.filter((id) => capacity[id] !== undefined);
  if (scarce.length === 0 || by >= endsAt(event)) return null;
  return and(eq(reservations.status, 'pending'), eq(reservations.year, year), inArray(reservations.packageId, scarce));
}
