import { noticeEnds } from '#domain/accounts/retention.ts';
import { isLikelyRegistrationNumber, isTaxNumber } from '#domain/company-numbers.ts';
import { documentVersions } from '#domain/legal/versions.ts';
import { newReferralCode } from '#domain/network/referral-code.ts';
import { acceptances, profiles } from '../accounts/schema.ts';
import { users } from '../auth/schema.ts';
import type { Tx } from '../platform/db.ts';
import { type Calendar, daysBefore } from './calendar.ts';
import { insertAll } from './insert-all.ts';
import { emails, MEN, SIGNS, STREETS, SURNAMES, TOWNS, TRADES, WOMEN } from './names.ts';
import { idOf, type SeededRandom } from './seeded-random.ts';

export type Profile = typeof profiles.$inferInsert & { createdAt: Date; firstName: string; lastName: string };

export interface Population {
  /** Members of the network in the order they joined: uplines before their downline. */
  members: Profile[];
  /** Companies that advertise, outside the network. */
  companies: Profile[];
  /** Registrations that nobody has decided about. */
  waiting: Profile[];
  /** When each company's registration was approved, by its id. */
  approvedAt: Map<string, Date>;
  /** When the one member who has to leave was given notice. */
  noticeAt: Date;
}
export interface PopulationSize {
  members: number;
  companies: number;
  waiting: number;
}

/** People of one year. The first members stand under `topId`. */
export function makePopulation(
  random: SeededRandom,
  calendar: Calendar,
  size: PopulationSize,
  topId: string,
): Population {
  const person = personMaker(random);
  const code = codeMaker(random);
  const moments = (count: number, since: Date) =>
    Array.from({ length: count }, () => calendar.moment(since)).sort((one, other) => one.getTime() - other.getTime());

  const uplineOf = inviters(random);
  const members: Profile[] = [];
  for (const [n, createdAt] of moments(size.members, calendar.begin).entries()) {
    const upline = uplineOf(n);
    members.push({
      ...person(createdAt),
      referralCode: code(),
      inTree: true,
      parentId: upline === null ? topId : members[upline]!.id,
      joinedNetworkAt: new Date(createdAt.getTime() + 2_000),
      isAdmin: n === 1 || n === 6,
      isInstaller: n % 41 === 7,
      isPartner: n % 53 === 11 && n % 41 !== 7,
      blockedAt: n % 350 === 349 ? calendar.after(createdAt, 3_000, 30_000) : null,
    });
  }
  // One has closed the account, another has been given notice.
  const leaving = Math.floor(size.members * 0.6);
  members[leaving]!.closedAt = calendar.after(daysBefore(calendar.now, 4), 0, 1_440);
  const noticeAt = calendar.after(daysBefore(calendar.now, 12), 0, 1_440);
  members[leaving - 7]!.terminatesAt = noticeEnds(noticeAt);
  const companies = moments(size.companies, calendar.begin).map((createdAt, n) => asCompany(person(createdAt), n));
  const waiting = moments(size.waiting, daysBefore(calendar.now, 4)).map((createdAt, n): Profile => {
    const profile = { ...person(createdAt), toBeRegistered: true };
    // Two that an admin should look at twice: a phone and a company that are here already.
    if (n === 2) return { ...profile, phone: members[12]!.phone };
    if (n === 5) return { ...asCompany(profile, 3), companyName: companies[3]!.companyName };
    return n % 4 === 1 ? asCompany(profile, size.companies + n) : profile;
  });
  const approvedAt = new Map(companies.map(({ id, createdAt }) => [id, calendar.after(createdAt, 4, 50)]));
  return { members, companies, waiting, approvedAt, noticeAt };
}

/** A member of that day who still is one. */
export function memberAt(random: SeededRandom, members: Profile[], at: Date): Profile {
  const known = members.findLastIndex(({ createdAt }) => createdAt < at);
  const found = members[random.between(0, Math.max(0, known))]!;
  return found.closedAt ? members[0]! : found;
}

