import { eq } from 'drizzle-orm';
import { users } from '../auth/schema.ts';
import type { Tx } from '../platform/db.ts';
import { profiles } from './schema.ts';

/** A person's sign-in and profile, both locked until the transaction ends, always in this order. */
export async function lockPerson(tx: Tx, id: string): Promise<typeof profiles.$inferSelect | undefined> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update');
  const [profile] = await tx.select().from(profiles).where(eq(profiles.id, id)).for('update');
  return profile;
}
