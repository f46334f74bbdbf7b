import { eq } from 'drizzle-orm';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { Reserved } from '#domain/events/contract.ts';
import { endsAt } from '#domain/events/event.ts';
import { packageOf, priceIn } from '#domain/events/packages.ts';
import type { NewReservation } from '#domain/events/shapes.ts';
import type { Edges } from '../app.ts';
import type { Actor } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { lockPackage, placesTaken } from './capacity.ts';
import { priceOf, type ReservationRow } from './describe.ts';
import { changePlace, describeHeld, type Held, holdPlace, holdPlaces, type NewPlace } from './hold-places.ts';
import { refuse } from './refuse.ts';
import { reservations } from './schema.ts';

/**
 * Holds a place and queues the mail with the payment instructions, together or not at all. The same key again answers
 * with the same reservation; with other words (the buyer went back after a lost answer) it changes that one while it waits.
 */
export async function reserve(edges: Edges, actor: Actor, input: NewReservation): Promise<Reserved> {
  const { year, capacity } = edges.config.event;
  const now = edges.now();
  if (now >= endsAt(year)) throw refuse('EVENT_OVER');
  const facts = factsOf(input);
  if (input.shownAmount !== undefined && input.shownAmount !== facts.amount)
    throw refuse('EVENT_PRICE_CHANGED', priceOf(facts));

  const place = { ...facts, year, idempotencyKey: input.key, createdAt: now };
  const limit = capacity[facts.packageId];
  const held = limit === undefined ? await holdPlace(edges, actor, place) : null;
  return describe(held ?? (await carefully(edges, actor, place, facts, limit)));
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

/** The long way, for scarce packages and for keys that have been here before: lock, look again, write. */
async function carefully(edges: Edges, actor: Actor, place: NewPlace, facts: Facts, limit: number | undefined) {
  return edges.db.transaction(async (tx): Promise<Held> => {
    if (limit !== undefined) await lockPackage(tx, facts.packageId);
    const full = limit !== undefined && (await placesTaken(tx, facts.packageId, place.year)) >= limit;
    const [fresh] = full ? [] : await holdPlaces(tx, edges, [{ actor, place }]);
    if (fresh) return fresh;
    const earlier = await reservationOfKey(tx, place.idempotencyKey);
    if (!earlier || (full && earlier.packageId !== facts.packageId)) throw refuse('SOLD_OUT');
    const same = Object.entries(facts).every(([field, value]) => earlier[field as keyof Facts] === value);
    if (same) return describeHeld(edges, earlier);
    if (earlier.status !== 'pending') throw refuse('RESERVATION_SETTLED');
    return changePlace(tx, edges, actor, earlier, facts);
  });
}

async function reservationOfKey(tx: Tx, key: string): Promise<ReservationRow | null> {
  const [row] = await tx.select().from(reservations).where(eq(reservations.idempotencyKey, key)).for('update');
  return row ?? null;
}

function describe({ row, instructions, mail }: Held): Reserved {
  const { number, packageId, country, email } = row;
  return { number, packageId, country, email, amount: priceOf(row), instructions, link: mail.link };
}
