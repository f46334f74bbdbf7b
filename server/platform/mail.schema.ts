import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { timestampColumn } from './columns.ts';

/** A file of the private store, by its name there. */
export interface StoredAttachment {
  name: string;
  contentType: string;
  stored: string;
}

/** Every mail, from the transaction that causes it to the day it is sent. */
export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    number: bigint('number', { mode: 'number' }).notNull().unique().generatedAlwaysAsIdentity(),
    to: text('to').notNull(),
    /** The account the mail is written to, `null` when its reader has none; it outlives the account, so it is no foreign key. */
    profileId: uuid('profile_id'),
    /** The order it is about; no foreign key, as above. */
    orderId: uuid('order_id'),
    template: text('template').notNull(),
    props: jsonb('props').$type<Record<string, unknown>>().notNull(),
    subject: text('subject'),
    html: text('html'),
    text: text('text'),
    /** `failed`: refused for good. `expired`: not sent while it made sense. */
    state: text('state', { enum: ['queued', 'sent', 'failed', 'expired'] })
      .notNull()
      .default('queued'),
    /** Higher goes first. */
    priority: smallint('priority').notNull().default(0),
    attempts: integer('attempts').notNull().default(0),
    /** Not before then; `null`: at once. */
    nextAttemptAt: timestampColumn('next_attempt_at'),
    /**
     * Nobody sends it until somebody has decided: another server may have sent it before this database was restored. What a resuming
     * server queues is so (server/backup/resume), by a setting of its connections.
     */
    undecided: boolean('undecided')
      .notNull()
      .default(sql`coalesce(current_setting('vidik.mails_undecided', true), '') = 'on'`),
    /** What must be there before it is sent, by an id of whoever makes it; `null`: nothing. */
    awaits: uuid('awaits'),
    /** What travels with it and lies in the private store. */
    attached: jsonb('attached').$type<StoredAttachment[]>(),
    /** A worker is sending it and nobody else may, until then at most. */
    leasedUntil: timestampColumn('leased_until'),
    /** When the code or link in it ends; `null`: it makes sense for 48 hours after it was queued. */
    validUntil: timestampColumn('valid_until'),
    queuedAt: timestampColumn('queued_at').notNull().defaultNow(),
    lastError: text('last_error'),
    /** The same cause never sends two mails. */
    idempotencyKey: text('once_key').unique(),
    sentAt: timestampColumn('sent_at'),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('mails_newest').on(t.createdAt, t.id),
    index('mails_to').on(t.to),
    index('mails_waiting').on(t.priority.desc().nullsFirst(), t.number).where(sql`${t.state} = 'queued'`),
    index('mails_in_trouble').on(t.state, t.number).where(sql`${t.state} <> 'sent'`),
    index('mails_of_order').on(t.orderId).where(sql`${t.orderId} is not null`),
    index('mails_of_account').on(t.profileId).where(sql`${t.profileId} is not null`),
  ],
);
