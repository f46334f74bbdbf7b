import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { DocumentData } from '#domain/documents/data.ts';
import type { DocumentKind } from '#domain/documents/kinds.ts';
import { profiles } from '../accounts/schema.ts';
import { packages } from '../advertising/schema.ts';
import { files } from '../files/schema.ts';
import { orders } from '../orders/schema.ts';
import { timestampColumn } from '../platform/columns.ts';

/** The last number given in a series and a year of Belgrade. Its row is locked until whoever took a number has committed. */
export const documentSeries = pgTable(
  'document_series',
  {
    series: text('series').notNull(),
    year: integer('year').notNull(),
    last: integer('last').notNull(),
  },
  (t) => [primaryKey({ columns: [t.series, t.year] }), check('document_series_last', sql`${t.last} >= 0`)],
);

/**
 * Papers that were issued. A trigger refuses every change but that it was drawn and that its buyer's account is gone, and every
 * deletion before `kept_until` has passed.
 */
export const documents = pgTable(
  'documents',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** In which order they were issued; no number of anything. */
    nth: bigint('nth', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    kind: text('kind').$type<DocumentKind>().notNull(),
    series: text('series').notNull(),
    /** Both `null` for a warranty, which has no series. */
    year: integer('year'),
    ordinal: integer('ordinal'),
    number: text('number').notNull().unique(),
    orderId: uuid('order_id').references(() => orders.id, { onDelete: 'restrict' }),
    packageId: uuid('package_id').references(() => packages.id, { onDelete: 'restrict' }),
    /** Whose it is while there is an account. */
    profileId: uuid('profile_id').references(() => profiles.id, { onDelete: 'set null' }),
    /** The paper that it takes back, stands in place of, or, as a warranty, belongs to. */
    citedId: uuid('cited_id').references((): AnyPgColumn => documents.id, { onDelete: 'restrict' }),
    data: jsonb('data').$type<DocumentData>().notNull(),
    /** Of the data as text with sorted keys. */
    dataSha256: text('data_sha256').notNull(),
    template: integer('template').notNull(),
    /** Para; 0 where no money is named. */
    gross: bigint('gross', { mode: 'number' }).notNull(),
    /** Minor units of what the sale was in. */
    price: integer('price').notNull(),
    currency: text('currency').notNull(),
    issuedAt: timestampColumn('issued_at').notNull(),
    /** The last day on which the law wants it. */
    keptUntil: date('kept_until', { mode: 'string' }).notNull(),
    state: text('state', { enum: ['waiting', 'ready'] })
      .notNull()
      .default('waiting'),
    fileId: uuid('file_id').references(() => files.id, { onDelete: 'restrict' }),
  },
  (t) => [
    unique('documents_ordinal').on(t.series, t.year, t.ordinal),
    index('documents_of_order').on(t.orderId),
    index('documents_of_package').on(t.packageId),
    index('documents_of_person').on(t.profileId),
    index('documents_citing').on(t.citedId),
    index('documents_waiting').on(t.issuedAt).where(sql`${t.state} = 'waiting'`),
    index('documents_kept_until').on(t.keptUntil),
    index('documents_of_file').on(t.fileId),
    check(
      'documents_state',
      sql`${t.state} in ('waiting', 'ready') and (${t.state} = 'ready') = (${t.fileId} is not null)`,
    ),
    check(
      'documents_numbered',
      sql`(${t.kind} = 'warranty') = (${t.ordinal} is null) and (${t.ordinal} is null) = (${t.year} is null)`,
    ),
    check('documents_sha256', sql`${t.dataSha256} ~ '^[0-9a-f]{64}$'`),
    check('documents_price', sql`${t.price} >= 0`),
  ],
);
