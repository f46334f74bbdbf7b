import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { profiles } from '../accounts/schema.ts';
import { bytea } from '../auth/schema.ts';
import { timestampColumn } from '../platform/columns.ts';

/** A TV waiting to be linked: shown as a QR code for ten minutes, usable once. */
export const pairings = pgTable(
  'qrlogin',
  {
    /** Random and nine digits long, so that guessing is hopeless within its life. */
    id: integer('id').primaryKey(),
    userRef: uuid('user_ref').references(() => profiles.id, { onDelete: 'cascade' }),
    /** SHA-256 of the secret only that TV holds. */
    secretHash: bytea('secret_hash').notNull(),
    /** Two digits on the TV's screen, asked for when the person linking it is not on the TV's own network. */
    digits: text('digits'),
    wrongDigits: integer('wrong_digits').notNull().default(0),
    /** The public address (IPv6: the /64) the TV was seen from; forgotten once it is linked. */
    network: text('network'),
    expiresAt: timestampColumn('expires_at').notNull(),
    linkedAt: timestampColumn('linked_at'),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('qrlogin_expires').on(t.expiresAt),
    index('qrlogin_waiting_on_network').on(t.network).where(sql`${t.userRef} is null`),
    check('qrlogin_nine_digits', sql`${t.id} between 100000000 and 999999999`),
    check('qrlogin_linked', sql`(${t.userRef} is null) = (${t.linkedAt} is null)`),
  ],
);

/** A TV that belongs to somebody. Unlinking removes its token at once; the row stays for the owner's history. */
export const devices = pgTable(
  'devices',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    number: integer('number').notNull().unique(),
    name: text('name').notNull(),
    /** SHA-256 of the token the TV carries; empty until the TV fetched it, and again after unlinking. */
    tokenHash: bytea('token_hash').unique(),
    tokenMadeAt: timestampColumn('token_made_at').notNull().defaultNow(),
    /** The token that replaces it, once the TV has used it: until then the older one stays good. */
    nextTokenHash: bytea('next_token_hash').unique(),
    nextTokenMadeAt: timestampColumn('next_token_made_at'),
    /** SHA-256 of the token in the mail about the linking, by which the owner unlinks the TV once. */
    unlinkHash: bytea('unlink_hash').unique(),
    linkedAt: timestampColumn('linked_at').notNull().defaultNow(),
    lastSeenAt: timestampColumn('last_seen_at'),
    unlinkedAt: timestampColumn('unlinked_at'),
    updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('devices_of_person').on(t.profileId, t.linkedAt),
    check('devices_unlinked_has_no_token', sql`${t.unlinkedAt} is null or ${t.tokenHash} is null`),
    check('devices_next_token_follows_one', sql`${t.nextTokenHash} is null or ${t.tokenHash} is not null`),
  ],
);

/** The owner of a row of `devices` named `d` is not blocked: TVs of one who is are refused and show nothing. */
export const ownerLetInCondition = sql`not exists (
  select from profiles blocked where blocked.id = d.profile_id and blocked.blocked_at is not null)`;
