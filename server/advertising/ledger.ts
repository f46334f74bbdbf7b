import { and, eq, sql } from 'drizzle-orm';
import { profiles } from '../accounts/schema.ts';
import type { Actor } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { ledger } from './schema.ts';

export type LedgerReason = (typeof ledger.$inferInsert)['reason'];

/**
 * Enters changes of a balance; the database moves the balance with them and refuses one below zero. An entry for a
 * package, voucher or refund that is there already adds nothing.
 */
export async function addEntries(
  tx: Tx,
  actor: Actor,
  profileId: string,
  {
    reason,
    reference,
    banners,
    tvSeconds,
  }: { reason: LedgerReason; reference: string; banners: number; tvSeconds: number },
): Promise<void> {
  const entries = [
    { unit: 'banner' as const, delta: banners },
    { unit: 'tv_second' as const, delta: tvSeconds },
  ].filter(({ delta }) => delta !== 0);
  if (entries.length === 0) return;
  await tx
    .insert(ledger)
    .values(entries.map((entry) => ({ ...entry, profileId, reason, reference, actor: actor.id })))
    .onConflictDoNothing();
}

/**
 * The balances, held still until the transaction ends. `null`: the person was erased. A stronger lock would wait for others
 * who have just written a row of that person's and wait for this balance in turn.
 */
export async function lockBalances(tx: Tx, profileId: string): Promise<{ banners: number; tvSeconds: number } | null> {
  const [row] = await tx
    .select({ banners: profiles.bannerBalance, tvSeconds: profiles.tvSecondBalance })
    .from(profiles)
    .where(eq(profiles.id, profileId))
    .for('no key update');
  return row ?? null;
}

/** What the entries with that reason and reference amount to. */
export async function sumEntries(tx: Tx, reason: LedgerReason, reference: string) {
  const [row] = await tx
    .select({
      banners: sql<number>`coalesce(sum(${ledger.delta}) filter (where ${ledger.unit} = 'banner'), 0)::float8`,
      tvSeconds: sql<number>`coalesce(sum(${ledger.delta}) filter (where ${ledger.unit} = 'tv_second'), 0)::float8`,
    })
    .from(ledger)
    .where(and(eq(ledger.reason, reason), eq(ledger.reference, reference)));
  return row!;
}
