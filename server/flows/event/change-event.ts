import { and, asc, eq, inArray, isNotNull, ne, or } from 'drizzle-orm';
import { sumsOf } from '#domain/bank/money.ts';
import type { Day } from '#domain/day.ts';
import { daysLater } from '#domain/day.ts';
import type { EventState, ShownPreview } from '#domain/events/change/contract.ts';
import { changeCopy } from '#domain/events/change/copy.ts';
import { moveProblems } from '#domain/events/change/rules.ts';
import { beginsAt, endsAt } from '#domain/events/moments.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf, startOfDay } from '#domain/time.ts';
import { decidedBy, oweBackParts } from '../../bank/parts.ts';
import type { Dependencies } from '../../dependencies.ts';
import { askedBackAfterMove } from '../../events/change/choice.ts';
import { eventState, isPreviewUnchanged } from '../../events/change/event-state.ts';
import { type CurrentEvent, currentEvent, lockEvent } from '../../events/current.ts';
import { auditFacts, type ReservationRow, reservationMailProps } from '../../events/describe.ts';
import { guestsOf } from '../../events/places/places.ts';
import { HOLDS_A_PLACE } from '../../events/reservations/capacity.ts';
import { ticketMailProps } from '../../events/reservations/confirm.ts';
import { eventChanges, eventChoices, places, reservations, tickets } from '../../events/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import { batchesOf } from '../../platform/batches.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMails } from '../../platform/mail/mail.ts';
import { postReservationEntries } from './post-reservation-entries.ts';

interface Change {
  id: string;
  kind: 'moved' | 'cancelled';
  firstDay?: Day | undefined;
  chooseUntil?: Day | undefined;
  reason: string;
  shown: ShownPreview;
}

type Made = typeof eventChanges.$inferSelect;

/**
 * Cancels or moves the whole event: its days, all reservations, what is owed back and every mail, together or not at all.
 * Refused when it would concern others than were shown. The same key again answers with what became of it.
 */
export async function changeEvent(deps: Dependencies, actor: Actor, wanted: Change): Promise<EventState> {
  return deps.db.transaction(async (tx) => {
    await lockEvent(tx, deps.config.event.year);
    const [earlier] = await tx.select().from(eventChanges).where(eq(eventChanges.id, wanted.id));
    if (earlier) return eventState(tx, deps);
    const event = await currentEvent(tx, deps.config);
    const now = deps.now();
    if (event.change?.kind === 'cancelled') throw refuse('EVENT_CANCELLED');
    if (now >= (wanted.kind === 'moved' ? beginsAt(event) : endsAt(event))) throw refuse('EVENT_BEGUN');
    const days = daysOf(wanted, event, dayOf(now));
    const held = await lockReservations(tx, event.year);
    const state = await eventState(tx, deps);
    if (!isPreviewUnchanged(state.preview, wanted.shown)) throw refuse('EVENT_STATE_CHANGED', state);
    const askedBack = await askedBackAfterMove(tx, event.year);
    const [made] = await tx
      .insert(eventChanges)
      .values({
        id: wanted.id,
        year: event.year,
        kind: wanted.kind,
        from: event.firstDay,
        ...days,
        reason: wanted.reason,
        madeAt: now,
        madeBy: actor.email ?? actor.id,
      })
      .returning();
    if (wanted.kind === 'moved') await move(tx, deps, made!, askedBack);
    else await cancelAll(tx, deps, actor, made!, held);
    const { packages, askedBack: others, mails, ...concerned } = state.preview;
    await record(tx, actor, {
      action: wanted.kind === 'moved' ? 'events.moved' : 'events.called-off',
      on: { kind: 'event', id: String(event.year) },
      before: { firstDay: event.firstDay },
      after: {
        firstDay: made!.firstDay,
        reason: wanted.reason,
        chooseUntil: made!.chooseUntil,
        ...concerned,
        mails: wanted.kind === 'moved' ? mails + others : mails,
      },
    });
    return eventState(tx, deps);
  });
}

function daysOf({ kind, firstDay, chooseUntil }: Change, event: CurrentEvent, today: Day) {
  if (kind === 'cancelled') return { firstDay: event.firstDay, chooseUntil: null };
  const problems = moveProblems({ firstDay, chooseUntil } as { firstDay?: Day; chooseUntil?: Day }, {
    ...event,
    today,
  });
  if (Object.keys(problems).length > 0) throw refuse('EVENT_DAY_WRONG');
  return { firstDay: firstDay!, chooseUntil: startOfDay(daysLater(chooseUntil!, 1)) };
}

