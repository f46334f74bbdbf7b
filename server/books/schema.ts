import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { ACCOUNTS, ENTITIES, type EntryKind, type LedgerAccount } from '#domain/books/accounts.ts';
import { timestampColumn } from '../platform/columns.ts';

const list = (names: readonly string[]) => sql.raw(names.map((name) => `'${name}'`).join(', '));

/**
 * The books: one entry for each movement of money, written in the transaction of what it is of. Append-only, and only ids of
 * people, because the books outlive them; docs/money.md has an example of each kind.
 */
export const bookEntries = pgTable(
  'book_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').$type<EntryKind>().notNull(),
    /** What it is of, by its own key: a payment, a refund, a part of a payment. */
    reference: text('reference').notNull(),
    /** Which movement of it: an undone decision is the opposite entry, with the next number. */
    step: integer('step').notNull(),
    entity: text('entity', { enum: ENTITIES }).notNull(),
    currency: text('currency').notNull(),
    /** The order or the reservation; none for money that nobody is known of. */
    concerns: uuid('concerns'),
    profileId: uuid('profile_id'),
    moment: timestampColumn('moment').notNull(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (t) => [
    unique('book_entries_once').on(t.kind, t.reference, t.step),
    index('book_entries_concerning').on(t.concerns),
    check('book_entries_entity', sql`${t.entity} in (${list(ENTITIES)})`),
    check('book_entries_step', sql`${t.step} > 0`),
  ],
);

/** What an entry comes to on an account; the lines of an entry are written with it and sum to zero. */
export const bookLines = pgTable(
  'book_lines',
  {
    entryId: bigint('entry_id', { mode: 'number' })
      .notNull()
      .references(() => bookEntries.id),
    account: text('account').$type<LedgerAccount>().notNull(),
    /** Minor units of the entry's currency; a credit is negative. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.entryId, t.account] }),
    check('book_lines_account', sql`${t.account} in (${list(ACCOUNTS)})`),
    check('book_lines_amount', sql`${t.amount} <> 0`),
  ],
);

/**
 * Asked for by a migration that books something for the first time: while servers of the version before still run, they write
 * without the books. Gone once it was entered (catch-up.ts).
 */
export const bookCatchUps = pgTable('book_catch_ups', {
  askedAt: timestampColumn('asked_at').primaryKey().defaultNow(),
});
