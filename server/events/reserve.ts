import { eq } from 'drizzle-orm';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { Reserved } from '#domain/events/contract.ts';
import { endsAt } from '#domain/events/event.ts';
import { packageOf, priceIn } from '#domain/events/packages.ts';
import type { NewReservation } from '#domain/events/shapes.ts';
import type { Edges } from '../app.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { queueMail } from '../platform/mail.ts';
import { lockPackage, placesTaken } from './capacity.ts';
import {
  auditFacts,
  instructionsFor,
  mailInstructions,
  mailReservation,
  priceOf,
  type ReservationRow,
} from './describe.ts';
import { refuse } from './refuse.ts';
import { reservations } from './schema.ts';
import { ticketLink } from './ticket-token.ts';

/**
 * Holds a place and queues the mail with the payment instructions, together or not at all. The same key again answers
 * with the same reservation; with other words (the buyer went back after a lost answer) it changes that one while it waits.
 */
export async function reserve(edges: Edges, actor: Actor, input: NewReservation): Promise<Reserved> {
  const { year, capacity } = edges.config.event;
  if (edges.now() >= endsAt(year)) throw refuse('EVENT_OVER');
  const facts = factsOf(input);
  if (input.shownAmount !== undefined && input.shownAmount !== facts.amount)
    throw refuse('EVENT_PRICE_CHANGED', priceOf(facts));

  const row = await edges.db.transaction(async (tx) => {
    const limit = capacity[facts.packageId];
    if (limit !== undefined) await lockPackage(tx, facts.packageId);
    const full = limit !== undefined && (await placesTaken(tx, facts.packageId)) >= limit;
    const fresh = full
      ? null
      : await insertReservation(tx, {
          ...facts,
          year,
          idempotencyKey: input.key,
          createdAt: edges.now(),
        });
    if (fresh) {
      await announce(tx, edges, actor, fresh, 'events.reserved');
      return fresh;
    }
    const earlier = await reservationOfKey(tx, input.key);
    if (!earlier || (full && earlier.packageId !== facts.packageId)) throw refuse('SOLD_OUT');
    return changeReservation(tx, edges, actor, earlier, facts);
  });
  return describeReserved(edges, row);
}

type Facts = ReturnType<typeof factsOf>;

/** The price is the list's; the telephone number is stored internationally when it is a real one. */
function factsOf({ personalInfo, selectedCountry: country, selectedPackage: packageId }: NewReservation) {
  const typed = parsePhoneNumberFromString(personalInfo.phone, country === 'RS' ? 'RS' : 'ME');
  const { amount, currency } = priceIn(packageOf(packageId), country);
  return {
    ...personalInfo,
    phone: typed?.isValid() ? typed.number : personalInfo.phone,
    country,
    packageId,
    amount,
    currency,
  };
}

/** `null` when a reservation with this key is already there. */
export async function insertReservation(
  tx: Tx,
  values: typeof reservations.$inferInsert,
): Promise<ReservationRow | null> {
  const [row] = await tx
    .insert(reservations)
    .values(values)
    .onConflictDoNothing({ target: reservations.idempotencyKey })
    .returning();
  return row ?? null;
}

async function reservationOfKey(tx: Tx, key: string): Promise<ReservationRow | null> {
  const [row] = await tx.select().from(reservations).where(eq(reservations.idempotencyKey, key)).for('update');
  return row ?? null;
}

async function changeReservation(tx: Tx, edges: Edges, actor: Actor, earlier: ReservationRow, facts: Facts) {
  const same = Object.entries(facts).every(([field, value]) => earlier[field as keyof Facts] === value);
  if (same) return earlier;
  if (earlier.status !== 'pending') throw refuse('RESERVATION_SETTLED');
  const [changed] = await tx.update(reservations).set(facts).where(eq(reservations.id, earlier.id)).returning();
  await announce(tx, edges, actor, changed!, 'events.changed', earlier);
  return changed!;
}

async function announce(
  tx: Tx,
  edges: Edges,
  actor: Actor,
  row: ReservationRow,
  action: 'events.reserved' | 'events.changed',
  before?: ReservationRow,
) {
  await record(tx, actor, {
    action,
    on: { kind: 'reservation', id: row.id },
    before: before && auditFacts(before),
    after: auditFacts(row),
  });
  await queueMail(tx, edges.queue, {
    to: row.email,
    template: 'events.reserved',
    props: { ...mailReservation(edges, row), instructions: mailInstructions(edges, row) },
  });
}

function describeReserved(edges: Edges, row: ReservationRow): Reserved {
  const { number, packageId, country, email } = row;
  const link = ticketLink(edges, 'reservation', row.id);
  return { number, packageId, country, email, amount: priceOf(row), instructions: instructionsFor(edges, row), link };
}
