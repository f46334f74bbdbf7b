import { eq, sql } from 'drizzle-orm';
import { profiles } from '../accounts/schema.ts';
import { enterMissing } from '../books/catch-up.ts';
import type { Dependencies } from '../dependencies.ts';
import { writeAudit } from './audit.ts';
import { type Calendar, openCalendar } from './calendar.ts';
import {
  makeChecks,
  makeReservations,
  makeStatements,
  makeTickets,
  writeReservations,
  writeTicketsAndStatements,
} from './event.ts';
import { writeMails } from './mails.ts';
import { writeParcels } from './orders/parcels.ts';
import { makeSales, type Sales, writeOrders, writeTvs } from './orders/sales.ts';
import { makeWithdrawals, writeAgreements } from './orders/withdrawals.ts';
import { makePopulation, type Population, type PopulationSize, writePopulation } from './population.ts';
import type { SeedRecord } from './seed-record.ts';
import { makeCampaigns, type SeededAdvertising, writeCampaigns } from './seeded-advertising.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

const FULL: PopulationSize = { members: 2_000, companies: 60, waiting: 14 };
type SeedDependencies = Pick<Dependencies, 'db' | 'config' | 'passwords' | 'tokens' | 'now'>;

/** What happened that year, before the database gave anything its number. */
export interface SeededYear {
  population: Population;
  sales: Sales;
  campaigns: SeededAdvertising;
}

/**
 * A believable year of business that ends now, written in one transaction through the database's own rules: paths, balances and numbers are
 * its work. The same seed makes the same year; everybody's password is `password`. Needs the super-admin to exist and nobody else to.
 */
export async function seedYear(
  deps: SeedDependencies,
  { password, size = FULL, seed = 1966 }: { password: string; size?: PopulationSize; seed?: number },
): Promise<SeededYear> {
  const { db, config } = deps;
  const random = seededRandom(seed);
  // Luck of its own, so that people keep their names whatever the date.
  const calendar = openCalendar(seededRandom(seed + 1), deps.now());
  const [top] = await db.select().from(profiles).where(eq(profiles.email, config.superAdmin.email));
  const made = makeYear(random, calendar, size, top!.id);
  const passwordHash = await deps.passwords.hash(password);
  await db.transaction(async (tx) => {
    // A busy machine thinks for longer between two statements than a server may.
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    const { begin: createdAt } = calendar;
    await tx.update(profiles).set({ createdAt, joinedNetworkAt: createdAt }).where(eq(profiles.id, top!.id));
    await writePopulation(tx, made.population, passwordHash);
    const written = await writeBusiness(tx, deps, random, calendar, made, { ...top!, createdAt });
    await enterMissing(tx);
    await writeAudit(tx, random, written);
    await writeMails(tx, deps, written);
  });
  await db.execute(sql`analyze`);
  return made;
}

export function makeYear(random: SeededRandom, calendar: Calendar, size: PopulationSize, topId: string): SeededYear {
  const population = makePopulation(random, calendar, size, topId);
  return {
    population,
    sales: makeSales(random, calendar, population),
    campaigns: makeCampaigns(random, calendar, population),
  };
}

async function writeBusiness(
  tx: Parameters<typeof writePopulation>[0],
  { config }: SeedDependencies,
  random: SeededRandom,
  calendar: Calendar,
  { population, sales, campaigns }: SeededYear,
  top: { id: string; email: string; createdAt: Date },
): Promise<SeedRecord> {
  const people = new Map([...population.members, ...population.companies].map((person) => [person.id, person]));
  const orders = await writeOrders(tx, [...sales.orders, ...campaigns.orders], [...sales.refunds, campaigns.refund]);
  const left = makeWithdrawals(calendar.now, orders);
  await writeAgreements(tx, orders, left);
  await writeTvs(tx, sales.tvs);
  const numbers = await writeCampaigns(tx, campaigns);
  await writeParcels(tx, calendar, orders, top.id);
  const count = Math.round(population.members.length / 25) + 20;
  const { year, reminderDays } = config.event;
  const places = await writeReservations(tx, makeReservations(random, calendar, { count, year, reminderDays }), top.id);
  const tickets = makeTickets(places);
  const checks = makeChecks(calendar, places, tickets, top.id);
  const statements = makeStatements(calendar, places, top);
  await writeTicketsAndStatements(tx, tickets, checks, statements);
  const vouchers = campaigns.vouchers.map((voucher, index) => ({
    ...voucher,
    number: numbers[index]!,
    redeemer: (voucher.redeemedBy && people.get(voucher.redeemedBy)) || null,
  }));
  const staff = [top, ...population.members.filter(({ isAdmin }) => isAdmin)];
  return {
    now: calendar.now,
    population,
    people,
    staff,
    orders,
    left,
    campaigns: { ...campaigns, vouchers },
    tvs: sales.tvs,
    places,
    tickets,
    checks,
    statements,
  };
}
