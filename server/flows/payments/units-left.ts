import { eq, inArray, or, sql } from 'drizzle-orm';
import { unitsTakenBack } from '#domain/advertising/rules.ts';
import { ledger, type packages } from '../../advertising/schema.ts';
import { disputes, refunds } from '../../payments/schema.ts';
import type { Tx } from '../../platform/db.ts';
import { orderRefunds } from '../../refunds/schema.ts';

/** Of what a sold package credited, the units that neither a refund took back nor a dispute holds. */
export async function unitsLeft(tx: Tx, sold: typeof packages.$inferSelect) {
  const ofPayment = (table: typeof refunds | typeof disputes) =>
    tx.select({ id: table.id }).from(table).where(sql`${table.paymentKey} = ${sold.paymentKey}`);
  const byTerms = tx
    .select({ id: sql<string>`${orderRefunds.id}::text` })
    .from(orderRefunds)
    .where(eq(orderRefunds.periodKey, sold.paymentKey));
  const [gone] = await tx
    .select({
      banners: sql<number>`coalesce(sum(${ledger.delta}) filter (where ${ledger.unit} = 'banner'), 0)::float8`,
      tvSeconds: sql<number>`coalesce(sum(${ledger.delta}) filter (where ${ledger.unit} = 'tv_second'), 0)::float8`,
    })
    .from(ledger)
    .where(
      sql`${ledger.profileId} = ${sold.profileId} and ${inArray(ledger.reason, ['refund', 'correction', 'dispute'])}
        and ${or(inArray(ledger.reference, ofPayment(refunds)), inArray(ledger.reference, ofPayment(disputes)), inArray(ledger.reference, byTerms))}`,
    );
  return { banners: sold.bannerCount + gone!.banners, tvSeconds: sold.tvSeconds + gone!.tvSeconds };
}

interface Units {
  banners: number;
  tvSeconds: number;
}

/** What a refund of a package takes back: its share of what the payment credited, as far as that is still there: `taking` is free, `held` is in campaigns or was shown. */
export async function unitsToTake(
  tx: Tx,
  sold: typeof packages.$inferSelect,
  { amount, free }: { amount: number; free: Units },
): Promise<{ due: Units; held: Units; taking: Units }> {
  const due = {
    banners: unitsTakenBack(sold.bannerCount, amount, sold.amount),
    tvSeconds: unitsTakenBack(sold.tvSeconds, amount, sold.amount),
  };
  const left = await unitsLeft(tx, sold);
  const taking = {
    banners: Math.min(due.banners, left.banners, free.banners),
    tvSeconds: Math.min(due.tvSeconds, left.tvSeconds, free.tvSeconds),
  };
  const held = {
    banners: Math.min(due.banners, left.banners) - taking.banners,
    tvSeconds: Math.min(due.tvSeconds, left.tvSeconds) - taking.tvSeconds,
  };
  return { due, held, taking };
}
