import { eq, type SQL, sql } from 'drizzle-orm';
import type { Voucher, VoucherState } from '#domain/vouchers/contract.ts';
import { profiles } from '../accounts/schema.ts';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import type { ListCursor } from '../platform/list.ts';
import { stateConditions, vouchers } from './schema.ts';

const stateOf = sql<VoucherState>`case when ${stateConditions.used} then 'used' when ${stateConditions.voided} then 'voided' else 'unused' end`;

/** Vouchers as staff sees them; the caller adds which and in what order, and each one's place in a list. */
export const readVouchers = (db: DatabaseOrTransaction, place: SQL<ListCursor | null> = sql`null`) =>
  db
    .select({
      place,
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

export const voucherFromRow = ({ person, place, ...voucher }: Omit<Row, 'place'> & { place: unknown }): Voucher => ({
  ...voucher,
  redeemedBy: person,
});
