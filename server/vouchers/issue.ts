import { randomInt } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import type { NewVouchers, Voucher } from '#domain/vouchers/contract.ts';
import { CODE_DIGITS } from '#domain/vouchers/rules.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Database, Tx } from '../platform/db.ts';
import { describe, readVouchers } from './describe.ts';
import { vouchers } from './schema.ts';

/** Issues the codes of one form once. */
export async function issueVouchers(db: Database, actor: Actor, wanted: NewVouchers): Promise<Voucher[]> {
  const { key, bannerCount, count } = wanted;
  const note = wanted.note || null;
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
    const earlier = await issuedAs(tx, key);
    if (earlier.length > 0) {
      const same = earlier.length === count && earlier[0]!.bannerCount === bannerCount && earlier[0]!.note === note;
      if (!same) throw refuse('VOUCHER_KEY_REUSED');
      return earlier;
    }
    for (let missing = count; missing > 0; ) {
      const codes = Array.from({ length: missing }, newCode);
      const made = await tx
        .insert(vouchers)
        .values(codes.map((code) => ({ code, bannerCount, note, batch: key })))
        .onConflictDoNothing({ target: vouchers.code })
        .returning({ id: vouchers.id });
      missing -= made.length;
    }
    await record(tx, actor, {
      action: 'vouchers.issued',
      on: { kind: 'voucher batch', id: key },
      after: { count, bannerCount, note },
    });
    return issuedAs(tx, key);
  });
}

async function issuedAs(tx: Tx, batch: string): Promise<Voucher[]> {
  const rows = await readVouchers(tx).where(eq(vouchers.batch, batch)).orderBy(asc(vouchers.id));
  return rows.map(describe);
}

const newCode = () => String(randomInt(10 ** (CODE_DIGITS - 1), 10 ** CODE_DIGITS));