/** All of the year but those cancelled already, in the order in which others lock them. */
const lockReservations = (tx: Tx, year: number): Promise<ReservationRow[]> =>
  tx
    .select()
    .from(reservations)
    .where(and(eq(reservations.year, year), ne(reservations.status, 'otkazano')))
    .orderBy(asc(reservations.id))
    .for('update');

type AskedBack = Awaited<ReturnType<typeof askedBackAfterMove>>;

/**
 * Also of those that open nothing any more: their page names the day, too. Whoever asked for the money because of the last one has asked
 * for it still, and may change that until the new day.
 */
async function move(tx: Tx, deps: Dependencies, change: Made, askedBack: AskedBack): Promise<void> {
  const ofYear = eq(reservations.year, change.year);
  await tx.update(reservations).set({ firstDay: change.firstDay }).where(ofYear);
  const carried = askedBack.map(({ id, was, chosenAt }) => ({ reservationId: id, was, chosenAt }));
  for (const batch of batchesOf(carried))
    await tx
      .insert(eventChoices)
      .values(batch.map((choice) => ({ changeId: change.id, choice: 'refund' as const, ...choice })));
  const mayReturn = askedBack.flatMap(({ id, isGivenBack }) => (isGivenBack ? [] : id));
  const openReservations = await tx
    .select()
    .from(reservations)
    .where(and(ofYear, or(inArray(reservations.status, HOLDS_A_PLACE), inArray(reservations.id, mayReturn))));
  const guests = await guestsOf(tx, openReservations);
  const issued = await tx
    .select({ ticket: tickets })
    .from(tickets)
    .innerJoin(reservations, eq(reservations.id, tickets.reservationId))
    .where(and(ofYear, eq(reservations.status, 'placeno')));
  const byReservation = Map.groupBy(
    issued.map(({ ticket }) => ticket),
    ({ reservationId }) => reservationId,
  );
  await queueMails(
    tx,
    deps.queue,
    openReservations.map((row) => {
      const named = guests.get(row.id)!;
      const refund = row.status === 'otkazano';
      return {
        to: row.email,
        profileId: null,
        template: 'events.moved' as const,
        props: {
          ...reservationMailProps(deps, row),
          from: change.from,
          reason: change.reason,
          chooseUntil: refund || row.confirmed || row.arrived > 0 ? lastDayOf(change.chooseUntil!) : null,
          isPaid: row.status === 'placeno',
          tickets: ticketMailProps(deps, row, byReservation.get(row.id) ?? [], named),
          given: !refund && named.some(({ given }) => given),
          refund,
        },
        idempotencyKey: `events.moved:${change.id}:${row.id}`,
      };
    }),
  );
}

/** Choices end with the day before that moment; mails name that day. */
const lastDayOf = (moment: Date): string => new Date(moment.getTime() - 1).toISOString();

/** Lapsed ones, too: what still comes for them goes back. Only those that stood are written to. */
async function cancelAll(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  change: Made,
  rows: ReservationRow[],
): Promise<void> {
  const now = deps.now();
  const reason = changeCopy.cancelReason(change.reason);
  await tx
    .update(reservations)
    .set({ status: 'otkazano', confirmed: false, cancelledAt: now, cancelReason: reason })
    .where(and(eq(reservations.year, change.year), ne(reservations.status, 'otkazano')));
  const ids = rows.map(({ id }) => id);
  const owed = Map.groupBy(
    await oweBackParts(tx, decidedBy(actor, now), ids, reason),
    ({ reservationId }) => reservationId,
  );
  await postReservationEntries(tx, now, ids);
  const owedOf = (row: ReservationRow) => sumsOf(owed.get(row.id) ?? []);
  await record(
    tx,
    actor,
    rows.map((row) => ({
      action: 'events.cancelled' as const,
      on: { kind: 'reservation' as const, id: row.id },
      before: auditFacts(row),
      after: { status: 'otkazano', reason, owed: owedOf(row) },
    })),
  );
  const given = new Set(await givenOf(tx, change.year));
  await queueMails(
    tx,
    deps.queue,
    rows
      .filter(({ status }) => status !== 'isteklo')
      .map((row) => ({
        to: row.email,
        profileId: null,
        template: 'events.called-off' as const,
        props: {
          ...reservationMailProps(deps, row),
          reason: change.reason,
          owed: owedOf(row),
          given: given.has(row.id),
        },
        idempotencyKey: `events.called-off:${row.id}`,
      })),
  );
}

/** The reservations of which a place was given to another person. */
async function givenOf(tx: Tx, year: number): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: places.reservationId })
    .from(places)
    .innerJoin(reservations, eq(reservations.id, places.reservationId))
    .where(and(eq(reservations.year, year), isNotNull(places.givenAt)));
  return rows.map(({ id }) => id);
}
