import { eq } from 'drizzle-orm';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import pLimit from 'p-limit';
import type { Reserved } from '#domain/events/contract.ts';
import { isScarce, lapsesAt } from '#domain/events/lapse.ts';
import { endsAt } from '#domain/events/moments.ts';
import { packageOf, priceIn } from '#domain/events/packages.ts';
import type { NewReservation } from '#domain/events/shapes.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Actor } from '../../platform/audit.ts';
import { isDatabaseUnavailable, PoolBusy } from '../../platform/database-errors.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { currentEvent, lockEventShared } from '../current.ts';
import { priceOf, type ReservationRow } from '../describe.ts';
import { reservations } from '../schema.ts';
import { lockPackage, refuseSecondScarce, takenSeats } from './capacity.ts';
import {
  type CreatedReservation,
  createReservation,
  describeCreated,
  type ReservationValues,
  updateReservation,
} from './create-reservations.ts';
import { takeReservationLimits } from './throttle.ts';

/**
 * Holds a place and queues the mail with the payment instructions, together or not at all. The same key again answers
 * with the same reservation; with other words (the buyer went back after a lost answer) it changes that one while it waits.
 */
export async function reserve(deps: Dependencies, actor: Actor, input: NewReservation): Promise<Reserved> {
  const event = await currentEvent(deps.db, deps.config);
  const now = deps.now();
  if (event.change?.kind === 'cancelled') throw refuse('EVENT_CANCELLED');
  if (now >= endsAt(event)) throw refuse('EVENT_OVER');
  const facts = factsOf(input);
  if (input.shownAmount !== undefined && input.shownAmount !== facts.amount)
    throw refuse('EVENT_PRICE_CHANGED', priceOf(facts));

  const place = {
    ...facts,
    year: event.year,
    scarce: isScarce(event, facts.packageId),
    lapsesAt: lapsesAt(event, facts.packageId, now),
    idempotencyKey: input.key,
    createdAt: now,
  };
  const write = async () => {
    if (deps.config.rateLimits) {
      const earlier = await reservationOfKey(deps.db, input.key);
      if (!earlier) await refuseIfGone(deps, place);
      if (!isRepeated(earlier, facts)) await takeReservationLimits(deps, attemptOf(actor, facts, earlier));
    }
    const hold = () => reserveWithLock(deps, actor, place, facts);
    return describe(await (place.scarce ? runOneAtATime(deps, hold) : hold()));
  };
  return deps.config.rateLimits ? afterPending(deps, input.key, write) : write();
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

/**
 * Before anything is counted: whoever learns that a package is gone may choose another at once. Whether an address holds a place is said
 * only after counting, by the unique index, or anybody could ask it of any address without end.
 */
async function refuseIfGone({ db, config }: Dependencies, { scarce, packageId, year }: ReservationValues) {
  const limit = config.event.capacity[packageId];
  if (!scarce || limit === undefined) return;
  if ((await takenSeats(db, packageId, year)) >= limit) throw refuse('SOLD_OUT');
}

const attemptOf = ({ ip }: Actor, { email }: Facts, earlier: ReservationRow | null) => ({
  ip: ip ?? '',
  email,
  changes: earlier && { key: earlier.idempotencyKey!, email: earlier.email },
});

/** Nothing is written for it and no mail goes out. */
const isRepeated = (earlier: ReservationRow | null, facts: Facts): boolean =>
  earlier !== null && Object.entries(facts).every(([field, value]) => earlier[field as keyof Facts] === value);

/** A double click is one attempt: of equal keys the later waits for the earlier, and is then a repeated one. */
const pendingByKey = perInstance((_: Dependencies) => new Map<string, Promise<unknown>>());
async function afterPending<T>(deps: Dependencies, key: string, work: () => Promise<T>): Promise<T> {
  const waiting = pendingByKey(deps);
  const earlier = waiting.get(key) ?? Promise.resolve();
  const mine = earlier.then(work, work);
  waiting.set(key, mine);
  try {
    return await mine;
  } finally {
    if (waiting.get(key) === mine) waiting.delete(key);
  }
}

const oneAtATime = perInstance((_: Dependencies) => pLimit({ concurrency: 1, rejectOnClear: true }));

/**
 * Many requests for the last places wait here, not for the package's lock with a database connection each. When the database
 * stands still, nobody of it waits for those before them.
 */
function runOneAtATime<T>(deps: Dependencies, work: () => Promise<T>): Promise<T> {
  const queue = oneAtATime(deps);
  const attempt = async () => {
    try {
      return await work();
    } catch (error) {
      if (isDatabaseUnavailable(error)) queue.clearQueue();
      throw error;
    }
  };
  return queue(attempt).catch((error) => {
    throw error instanceof DOMException ? new PoolBusy() : error;
  });
}

/** Looks and writes under the package's lock when its places are limited. A key that has been here before changes that reservation. */
async function reserveWithLock(deps: Dependencies, actor: Actor, place: ReservationValues, facts: Facts) {
  const limit = deps.config.event.capacity[facts.packageId];
  try {
    return await deps.db.transaction(async (tx): Promise<CreatedReservation> => {
      await lockEventShared(tx, place.year);
      if ((await currentEvent(tx, deps.config)).change?.kind === 'cancelled') throw refuse('EVENT_CANCELLED');
      if (limit !== undefined) await lockPackage(tx, facts.packageId);
      const full = limit !== undefined && (await takenSeats(tx, facts.packageId, place.year)) >= limit;
      const fresh = full ? null : await createReservation(tx, deps, actor, place);
      if (fresh) return fresh;
      const earlier = await reservationOfKey(tx, place.idempotencyKey, 'update');
      if (earlier?.status === 'isteklo') throw refuse('RESERVATION_LAPSED');
      // Of what is paid or cancelled there is nothing to be paid, whatever the words.
      if (earlier && earlier.status !== 'pending') throw refuse('RESERVATION_SETTLED');
      if (!earlier || (full && earlier.packageId !== facts.packageId)) throw refuse('SOLD_OUT');
      if (isRepeated(earlier, facts)) return describeCreated(deps, earlier);
      // Once money has come, for whatever part, the price stands.
      if (earlier.arrived > 0) throw refuse('RESERVATION_SETTLED');
      return updateReservation(tx, deps, actor, earlier, { ...facts, ...lapseOf(place, earlier) });
    });
  } catch (error) {
    return refuseSecondScarce(error);
  }
}

/** A change from one scarce package to another does not put off the day. */
const lapseOf = ({ scarce = false, lapsesAt }: ReservationValues, earlier: ReservationRow) =>
  scarce ? { scarce, lapsesAt: earlier.lapsesAt ?? lapsesAt } : { scarce, lapsesAt: null, lapseAnnouncedAt: null };

async function reservationOfKey(
  db: DatabaseOrTransaction,
  key: string,
  lock?: 'update',
): Promise<ReservationRow | null> {
  const query = db.select().from(reservations).where(eq(reservations.idempotencyKey, key));
  const [row] = await (lock ? query.for(lock) : query);
  return row ?? null;
}

function describe({ row, instructions, mail }: CreatedReservation): Reserved {
  const { number, packageId, country, email } = row;
  return { number, packageId, country, email, amount: priceOf(row), instructions, link: mail.link };
}
