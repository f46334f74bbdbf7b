import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { KEY_DUTIES } from '#domain/integrations/keys/rules.ts';
import { profiles } from '../../accounts/schema.ts';
import { bytea } from '../../auth/schema.ts';
import { timestampColumn } from '../../platform/columns.ts';

/** Keys of other programs; kept for a year after their end. */
export const apiKeys = pgTable(
  'api_keys',
  {
    /** Made by the screen: sent twice it is one. */
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    duties: text('duties', { enum: KEY_DUTIES }).array().notNull(),
    writes: boolean('writes').notNull(),
    /** Addresses and networks (CIDR); empty: every network. */
    networks: text('networks').array().notNull(),
    /** The last day, in Belgrade, on which it is let in. */
    endsOn: date('ends_on', { mode: 'string' }).notNull(),
    /** SHA-256 of the key. */
    hash: bytea('hash').notNull().unique(),
    /** Its last four signs. */
    ending: text('ending').notNull(),
    /** Whose duties it acts with; without the account it is let in no more. */
    madeBy: uuid('made_by').references(() => profiles.id, { onDelete: 'set null' }),
    madeAt: timestampColumn('made_at').notNull(),
    /** Written once a minute at most. */
    lastUsedAt: timestampColumn('last_used_at'),
    lastUsedFrom: text('last_used_from'),
    revokedAt: timestampColumn('revoked_at'),
    revokedBy: uuid('revoked_by').references(() => profiles.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('api_keys_maker').on(t.madeBy).where(sql`${t.madeBy} is not null`),
    index('api_keys_revoker').on(t.revokedBy).where(sql`${t.revokedBy} is not null`),
    check('api_keys_duties', sql`cardinality(${t.duties}) > 0 and not 'security' = any (${t.duties})`),
    check('api_keys_hash', sql`octet_length(${t.hash}) = 32`),
    check('api_keys_ending', sql`char_length(${t.ending}) = 4`),
  ],
);

/** Requests of keys with an `Idempotency-Key`, and what they were answered with; kept for a day. */
export const idempotentRequests = pgTable(
  'idempotent_requests',
  {
    keyId: uuid('key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    idempotencyKey: text('idempotency_key').notNull(),
    /** SHA-256 of method, address and body. */
    request: bytea('request').notNull(),
    /** Whose turn it is: a request that lost its turn writes no answer. */
    claim: uuid('claim').notNull(),
    startedAt: timestampColumn('started_at').notNull(),
    /** `null` while it is being done, or when its server died. */
    status: integer('status'),
    contentType: text('content_type'),
    /** `null` also when it is too large to be kept. */
    body: bytea('body'),
  },
  (t) => [
    primaryKey({ columns: [t.keyId, t.idempotencyKey] }),
    index('idempotent_requests_oldest').on(t.startedAt),
    check('idempotent_requests_request', sql`octet_length(${t.request}) = 32`),
    check('idempotent_requests_answered', sql`${t.status} is not null or ${t.body} is null`),
  ],
);
