import { randomInt } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import type { NewVouchers, Voucher } from '#domain/vouchers/contract.ts';
import { CODE_DIGITS } from '#domain/vouchers/rules.ts';
import type { Dependencies } from '../dependencies.ts';
import { announceToWebhooks } from '../platform/announce-to-webhooks.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { readAllowance } from './allowance.ts';
import { readVouchers, voucherFromRow } from './read-vouchers.ts';
import { vouchers } from './schema.ts';

/** Issues the codes of one form once. */
export async function issueVouchers(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  actor: Actor,
  person: Parameters<typeof readAllowance>[1],
  wanted: NewVouchers,
): Promise<Voucher[]> {
  const { key, bannerCount, count } = wanted;
  const note = wanted.note || null;
  const issue = async (tx: Tx) => {
    const earlier = await issuedAs(tx, key);
    if (earlier.length > 0) {
      const same = earlier.length === count && earlier[0]!.bannerCount === bannerCount && earlier[0]!.note === note;
      if (!same) throw refuse('VOUCHER_KEY_REUSED');
      return earlier;
    }
    const { left } = await readAllowance(tx, person, now());
    if (count * bannerCount > left) throw refuse('VOUCHER_DAY_LIMIT', { left });
    for (let missing = count; missing > 0; ) {
      const codes = Array.from({ length: missing }, newCode);
      const made = await tx
        .insert(vouchers)
        .values(codes.map((code) => ({ code, bannerCount, note, batch: key })))
        .onConflictDoNothing({ target: vouchers.code })
        .returning({ id: vouchers.id });
      missing -= made.length;
      await announceToWebhooks(
        tx,
        now(),
        made.map(({ id }) => ({ type: 'voucher.issued', id: String(id), version: 1 })),
      );
    }
    await record(tx, actor, {
      action: 'vouchers.issued',
      on: { kind: 'voucher batch', id: key },
      after: { count, bannerCount, note },
    });
    return issuedAs(tx, key);
  };
  // One person's batches come one after the other: for their key and for the day's limit.
  return db.transaction(issue, { lock: ['vouchers.issue', person.id] });
}

async function issuedAs(tx: Tx, batch: string): Promise<Voucher[]> {
  const rows = await readVouchers(tx).where(eq(vouchers.batch, batch)).orderBy(asc(vouchers.id));
  return rows.map(voucherFromRow);
}

const newCode = () => String(randomInt(10 ** (CODE_DIGITS - 1), 10 ** CODE_DIGITS));
