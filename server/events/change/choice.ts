import { and, eq, gt, inArray, lte, or, type SQL } from 'drizzle-orm';
import { sumsOf } from '#domain/bank/money.ts';
import type { GuestChange } from '#domain/events/change/contract.ts';
import { changeCopy } from '#domain/events/change/copy.ts';
import type { Money } from '#domain/money.ts';
import { acceptedDifferences, paymentParts } from '../../bank/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import { changesOf } from '../current.ts';
import type { ReservationRow } from '../describe.ts';
import { eventChoices, reservations } from '../schema.ts';

type ChangeRow = Awaited<ReturnType<typeof changesOf>>[number];
type ChoiceRow = typeof eventChoices.$inferSelect;

/** The reservations that chose or may choose: made before the change, and money has come for them. */
export const paidBeforeChangeCondition = ({ year, madeAt }: Pick<ChangeRow, 'year' | 'madeAt'>): SQL | undefined =>
  and(
    eq(reservations.year, year),
    lte(reservations.createdAt, madeAt),
    or(eq(reservations.status, 'placeno'), and(eq(reservations.status, 'pending'), gt(reservations.arrived, 0))),
  );

const hasPaid = ({ status, arrived }: ReservationRow): boolean =>
  status === 'placeno' || (status === 'pending' && arrived > 0);

/** The last change of a reservation's event, when it was reserved before it; and what was chosen since. */
export async function changeFor(
  db: DatabaseOrTransaction,
  row: Pick<ReservationRow, 'id' | 'year' | 'createdAt'>,
): Promise<{ change: ChangeRow; choice: ChoiceRow | null } | null> {
  const [change] = await changesOf(db, row.year).limit(1);
  if (!change || change.madeAt < row.createdAt) return null;
  const [choice] = await db
    .select()
    .from(eventChoices)
    .where(and(eq(eventChoices.changeId, change.id), eq(eventChoices.reservationId, row.id)));
  return { change, choice: choice ?? null };
}

/** Whoever paid may choose, and change it, until the announced moment. */
export const mayChoose = (
  { change: { kind, chooseUntil }, choice }: NonNullable<Awaited<ReturnType<typeof changeFor>>>,
  row: ReservationRow,
  now: Date,
): boolean =>
  kind === 'moved' &&
  chooseUntil !== null &&
  now < chooseUntil &&
  (hasPaid(row) || (row.status === 'otkazano' && choice?.choice === 'refund'));

type Part = Pick<typeof paymentParts.$inferSelect, 'state' | 'reason'>;
const isReturned = (parts: Part[]): boolean => parts.length > 0 && parts.every(({ state }) => state === 'returned');

/** A payment that was given back for another reason, while the ticket's own is owed still, does not count. */
export const isGivenBack = (parts: Part[]): boolean =>
  isReturned(parts) || parts.some(({ state, reason }) => state === 'returned' && reason === changeCopy.refundReason);

/** Whether what is owed for that reason alone still pays for the ticket; a part of its price has nothing to pay for yet. */
async function isPaidWithOwed(
  db: DatabaseOrTransaction,
  { id, arrived, amount, currency }: ReservationRow,
  { was }: ChoiceRow,
  parts: (Part & Money)[],
): Promise<boolean> {
  if (was === 'pending') return true;
  const [accepted] = await db
    .select({ missing: acceptedDifferences.missing })
    .from(acceptedDifferences)
    .where(eq(acceptedDifferences.reservationId, id));
  const owed = parts.filter(
    (part) => part.state === 'owed' && part.reason === changeCopy.refundReason && part.currency === currency,
  );
  return owed.reduce((sum, part) => sum + part.amount, arrived + (accepted?.missing ?? 0)) === amount;
}

/** Whoever asked for the money after the last move: another one may suit them, and unless it was given back the ticket is theirs again. */
export async function askedBackAfterMove(db: DatabaseOrTransaction, year: number) {
  const [change] = await changesOf(db, year).limit(1);
  if (!change) return [];
  const { was, chosenAt } = eventChoices;
  const rows = await db
    .select({ id: reservations.id, email: reservations.email, was, chosenAt })
    .from(eventChoices)
    .innerJoin(reservations, eq(reservations.id, eventChoices.reservationId))
    .where(
      and(eq(eventChoices.changeId, change.id), eq(eventChoices.choice, 'refund'), eq(reservations.status, 'otkazano')),
    );
  const ids = rows.map(({ id }) => id);
  const parts = await db.select().from(paymentParts).where(inArray(paymentParts.reservationId, ids));
  const byPlace = Map.groupBy(parts, ({ reservationId }) => reservationId);
  return rows.map((row) => ({ ...row, isGivenBack: isGivenBack(byPlace.get(row.id) ?? []) }));
}

/** What a link's page says of it; the choice for whoever reserved alone. */
export async function guestChange(
  { db, now }: Dependencies,
  row: ReservationRow,
  { chooses }: { chooses: boolean },
): Promise<GuestChange | null> {
  const found = await changeFor(db, row);
  if (!found) return null;
  const { change, choice } = found;
  const about = { kind: change.kind, from: change.from, reason: change.reason };
  const concerned = hasPaid(row) || row.status === 'otkazano';
  if (!chooses || !concerned) return { ...about, choice: null };
  const { state, reason, amount, currency } = paymentParts;
  const parts = await db
    .select({ state, reason, amount, currency })
    .from(paymentParts)
    .where(eq(paymentParts.reservationId, row.id));
  const mayChange =
    choice?.choice !== 'refund' || (!isGivenBack(parts) && (await isPaidWithOwed(db, row, choice, parts)));
  return {
    ...about,
    choice: {
      until: change.chooseUntil ?? change.madeAt,
      made: choice?.choice ?? null,
      open: mayChoose(found, row, now()) && mayChange,
      isPart: (row.status === 'otkazano' ? choice?.was : row.status) === 'pending',
      money: sumsOf(parts.filter((part) => part.state !== 'returned')),
      returned: isReturned(parts),
    },
  };
}
