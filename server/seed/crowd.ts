import { isLikelyRegistrationNumber, isTaxNumber } from '#domain/advertising/rules.ts';
import { fold } from '#domain/fold.ts';
import { documentVersions } from '#domain/legal/versions.ts';
import { newReferralCode } from '#domain/network/referral-code.ts';
import { acceptances, profiles, users } from '../accounts/schema.ts';
import type { Tx } from '../platform/db.ts';
import { insertRows } from '../platform/insert-rows.ts';
import { type Chance, idOf } from './chance.ts';
import { MEN, SIGNS, STREETS, SURNAMES, TOWNS, TRADES, WOMEN } from './names.ts';

export type Profile = typeof profiles.$inferInsert & { createdAt: Date };

const DAY = 86_400_000;
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY);

export interface Crowd {
  /** Members of the network, uplines before their downline. */
  members: Profile[];
  companies: Profile[];
  waiting: Profile[];
}

/** People of one year: a living tree of members, companies that advertise, and registrations that wait. */
export function makeCrowd(chance: Chance, now: Date, size: { members: number; companies: number; waiting: number }) {
  const taken = new Set<string>();
  const person = (number: number, daysAgo: number): Profile => {
    const firstName = chance.one(chance.happens(0.5) ? WOMEN : MEN);
    const lastName = chance.one(SURNAMES);
    const [city, postalCode, country] = chance.one(TOWNS);
    const username = `${fold(firstName)}.${fold(lastName)}.${number}`.replaceAll(' ', '');
    const createdAt = daysBefore(now, daysAgo);
    return {
      id: idOf(`person ${number}`),
      email: `${username}@primer.example`,
      username,
      firstName,
      lastName,
      phone: `${country === 'RS' ? '+38160' : '+38260'}000${String(number).padStart(4, '0')}`,
      city,
      country,
      address: chance.one(STREETS),
      addressNumber: String(chance.between(1, 180)),
      postalCode,
      createdAt,
      updatedAt: createdAt,
    };
  };
  const code = () => {
    for (;;) {
      const made = newReferralCode((length) => Uint8Array.from({ length }, () => chance.between(0, 255)));
      if (!taken.has(made)) return taken.add(made) && made;
    }
  };

  const members: Profile[] = [];
  for (let n = 0; n < size.members; n += 1) {
    // Growth: few came in the first months, most in the last ones; whoever invites a lot goes on inviting.
    const daysAgo = 365 * (1 - Math.sqrt((n + 1) / size.members)) + chance.next();
    const upline = n < 3 ? null : members[Math.floor(chance.next() ** 1.7 * n)]!;
    const joined = daysBefore(now, daysAgo);
    members.push({
      ...person(n, daysAgo),
      referralCode: code(),
      inTree: true,
      parentId: upline?.id ?? null,
      joinedNetworkAt: joined,
      isInstaller: n % 41 === 7,
      isPartner: n % 53 === 11,
    });
  }

  const companies = Array.from({ length: size.companies }, (_, n): Profile => {
    const owner = person(size.members + n, chance.between(20, 360));
    return {
      ...owner,
      isCompany: true,
      companyName: `${chance.one(TRADES)} ${chance.one(SIGNS)} d.o.o.`,
      companyTaxNumber: withControlDigit(`1${String(10_000_000 + n * 7919).slice(1)}`, isTaxNumber),
      companyRegistrationNumber: withControlDigit(
        `2${String(1_000_000 + n * 6367).slice(1)}`,
        isLikelyRegistrationNumber,
      ),
      companyAddress: `${owner.address} ${owner.addressNumber}, ${owner.postalCode} ${owner.city}`,
    };
  });

  const waiting = Array.from(
    { length: size.waiting },
    (_, n): Profile => ({
      ...person(size.members + size.companies + n, chance.next() * 4),
      toBeRegistered: true,
    }),
  );
  return { members, companies, waiting } satisfies Crowd;
}

function withControlDigit(digits: string, holds: (text: string) => boolean): number {
  const digit = [...'0123456789'].find((last) => holds(digits + last));
  return digit === undefined ? withControlDigit(String(Number(digits) + 1), holds) : Number(digits + digit);
}

/** Writes people through the database's own rules; everybody has the same password. */
export async function writeCrowd(tx: Tx, { members, companies, waiting }: Crowd, passwordHash: string) {
  const everybody = [...members, ...companies, ...waiting];
  for (let at = 0; at < everybody.length; at += 500) {
    const part = everybody.slice(at, at + 500);
    await insertRows(
      tx,
      users,
      part.map(({ id, email, createdAt, updatedAt }) => ({
        id,
        email,
        passwordHash,
        emailConfirmedAt: createdAt,
        mailboxProvenAt: createdAt,
        createdAt,
        updatedAt: updatedAt ?? createdAt,
      })),
    );
    await insertRows(tx, profiles, part);
    await insertRows(
      tx,
      acceptances,
      part.flatMap(({ id, email, createdAt }) =>
        (['memberTerms', 'personalData'] as const).map((document) => ({
          userId: id,
          email,
          document,
          version: documentVersions[document],
          occasion: 'registration',
          acceptedAt: createdAt,
        })),
      ),
    );
  }
}
