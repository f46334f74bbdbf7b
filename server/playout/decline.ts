import { and, eq, isNull } from 'drizzle-orm';
import type { DECLINABLE } from '#domain/campaign-kinds.ts';
import { devices } from '../devices/schema.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { DatabaseOrTransaction, Tx } from '../platform/db.ts';
import { revokeLeasesOfTv } from './licences.ts';
import { declinedAdverts } from './schema.ts';

export interface DeclinedCategories {
  all: boolean;
  categories: (typeof DECLINABLE)[number][];
}

/** What a person wants none of on their TVs. */
export async function declinedBy(db: DatabaseOrTransaction, profileId: string): Promise<DeclinedCategories> {
  const [row] = await db
    .select({ all: declinedAdverts.all, categories: declinedAdverts.categories })
    .from(declinedAdverts)
    .where(eq(declinedAdverts.profileId, profileId));
  return row ?? { all: false, categories: [] };
}

/** Holds from the next answer to each of their TVs: what these hold is revoked, and their next bag is without it. */
export async function decline(
  tx: Tx,
  actor: Actor,
  profileId: string,
  wanted: DeclinedCategories,
  now: Date,
): Promise<void> {
  const own = and(eq(devices.profileId, profileId), isNull(devices.unlinkedAt));
  const tvs = await tx.select({ id: devices.id }).from(devices).where(own).orderBy(devices.id).for('update');
  const before = await declinedBy(tx, profileId);
  const after = { all: wanted.all, categories: [...new Set(wanted.categories)].toSorted() };
  // Sent again, it costs no TV what it holds.
  if (before.all === after.all && before.categories.join() === after.categories.join()) return;
  const row = { ...after, changedAt: now };
  await tx
    .insert(declinedAdverts)
    .values({ profileId, ...row })
    .onConflictDoUpdate({ target: declinedAdverts.profileId, set: row });
  for (const { id } of tvs) await revokeLeasesOfTv(tx, id, now);
  const named = ({ all, categories }: DeclinedCategories) => ({ noAdverts: all, categories });
  await record(tx, actor, {
    action: 'devices.adverts-declined',
    on: { kind: 'profile', id: profileId },
    before: named(before),
    after: named(after),
  });
}
