import { eq, sql } from 'drizzle-orm';
import { profiles } from '../accounts/schema.ts';
import type { Edges } from '../app.ts';
import { type Calendar, openCalendar } from './calendar.ts';
import { type Campaigns, makeCampaigns, writeCampaigns } from './campaigns.ts';
import { type Chance, openChance } from './chance.ts';
import { type Crowd, type CrowdSize, makeCrowd, type Profile, writeCrowd } from './crowd.ts';
import {
  makePlaces,
  makeStatements,
  makeTickets,
  type Place,
  type Statements,
  type Ticket,
  writePlaces,
  writeTicketsAndStatements,
} from './event.ts';
import { writeLetters } from './letters.ts';
import { makeSales, type Numbered, type Sales, type Tv, writeOrders, writeTvs } from './sales.ts';
import { writeTrail } from './trail.ts';
import type { Voucher } from './vouchers.ts';
import { type Left, makeWithdrawals, writeAgreements } from './withdrawals.ts';

const FULL: CrowdSize = { members: 2_000, companies: 60, waiting: 14 };
type SeedEdges = Pick<Edges, 'db' | 'config' | 'passwords' | 'tokens' | 'now'>;

/** What happened that year, before the database gave anything its number. */
export interface Made {
  crowd: Crowd;
  sales: Sales;
  campaigns: Campaigns;
}

/** What happened that year, as it stands in the database. */
export interface Written {
  now: Date;
  crowd: Crowd;
  /** Everybody by id. */
  people: Map<string, Profile>;
  /** Who may do staff's work, the super-admin first. */
  staff: { id: string; email: string; createdAt: Date }[];
  orders: Numbered[];
  left: Left[];
  campaigns: Omit<Campaigns, 'vouchers'> & { vouchers: (Voucher & { number: number; redeemer: Profile | null })[] };
  tvs: Tv[];
  places: Place[];
  tickets: Ticket[];
  statements: Statements;
}

/**
 * A believable year of business that ends now, written in one transaction through the database's own rules: paths,
 * balances and numbers are its work. The same seed tells the same year; only the calendar moves with `now`.
 * Everybody's password is `password`. Needs the super-admin to exist and nobody else to.
 */
export async function seedYear(
  edges: SeedEdges,
  { password, size = FULL, seed = 1966 }: { password: string; size?: CrowdSize; seed?: number },
): Promise<Made> {
  const { db, config } = edges;
  const chance = openChance(seed);
  // Luck of its own, so that people keep their names whatever the date.
  const calendar = openCalendar(openChance(seed + 1), edges.now());
  const [top] = await db.select().from(profiles).where(eq(profiles.email, config.superAdmin.email));
  const made = makeYear(chance, calendar, size, top!.id);
  const passwordHash = await edges.passwords.hash(password);
  await db.transaction(async (tx) => {
    const { begin: createdAt } = calendar;
    await tx.update(profiles).set({ createdAt, joinedNetworkAt: createdAt }).where(eq(profiles.id, top!.id));
    await writeCrowd(tx, made.crowd, passwordHash);
    const written = await writeBusiness(tx, edges, chance, calendar, made, { ...top!, createdAt });
    await writeTrail(tx, chance, written);
    await writeLetters(tx, edges, written);
  });
  await db.execute(sql`analyze`);
  return made;
}

export function makeYear(chance: Chance, calendar: Calendar, size: CrowdSize, topId: string): Made {
  const crowd = makeCrowd(chance, calendar, size, topId);
  return { crowd, sales: makeSales(chance, calendar, crowd), campaigns: makeCampaigns(chance, calendar, crowd) };
}

async function writeBusiness(
  tx: Parameters<typeof writeCrowd>[0],
  { config }: SeedEdges,
  chance: Chance,
  calendar: Calendar,
  { crowd, sales, campaigns }: Made,
  top: { id: string; email: string; createdAt: Date },
): Promise<Written> {
  const people = new Map([...crowd.members, ...crowd.companies].map((person) => [person.id, person]));
  const orders = await writeOrders(tx, [...sales.orders, ...campaigns.orders], [...sales.refunds, campaigns.refund]);
  const left = makeWithdrawals(calendar.now, orders);
  await writeAgreements(tx, orders, left);
  await writeTvs(tx, sales.tvs);
  const numbers = await writeCampaigns(tx, campaigns);
  const count = Math.round(crowd.members.length / 25) + 20;
  const { year, reminderDays } = config.event;
  const places = await writePlaces(tx, makePlaces(chance, calendar, { count, year, reminderDays }));
  const tickets = makeTickets(calendar, places, top.id);
  const statements = makeStatements(calendar, places, top);
  await writeTicketsAndStatements(tx, tickets, statements);
  const vouchers = campaigns.vouchers.map((voucher, index) => ({
    ...voucher,
    number: numbers[index]!,
    redeemer: (voucher.redeemedBy && people.get(voucher.redeemedBy)) || null,
  }));
  const staff = [top, ...crowd.members.filter(({ isAdmin }) => isAdmin)];
  return {
    now: calendar.now,
    crowd,
    people,
    staff,
    orders,
    left,
    campaigns: { ...campaigns, vouchers },
    tvs: sales.tvs,
    places,
    tickets,
    statements,
  };
}
