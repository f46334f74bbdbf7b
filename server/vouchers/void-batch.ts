import { and, eq, isNull } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Database } from '../platform/db.ts';
import { vouchers } from './schema.ts';

/** Every unused code of the batch stops being worth anything; a code that is being redeemed meanwhile is one or the other. */
export async function voidBatch(
  db: Database,
  actor: Actor,
  batch: string,
  now: Date,
): Promise<{ voided: number; redeemed: number }> {
  return db.transaction(async (tx) => {
    const codes = await tx
      .select({ id: vouchers.id, used: vouchers.used, voidedAt: vouchers.voidedAt, bannerCount: vouchers.bannerCount })
      .from(vouchers)
      .where(eq(vouchers.batch, batch))
      .orderBy(vouchers.id)
      .for('update');
    if (codes.length === 0) throw refuse('VOUCHER_GONE');
    const unused = codes.filter(({ used, voidedAt }) => !used && !voidedAt);
    if (unused.length > 0) {
      await tx
        .update(vouchers)
        .set({ voidedAt: now })
        .where(and(eq(vouchers.batch, batch), eq(vouchers.used, false), isNull(vouchers.voidedAt)));
      await record(tx, actor, {
        action: 'vouchers.batch-voided',
        on: { kind: 'voucher batch', id: batch },
        after: { voided: unused.length, bannerCount: unused.reduce((sum, code) => sum + code.bannerCount, 0) },
      });
    }
    const redeemed = codes.filter(({ used }) => used).length;
    return { voided: codes.length - redeemed, redeemed };
  });
}
