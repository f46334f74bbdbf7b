import { eq, type SQL, sql } from 'drizzle-orm';
import type { Voucher, VoucherState } from '#domain/vouchers/contract.ts';
import { profiles } from '../accounts/schema.ts';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import { vouchers } from './schema.ts';

export const stateOf: SQL<VoucherState> = sql`case when ${vouchers.used} then 'used' when ${vouchers.voidedAt} is not null then 'voided' else 'unused' end`;

/** Vouchers as staff sees them; the caller adds which and in what order. */
export const readVouchers = (db: DatabaseOrTransaction) =>
  db
    .select({
      id: vouchers.id,
      code: vouchers.code,
      bannerCount: vouchers.bannerCount,
      state: stateOf,
      batch: vouchers.batch,
      note: vouchers.note,
      createdAt: vouchers.createdAt,
      redeemedAt: vouchers.redeemedAt,
      voidedAt: vouchers.voidedAt,
      person: {
        id: profiles.id,
        email: profiles.email,
        name: sql<string>`concat_ws(' ', ${profiles.firstName}, ${profiles.lastName})`,
      },
    })
    .from(vouchers)
    .leftJoin(profiles, eq(profiles.id, vouchers.redeemedBy))
    .$dynamic();

type Row = Awaited<ReturnType<typeof readVouchers>>[number];

export const describe = ({ person, ...voucher }: Row): Voucher => ({ ...voucher, redeemedBy: person });
