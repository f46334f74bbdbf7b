import { DAY_MS } from '#domain/day.ts';
import { eventPackages, packageOf, priceIn } from '#domain/events/packages.ts';
import { formatReference } from '#domain/events/payment/reference.ts';
import { dayOf } from '#domain/time.ts';
import { paymentParts, statementImports, statementLines } from '../bank/schema.ts';
import { doorChecks, reservationNotes, reservations, tickets } from '../events/schema.ts';
import { batchesOf } from '../platform/batches.ts';
import type { Tx } from '../platform/db.ts';
import { type Calendar, daysBefore, minutesAfter } from './calendar.ts';
import { insertAll } from './insert-all.ts';
import { emails, MEN, SURNAMES, WOMEN } from './names.ts';
import { idOf, type SeededRandom } from './seeded-random.ts';

type ReservationValues = typeof reservations.$inferInsert & { id: string; createdAt: Date; country: 'RS' | 'CG' };
export type SeededReservation = ReservationValues & { number: number };
export type Ticket = typeof tickets.$inferInsert & { id: string; linkId: string; createdAt: Date };
export type DoorCheck = typeof doorChecks.$inferInsert;
type Import = typeof statementImports.$inferInsert & { id: string; importedAt: Date };
type StatementLine = typeof statementLines.$inferInsert & { id: string };
type Part = typeof paymentParts.$inferInsert;

const NOTES = [
  '',
  '',
  '',
  '',
  '',
  'Dolazi sa kolegom, traži sobu do njega.',
  'Uplata stiže preko firme.',
  'Javio se telefonom.',
];
const REHEARSAL = 'Ekipa događaja, proba ulaza.';
/** How many of the paid ones paid through the first statement. */
const SETTLED = 9;

/** Places held for the event from both countries: paid, waiting, reminded and long overdue; and the crew that tried check-in. */
export function makeReservations(
  random: SeededRandom,
  calendar: Calendar,
  { count, year, reminderDays }: { count: number; year: number; reminderDays: number },
) {
  const settledAt = daysBefore(calendar.now, 6);
  const emailOf = emails(random);
  let settled = 0;
  return Array.from({ length: count }, (_, n) => ({ n, createdAt: calendar.moment(daysBefore(calendar.now, 75)) }))
    .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
    .map(({ createdAt }, n): ReservationValues => {
      const firstName = random.one(random.happens(0.5) ? WOMEN : MEN);
      const lastName = random.one(SURNAMES);
      const country = (n * 3) % 10 < 7 ? 'RS' : 'CG';
      const crew = n < 3;
      const pack = crew ? packageOf('ticket-only') : random.one(eventPackages);
      const days = (calendar.now.getTime() - createdAt.getTime()) / DAY_MS;
      const paid = crew || (days > 6 ? n % 7 !== 3 : n % 4 === 0);
      const throughStatement = paid && !crew && country === 'RS' && days > 8 && days < 40 && settled < SETTLED;
      if (throughStatement) settled += 1;
      const confirmedAt = throughStatement ? settledAt : calendar.after(createdAt, 300, 5 * 1_440);
      const remindedAt = !paid && days >= reminderDays ? minutesAfter(createdAt, reminderDays * 1_440) : null;
      return {
        id: idOf(`reservation ${n}`),
        year,
        firstName,
        lastName,
        email: emailOf(firstName, lastName),
        phone:
          country === 'RS'
            ? `+3816300000${String(n).padStart(2, '0')}`.slice(0, 13)
            : `+38268000${String(n).padStart(3, '0')}`,
        country,
        packageId: pack.id,
        ...priceIn(pack, country),
        status: paid ? 'placeno' : 'pending',
        confirmed: paid,
        confirmedAt: paid ? confirmedAt : null,
        remindedAt,
        notes: crew ? REHEARSAL : random.one(NOTES),
        idempotencyKey: idOf(`reservation key ${n}`),
        createdAt,
        updatedAt: paid ? confirmedAt : (remindedAt ?? createdAt),
      };
    });
}

/** A ticket for each person of a paid reservation. */
export function makeTickets(places: SeededReservation[]): Ticket[] {
  return places.flatMap(({ id, packageId, confirmedAt }) => {
    if (!confirmedAt) return [];
    const count = packageOf(packageId).ticketCount;
    return Array.from({ length: count }, (_, index) => ({
      id: idOf(`ticket ${id} ${index}`),
      linkId: idOf(`ticket ${id} ${index}`),
      reservationId: id,
      position: index + 1,
      count,
      createdAt: confirmedAt,
    }));
  });
}

/** The crew's tickets were used when check-in was tried. */
export function makeChecks(
  calendar: Calendar,
  places: SeededReservation[],
  issued: Ticket[],
  adminId: string,
): DoorCheck[] {
  const crew = new Map(places.filter(({ notes }) => notes === REHEARSAL).map((place) => [place.id, place]));
  const at = daysBefore(calendar.now, 2);
  return issued.flatMap(({ id, reservationId }) => {
    const place = crew.get(reservationId);
    if (!place) return [];
    return [
      {
        key: idOf(`check ${id}`),
        year: place.year,
        day: dayOf(at),
        checkedAt: at,
        receivedAt: at,
        verdict: 'valid',
        reservationId,
        ticketId: id,
        door: 'Glavni ulaz',
        checkedBy: adminId,
      },
    ];
  });
}

export interface Statements {
  imports: Import[];
  lines: StatementLine[];
  parts: Part[];
}