/** Who came through the first three, and how many more through those: the beginnings fit on a screen. */
const FIRST = [null, null, null, 0, 0, 0, 0, 1, 1, 2, 2, 2];
const BEGINNINGS = 66;

/**
 * By number, who brought whom: after the beginnings an eager ninth brings half of the newcomers, anyone the others, and
 * nobody brings dozens. `null`: the top itself.
 */
function inviters(random: SeededRandom): (n: number) => number | null {
  const brought: number[] = [];
  return (n) => {
    brought.push(0);
    if (n < FIRST.length) return FIRST[n]!;
    for (;;) {
      const eager = n >= BEGINNINGS && random.happens(0.5);
      const from = n < BEGINNINGS ? 3 : FIRST.length;
      const to = n < BEGINNINGS ? FIRST.length : n;
      const who = eager ? 9 * random.between(2, Math.floor((n - 1) / 9)) : random.between(from, to - 1);
      if (brought[who]! >= (eager ? 13 : n < BEGINNINGS ? 8 : 5)) continue;
      brought[who]! += 1;
      return who;
    }
  };
}

function personMaker(random: SeededRandom): (createdAt: Date) => Profile {
  const emailOf = emails(random);
  let number = 0;
  return (createdAt) => {
    number += 1;
    const firstName = random.one(random.happens(0.5) ? WOMEN : MEN);
    const lastName = random.one(SURNAMES);
    const [city, postalCode, country] = random.one(TOWNS);
    const email = emailOf(firstName, lastName);
    const last = String(number).padStart(4, '0');
    return {
      id: idOf(`person ${number}`),
      email,
      username: email.slice(0, email.indexOf('@')),
      firstName,
      lastName,
      phone: country === 'RS' ? `+38160000${last}` : `+3826700${last}`,
      city,
      country,
      address: random.one(STREETS),
      addressNumber: String(random.between(1, 180)),
      postalCode,
      createdAt,
      updatedAt: createdAt,
    };
  };
}

function codeMaker(random: SeededRandom): () => string {
  const taken = new Set<string>();
  return () => {
    for (;;) {
      const made = newReferralCode((length) => Uint8Array.from({ length }, () => random.between(0, 255)));
      if (taken.has(made)) continue;
      taken.add(made);
      return made;
    }
  };
}

/** In Montenegro one number is both: eight digits. */
function asCompany(owner: Profile, n: number): Profile {
  const taxNumber =
    owner.country === 'ME'
      ? withControlDigit(2_000_000 + n * 6_367, isTaxNumber)
      : withControlDigit(10_000_000 + n * 7_919, isTaxNumber);
  return {
    ...owner,
    isCompany: true,
    companyName: `${TRADES[n % TRADES.length]} ${SIGNS[(n * 5 + Math.floor(n / TRADES.length)) % SIGNS.length]} d.o.o.`,
    companyTaxNumber: taxNumber,
    companyRegistrationNumber:
      owner.country === 'ME' ? taxNumber : withControlDigit(2_000_000 + n * 6_367, isLikelyRegistrationNumber),
    companyAddress: `${owner.address} ${owner.addressNumber}, ${owner.postalCode} ${owner.city}`,
  };
}

function withControlDigit(digits: number, holds: (text: string) => boolean): number {
  const digit = [...'0123456789'].find((last) => holds(`${digits}${last}`));
  return digit === undefined ? withControlDigit(digits + 1, holds) : Number(`${digits}${digit}`);
}

/** Writes people through the database's own rules; everybody has the same password. */
export async function writePopulation(
  tx: Tx,
  { members, companies, waiting }: Population,
  passwordHash: string,
): Promise<void> {
  const everybody = [...members, ...companies, ...waiting];
  await insertAll(
    tx,
    users,
    everybody.map(({ id, email, createdAt }) => ({
      id,
      email,
      passwordHash,
      emailConfirmedAt: createdAt,
      mailboxProvenAt: createdAt,
      createdAt,
      updatedAt: createdAt,
    })),
  );
  await insertAll(tx, profiles, everybody);
  await insertAll(
    tx,
    acceptances,
    everybody.flatMap(({ id, email, createdAt }) =>
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
