import { and, count, eq, inArray, sql } from 'drizzle-orm';
import { sumsOf } from '#domain/bank/money.ts';
import type { EventPreview, EventState, MadeChange, ShownPreview } from '#domain/events/change/contract.ts';
import { eventFacts } from '#domain/events/event.ts';
import { beginsAt, endsAt } from '#domain/events/moments.ts';
import { packageOf } from '#domain/events/packages.ts';
import { paymentParts } from '../../bank/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import { changesOf, currentEvent } from '../current.ts';
import { HOLDS_A_PLACE } from '../reservations/capacity.ts';
import { eventChoices, reservations } from '../schema.ts';
import { askedBackAfterMove, paidBeforeChangeCondition } from './choice.ts';

/** What a change of the whole event would concern, what was changed already, and the money that goes back. */
export async function eventState(db: DatabaseOrTransaction, deps: Dependencies): Promise<EventState> {
  const now = deps.now();
  const event = await currentEvent(db, deps.config);
  const changes = await changesOf(db, event.year);
  const [preview, money, made] = await Promise.all([
    readPreview(db, event.year),
    moneyOf(db, event.year, ['owed', 'returned']),
    Promise.all(changes.map((row, index) => describeChange(db, row, index === 0))),
  ]);
  const inState = (wanted: string) => sumsOf(money.filter(({ state }) => state === wanted));
  return {
    event: eventFacts(event),
    begun: now >= beginsAt(event),
    over: now >= endsAt(event),
    preview,
    changes: made,
    owed: inState('owed'),
    returned: inState('returned'),
  };
}

/** The same people, money and mails that were shown. */
export const isPreviewUnchanged = (preview: EventPreview, shown: ShownPreview): boolean =>
  preview.reservations === shown.reservations &&
  preview.mails === shown.mails &&
  preview.askedBack === shown.askedBack &&
  preview.money.length === shown.money.length &&
  preview.money.every(({ amount, currency }) =>
    shown.money.some((other) => other.currency === currency && other.amount === amount),
  );

async function readPreview(db: DatabaseOrTransaction, year: number): Promise<EventPreview> {
  const [rows, money, askedBack] = await Promise.all([
    db
      .select({
        packageId: reservations.packageId,
        waiting: sql<number>`count(*) filter (where not ${reservations.confirmed})`.mapWith(Number),
        paid: sql<number>`count(*) filter (where ${reservations.confirmed})`.mapWith(Number),
        mails: sql<number>`count(*) filter (where ${reservations.email} <> '')`.mapWith(Number),
      })
      .from(reservations)
      .where(and(eq(reservations.year, year), inArray(reservations.status, HOLDS_A_PLACE)))
      .groupBy(reservations.packageId),
    moneyOf(db, year, ['waiting', 'confirmed']),
    askedBackAfterMove(db, year),
  ]);
  return {
    reservations: rows.reduce((sum, { waiting, paid }) => sum + waiting + paid, 0),
    packages: rows.map(({ packageId, waiting, paid }) => ({
      packageId,
      waiting,
      paid,
      tickets: paid * packageOf(packageId).ticketCount,
    })),
    money: sumsOf(money),
    mails: rows.reduce((sum, row) => sum + row.mails, 0),
    askedBack: askedBack.filter(({ email, isGivenBack }) => email !== '' && !isGivenBack).length,
  };
}

type PartState = (typeof paymentParts.$inferSelect)['state'];

const moneyOf = (db: DatabaseOrTransaction, year: number, states: PartState[]) =>
  db
    .select({
      state: paymentParts.state,
      currency: paymentParts.currency,
      amount: sql<number>`sum(${paymentParts.amount})`.mapWith(Number),
    })
    .from(paymentParts)
    .innerJoin(reservations, eq(reservations.id, paymentParts.reservationId))
    .where(and(eq(reservations.year, year), inArray(paymentParts.state, states)))
    .groupBy(paymentParts.state, paymentParts.currency);

type ChangeRow = Awaited<ReturnType<typeof changesOf>>[number];

/** Only of the last change somebody may still choose. */
async function describeChange(db: DatabaseOrTransaction, row: ChangeRow, last: boolean): Promise<MadeChange> {
  const { year, ...made } = row;
  if (row.kind === 'cancelled') return { ...made, choices: null };
  const chosen = await db
    .select({ choice: eventChoices.choice, n: count() })
    .from(eventChoices)
    .where(eq(eventChoices.changeId, row.id))
    .groupBy(eventChoices.choice);
  const numberOf = (wanted: string) => chosen.find(({ choice }) => choice === wanted)?.n ?? 0;
  const silent = sql`not exists (select from ${eventChoices} where ${eventChoices.changeId} = ${row.id}
    and ${eventChoices.reservationId} = ${reservations.id})`;
  const open = last ? await db.$count(reservations, and(paidBeforeChangeCondition(row), silent)) : 0;
  return { ...made, choices: { keep: numberOf('keep'), refund: numberOf('refund'), open } };
}