/** Two statements of the bank: last week's, settled, and yesterday's, which waits for somebody with all that banks come up with. */
export function makeStatements(
  calendar: Calendar,
  places: SeededReservation[],
  by: { id: string; email: string },
): Statements {
  const { now } = calendar;
  const settledAt = daysBefore(now, 6);
  const settled = places.filter(({ confirmedAt }) => confirmedAt?.getTime() === settledAt.getTime());
  const waiting = places.filter(({ status, country }) => status === 'pending' && country === 'RS');
  const paid = places.find(({ status, country }) => status === 'placeno' && country === 'RS');
  const statement = (daysAgo: number, lineCount: number): Import => {
    const importedAt = daysBefore(now, daysAgo);
    const id = idOf(`statement ${daysAgo}`);
    const fileName = `izvod-${importedAt.toISOString().slice(0, 10)}.xml`;
    return {
      id,
      fileName,
      sha256: id.replaceAll('-', ''),
      format: 'camt',
      lineCount,
      importedBy: by.email,
      importedAt,
    };
  };
  const open = [
    ...waiting.slice(0, 3).map((place) => lineOf(place)),
    ...waiting.slice(3, 4).map((place) => lineOf(place, { amount: Math.round(place.amount / 200) * 100 })),
    ...waiting.slice(4, 5).map((place) => lineOf(place, { amount: place.amount + 50_000 })),
    ...waiting
      .slice(5, 6)
      .map((place) => lineOf(place, { reference: '', purpose: `Rezervacija br. ${place.number}` }, 'suggested')),
    ...(paid ? [lineOf(paid)] : []),
    {
      amount: 250_000,
      currency: 'RSD' as const,
      payer: 'Veselin Primer',
      reference: '',
      purpose: 'Uplata po dogovoru',
    },
    { amount: 120_000, currency: 'RSD' as const, payer: 'Hotel Primer', reference: '', purpose: 'Povraćaj avansa' },
  ];
  const [first, second] = [statement(6, settled.length), statement(1, open.length)];
  const line = (of: Import, position: number) => ({
    id: idOf(`line ${of.id} ${position}`),
    importId: of.id,
    position,
    fingerprint: idOf(`fingerprint ${of.id} ${position}`),
    bookedOn: daysBefore(of.importedAt, 1).toISOString().slice(0, 10),
  });
  const byLine = settled.map(
    (place, index): Part => ({ ...partOf(place, by.email), lineId: line(first, index + 1).id, decidedAt: settledAt }),
  );
  const byHand = places.filter((place) => place.confirmed && !settled.includes(place));
  return {
    imports: [first, second],
    parts: [...byLine, ...byHand.map((place) => partOf(place, by.email))],
    lines: [
      ...settled.map(
        (place, index): StatementLine => ({
          ...line(first, index + 1),
          ...lineOf(place),
          state: 'recorded',
          decision: 'confirm',
          decidedBy: by.email,
          decidedAt: settledAt,
        }),
      ),
      ...open.map(
        (payment, index): StatementLine => ({
          ...line(second, index + 1),
          ...payment,
          ...(payment.purpose === 'Povraćaj avansa'
            ? { state: 'dismissed' as const, decidedBy: by.email, decidedAt: minutesAfter(second.importedAt, 9) }
            : {}),
        }),
      ),
    ],
  };
}

function lineOf(
  place: SeededReservation,
  said: Partial<Pick<StatementLine, 'amount' | 'reference' | 'purpose'>> = {},
  match: 'named' | 'suggested' = 'named',
) {
  return {
    amount: place.amount,
    currency: place.currency,
    payer: `${place.lastName} ${place.firstName}`.toUpperCase(),
    reference: `97 ${formatReference(place)}`,
    purpose: 'Rezervacija za događaj',
    ...(match === 'named' ? { reservationId: place.id } : { suggestedId: place.id }),
    ...said,
  };
}

/** What came for a paid reservation, said by hand unless a line shows it. */
const partOf = ({ id, amount, currency, confirmedAt, createdAt }: SeededReservation, decidedBy: string): Part => ({
  id: idOf(`part ${id}`),
  reservationId: id,
  amount,
  currency,
  state: 'confirmed',
  decidedBy,
  decidedAt: confirmedAt ?? createdAt,
});

/** Reservations get their numbers in the order of the year. */
export async function writeReservations(
  tx: Tx,
  places: ReservationValues[],
  authorId: string,
): Promise<SeededReservation[]> {
  const numbers: { number: number }[] = [];
  for (const batch of batchesOf(places))
    numbers.push(...(await tx.insert(reservations).values(batch).returning({ number: reservations.number })));
  const notes = places.flatMap(({ id, notes: text, updatedAt, createdAt }) =>
    text ? [{ id: idOf(`note ${id}`), reservationId: id, text, authorId, createdAt: updatedAt ?? createdAt }] : [],
  );
  await insertAll(tx, reservationNotes, notes);
  return places.map((place, index) => ({ ...place, number: numbers[index]!.number }));
}

export async function writeTicketsAndStatements(
  tx: Tx,
  issued: Ticket[],
  checks: DoorCheck[],
  { imports, lines, parts }: Statements,
): Promise<void> {
  await insertAll(tx, tickets, issued);
  await insertAll(tx, doorChecks, checks);
  await insertAll(tx, statementImports, imports);
  await insertAll(tx, statementLines, lines);
  await insertAll(tx, paymentParts, parts);
}
