import { eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, numeric, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { VoucherState } from '#domain/vouchers/contract.ts';
import { profiles } from '../accounts/schema.ts';
import { timestampColumn } from '../platform/columns.ts';

/** A voucher is banners already paid for: spent once, whole, by whoever holds the code. */
export const vouchers = pgTable(
  'vaucerkod',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    code: numeric('kod', { precision: 18, scale: 0 }).notNull().unique(),
    bannerCount: integer('kol_lbanera').notNull(),
    used: boolean('iskoriscen').notNull().default(false),
    redeemedBy: uuid('profile_ref').references(() => profiles.id, { onDelete: 'set null' }),
    redeemedAt: timestampColumn('redeemed_at'),
    voidedAt: timestampColumn('voided_at'),
    batch: uuid('batch'),
    note: text('note'),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('vaucerkod_newest').on(t.createdAt, t.id),
    index('vaucerkod_by_banners').on(t.bannerCount, t.id),
    index('vaucerkod_unused').on(t.id).where(sql`not ${t.used} and ${t.voidedAt} is null`),
    index('vaucerkod_used').on(t.id).where(sql`${t.used}`),
    index('vaucerkod_voided').on(t.id).where(sql`${t.voidedAt} is not null`),
    index('vaucerkod_of_batch').on(t.batch),
    index('vaucerkod_of_person').on(t.redeemedBy),
    check('vaucerkod_counts', sql`${t.bannerCount} > 0`),
    check('vaucerkod_used_has_time', sql`${t.used} = (${t.redeemedAt} is not null)`),
    check('vaucerkod_used_or_void', sql`not (${t.used} and ${t.voidedAt} is not null)`),
  ],
);

/** As conditions, because each has an index. */
export const stateConditions: Record<VoucherState, SQL> = {
  unused: sql`(not ${vouchers.used} and ${vouchers.voidedAt} is null)`,
  used: eq(vouchers.used, true),
  voided: isNotNull(vouchers.voidedAt),
};

/** What vouchers are searched by, folded; the index `vaucerkod_words` is of it. */
export const VOUCHER_WORDS = sql`search_fold(' ' || ${vouchers.code}::text || ' ' || coalesce(${vouchers.note}, ''))`;
