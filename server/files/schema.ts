import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { profiles } from '../accounts/schema.ts';
import { timestampColumn } from '../platform/columns.ts';

/**
 * What is kept, and for whom. Its content has the name of its hash, so several rows may name one. A removed row and its
 * content go a day later, and a trigger removes what belonged to an account that is gone.
 */
export const files = pgTable(
  'files',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    sha256: text('sha256').notNull(),
    /** With its dot, of the name of the content; empty when the bytes say nothing. */
    extension: text('extension').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    contentType: text('content_type').notNull(),
    part: text('part', { enum: ['public', 'private'] }).notNull(),
    kind: text('kind').notNull(),
    ownerId: uuid('owner_id').references(() => profiles.id, { onDelete: 'set null' }),
    survivesOwner: boolean('survives_owner').notNull(),
    /** A picture or film of ours may be shown in a page; what others sent is saved as a file. */
    madeByUs: boolean('made_by_us').notNull(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    removedAt: timestampColumn('removed_at'),
  },
  (t) => [
    index('files_of_owner').on(t.ownerId),
    index('files_of_content').on(t.sha256),
    index('files_removed').on(t.removedAt).where(sql`${t.removedAt} is not null`),
    check('files_part', sql`${t.part} in ('public', 'private')`),
    check('files_sha256', sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
    check('files_bytes', sql`${t.bytes} >= 0`),
  ],
);

/** A file on its way. Its bytes count as its owner's from the beginning, so that there is room for it at the end. */
export const uploads = pgTable(
  'uploads',
  {
    /** The key of whoever began it. */
    id: uuid('id').primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** Once it is complete. */
    fileId: uuid('file_id').references(() => files.id, { onDelete: 'cascade' }),
    /** When something of it last arrived. */
    touchedAt: timestampColumn('touched_at').notNull().defaultNow(),
  },
  (t) => [
    index('uploads_of_owner').on(t.ownerId),
    index('uploads_of_file').on(t.fileId),
    index('uploads_touched').on(t.touchedAt),
    check('uploads_bytes', sql`${t.bytes} > 0`),
  ],
);

/** A part that has arrived, under its name in the store of uploads. */
export const uploadParts = pgTable(
  'upload_parts',
  {
    uploadId: uuid('upload_id')
      .notNull()
      .references(() => uploads.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    name: text('name').notNull(),
  },
  (t) => [primaryKey({ columns: [t.uploadId, t.number] })],
);
