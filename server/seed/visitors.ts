import { createHash } from 'node:crypto';
import { eventPackages, priceIn } from '#domain/events/packages.ts';
import { fold } from '#domain/fold.ts';
import { devices } from '../devices/schema.ts';
import { reservations, tickets } from '../events/schema.ts';
import type { Tx } from '../platform/db.ts';
import { insertRows } from '../platform/insert-rows.ts';
import { type Chance, idOf } from './chance.ts';
import { daysBefore, type Profile } from './crowd.ts';
import { MEN, SURNAMES, WOMEN } from './names.ts';

type Reservation = typeof reservations.$inferInsert & { id: string; createdAt: Date };
const NOTES = [
  '',
  '',
  '',
  '',
  'Dolazi sa kolegom, traži sobu do njega.',
  'Uplata stiže preko firme.',
  'Javio se telefonom.',
];

/** Places held for the event in both countries: paid, waiting, reminded and long overdue. */
export function makeReservations(chance: Chance, now: Date, year: number): Reservation[] {
  return Array.from({ length: 96 }, (_, n): Reservation => {
    const firstName = chance.one(chance.happens(0.5) ? WOMEN : MEN);
    const lastName = chance.one(SURNAMES);
    const country = chance.happens(0.7) ? 'RS' : 'CG';
    const pack = chance.one(eventPackages);
    const daysAgo = chance.next() ** 1.4 * 60;
    const createdAt = daysBefore(now, daysAgo);
    const paid = chance.happens(daysAgo > 4 ? 0.72 : 0.2);
    const { amount, currency } = priceIn(pack, country);
    return {
      id: idOf(`reservation ${n}`),
      year,
      firstName,
      lastName,
      email: `${fold(firstName)}.${fold(lastName)}.gost${n}@primer.example`,
      phone: `${country === 'RS' ? '+38163' : '+38267'}000${String(n).padStart(3, '0')}`,
      country,
      packageId: pack.id,
      amount,
      currency,
      status: paid ? 'placeno' : 'pending',
      confirmed: paid,
      confirmedAt: paid ? daysBefore(createdAt, -chance.next() * Math.min(daysAgo, 4)) : null,
      remindedAt: !paid && daysAgo > 3 ? daysBefore(createdAt, -3) : null,
      notes: chance.one(NOTES),
      idempotencyKey: idOf(`reservation key ${n}`),
      createdAt,
      updatedAt: createdAt,
    };
  }).sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}

export async function writeReservations(tx: Tx, held: Reservation[]) {
  await insertRows(tx, reservations, held);
  await insertRows(
    tx,
    tickets,
    held
      .filter(({ confirmed }) => confirmed)
      .flatMap(({ id, packageId, confirmedAt }) => {
        const { ticketCount } = eventPackages.find((pack) => pack.id === packageId)!;
        return Array.from({ length: ticketCount }, (_, index) => ({
          id: idOf(`ticket ${id} ${index}`),
          reservationId: id,
          position: index + 1,
          count: ticketCount,
          createdAt: confirmedAt!,
        }));
      }),
  );
}

const ROOMS = ['Dnevna soba', 'Spavaća soba', 'Kafić', 'Čekaonica', 'Recepcija', 'Kancelarija'];

/** TVs of members: most were on this week, some have been unlinked. */
export async function writeDevices(tx: Tx, chance: Chance, now: Date, members: Profile[]) {
  const rows = members
    .filter((_, n) => n % 11 === 0)
    .map((member, n): typeof devices.$inferInsert => {
      const linkedAt = daysBefore(now, chance.next() * ((now.getTime() - member.createdAt.getTime()) / 86_400_000));
      const unlinkedAt = n % 13 === 5 ? new Date(Math.min(now.getTime(), linkedAt.getTime() + 20 * 86_400_000)) : null;
      return {
        id: idOf(`device ${n}`),
        profileId: member.id,
        number: 100_000_000 + n * 4_561_237,
        name: chance.one(ROOMS),
        tokenHash: unlinkedAt ? null : createHash('sha256').update(`device ${n}`).digest(),
        linkedAt,
        lastSeenAt: unlinkedAt ?? daysBefore(now, chance.next() ** 3 * 6),
        unlinkedAt,
        updatedAt: linkedAt,
      };
    });
  await tx.insert(devices).values(rows);
}
