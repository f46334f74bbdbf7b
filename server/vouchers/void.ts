import { eq } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import type { Voucher } from '#domain/vouchers/contract.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Database } from '../platform/db.ts';
import { readVouchers, voucherFromRow } from './read-vouchers.ts';
import { vouchers } from './schema.ts';

/** An unused code stops being worth anything; what was redeemed stays redeemed. */
export async function voidVoucher(db: Database, actor: Actor, id: number, now: Date): Promise<Voucher> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(vouchers).where(eq(vouchers.id, id)).for('update');
    if (!row) throw refuse('VOUCHER_GONE');
    if (row.used) throw refuse('VOUCHER_ALREADY_REDEEMED');
    if (!row.voidedAt) {
      await tx.update(vouchers).set({ voidedAt: now }).where(eq(vouchers.id, id));
      await record(tx, actor, {
        action: 'vouchers.voided',
        on: { kind: 'voucher', id: String(id) },
        before: { voidedAt: null },
        after: { voidedAt: now, code: row.code, bannerCount: row.bannerCount },
      });
    }
    const [voided] = await readVouchers(tx).where(eq(vouchers.id, id));
    return voucherFromRow(voided!);
  });
}
