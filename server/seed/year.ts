import { eq } from 'drizzle-orm';
import { profiles } from '../accounts/schema.ts';
import type { Edges } from '../app.ts';
import { type Chance, openChance } from './chance.ts';
import { makeCrowd, writeCrowd } from './crowd.ts';
import { makeTrade, writeTrade } from './trade.ts';
import { writeAudit, writeMails } from './trail.ts';
import { makeReservations, writeDevices, writeReservations } from './visitors.ts';

export interface YearSize {
  members: number;
  companies: number;
  waiting: number;
}
const FULL: YearSize = { members: 2_000, companies: 60, waiting: 14 };

/**
 * A believable year of business that ends today, written in one transaction through the database's own rules: paths,
 * balances and numbers are its work. The same seed tells the same year; only the calendar moves with `now`.
 * Everybody's password is `password`. Needs the super-admin to exist. Answers with two sign-ins worth looking at.
 */
export async function seedYear(
  edges: Pick<Edges, 'db' | 'config' | 'passwords' | 'now'>,
  { password, size = FULL, seed = 1966 }: { password: string; size?: YearSize; seed?: number },
): Promise<{ member: string; company: string }> {
  const { db, config, now } = edges;
  const chance: Chance = openChance(seed);
  const today = now();
  const crowd = makeCrowd(chance, today, size);
  const trade = makeTrade(chance, today, crowd);
  const held = makeReservations(chance, today, config.event.year);
  const passwordHash = await edges.passwords.hash(password);
  await db.transaction(async (tx) => {
    const [admin] = await tx.select().from(profiles).where(eq(profiles.email, config.superAdmin.email));
    await writeCrowd(tx, crowd, passwordHash);
    await writeTrade(tx, trade);
    await writeReservations(tx, held);
    await writeDevices(tx, chance, today, crowd.members);
    await writeAudit(tx, chance, today, crowd, trade, admin!);
    await writeMails(tx, edges, today, crowd, trade);
  });
  await db.execute('analyze');
  return { member: crowd.members[0]!.email, company: crowd.companies[1]!.email };
}
