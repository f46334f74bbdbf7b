import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { CHANGE_KINDS, type ChangeFacts } from '#domain/auth/changes.ts';
import { timestampColumn } from '../platform/columns.ts';

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
/** The sign-in server's own tables; nothing outside server/auth reads them, except `users.id` as a foreign key. */
export const auth = pgSchema('auth');

export const users = auth.table(
  'users',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull(),
    passwordHash: text('password_hash'),
    emailConfirmedAt: timestampColumn('email_confirmed_at'),
    /** When a mailed link or code was last used: the person does read this mailbox, whatever registration asked for. */
    mailboxProvenAt: timestampColumn('mailbox_proven_at'),
    confirmationSentAt: timestampColumn('confirmation_sent_at'),
    recoverySentAt: timestampColumn('recovery_sent_at'),
    newEmail: text('new_email'),
    emailChangeSentAt: timestampColumn('email_change_sent_at'),
    /** 0 none, 1 one of the two addresses has confirmed. */
    emailChangeConfirmations: integer('email_change_confirmations').notNull().default(0),
    reauthenticationSentAt: timestampColumn('reauthentication_sent_at'),
    lastSignInAt: timestampColumn('last_sign_in_at'),
    bannedUntil: timestampColumn('banned_until'),
    /** When the operator's configuration made or took over this account (the super-admin); nobody else can set it. */
    provisionedAt: timestampColumn('vouched_at'),
    /** The password was generated and shown by the server: staff duties wait until its owner has chosen another. */
    mustChangePassword: boolean('must_change_password').notNull().default(false),
    /** User-writable and inside every token: never carries a permission. */
    userMetadata: jsonb('user_metadata').$type<Record<string, unknown>>().notNull().default({}),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('users_email_unique').on(sql`lower(${t.email})`),
    check('users_email_lower', sql`${t.email} = lower(${t.email})`),
  ],
);

export const sessions = auth.table(
  'sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    aal: text('aal', { enum: ['aal1', 'aal2'] })
      .notNull()
      .default('aal1'),
    /** How the person proved themselves, newest first: [{ method, timestamp in seconds }]. */
    amr: jsonb('amr').$type<{ method: string; timestamp: number }[]>().notNull().default([]),
    factorId: uuid('factor_id'),
    /** When the person last proved themselves in this session, in a way the account accepts (domain/auth/proof.ts). */
    provenAt: timestampColumn('proven_at'),
    ip: text('ip'),
    userAgent: text('user_agent'),
    /** The counter inside the one valid refresh token; lower ones are replays (facts: refresh tokens by counter). */
    refreshCounter: bigint('refresh_counter', { mode: 'number' }).notNull().default(0),
    /** Counters below this are refused even within the grace time: set at step-up. */
    refreshMinCounter: bigint('refresh_min_counter', { mode: 'number' }).notNull().default(0),
    /** An access token given together with the newest refresh token was seen: the client did get our answer. */
    newestUsed: boolean('newest_used').notNull().default(false),
    refreshedAt: timestampColumn('refreshed_at').notNull().defaultNow(),
    notAfter: timestampColumn('not_after'),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_refreshed').on(t.refreshedAt)],
);

export const oneTimeTokens = auth.table(
  'one_time_tokens',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind', {
      enum: ['signup', 'recovery', 'email_change_current', 'email_change_new', 'reauthentication'],
    }).notNull(),
    /** SHA-256 of the link's token: a reader of the database cannot use it. */
    linkHash: bytea('link_hash').notNull(),
    /** HMAC of the six-digit code with a server key. */
    codeHash: bytea('code_hash').notNull(),
    relatesTo: text('relates_to').notNull(),
    attempts: integer('attempts').notNull().default(0),
    expiresAt: timestampColumn('expires_at').notNull(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('one_time_tokens_user_kind').on(t.userId, t.kind),
    uniqueIndex('one_time_tokens_link').on(t.linkHash),
  ],
);

export const mfaFactors = auth.table(
  'mfa_factors',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    friendlyName: text('friendly_name'),
    status: text('status', { enum: ['unverified', 'verified'] })
      .notNull()
      .default('unverified'),
    /** AES-256-GCM with a key derived from the server secret. */
    secret: bytea('secret').notNull(),
    /** The last accepted 30-second step: a code is good once. */
    lastStep: bigint('last_step', { mode: 'number' }),
    lastChallengedAt: timestampColumn('last_challenged_at'),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
  },
  (t) => [index('mfa_factors_user').on(t.userId)],
);

export const mfaChallenges = auth.table(
  'mfa_challenges',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    factorId: uuid('factor_id')
      .notNull()
      .references(() => mfaFactors.id, { onDelete: 'cascade' }),
    attempts: integer('attempts').notNull().default(0),
    verifiedAt: timestampColumn('verified_at'),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (t) => [index('mfa_challenges_factor').on(t.factorId)],
);

export const recoveryCodes = auth.table(
  'recovery_codes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: bytea('code_hash').notNull(),
    usedAt: timestampColumn('used_at'),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('recovery_codes_user_code').on(t.userId, t.codeHash)],
);

/**
 * Each change of who may enter an account, and by what: mailed to its owner, listed for twelve months, and taken back
 * with the mailed link for seven days (changes.ts).
 */
export const accountChanges = auth.table(
  'account_changes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: CHANGE_KINDS }).notNull(),
    about: jsonb('about').$type<ChangeFacts>().notNull().default({}),
    /** Removed authenticators, their secrets sealed as before, while the change can be taken back. */
    removed: jsonb('removed').$type<RemovedFactor[]>(),
    /** From where: emptied with the other records of access. */
    browser: text('browser'),
    system: text('system'),
    network: text('network'),
    at: timestampColumn('at').notNull().defaultNow(),
    /** SHA-256 of the mailed link's token. */
    undoHash: bytea('undo_hash').notNull(),
    undoEndsAt: timestampColumn('undo_ends_at').notNull(),
    /** When a lost second step goes, unless somebody objects until then. */
    dueAt: timestampColumn('due_at'),
    /** The owner said on the page that it was them; the mailed link stays good, because a thief could say so too. */
    seenAt: timestampColumn('seen_at'),
    closedAt: timestampColumn('closed_at'),
    outcome: text('outcome', { enum: ['undone', 'kept', 'called off', 'done'] }),
  },
  (t) => [
    uniqueIndex('account_changes_link').on(t.undoHash),
    index('account_changes_user').on(t.userId, t.at),
    index('account_changes_at').on(t.at),
    uniqueIndex('account_changes_one_recovery')
      .on(t.userId)
      .where(sql`${t.kind} = 'second-step-recovery' and ${t.closedAt} is null`),
    index('account_changes_moved_from').on(sql`(${t.about} ->> 'from')`).where(sql`${t.kind} = 'address'`),
    check('account_changes_closed', sql`(${t.closedAt} is null) = (${t.outcome} is null)`),
  ],
);

/** An authenticator as it was, so that it can be put back; `secret` is base64 of the sealed bytes. */
export interface RemovedFactor {
  id: string;
  friendlyName: string | null;
  secret: string;
  createdAt: string;
}

/** Kinds of browser and network somebody came in with before; only a fingerprint with a key of the server. */
export const knownDevices = auth.table(
  'known_devices',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    deviceHash: bytea('device_hash').notNull(),
    lastSeenAt: timestampColumn('last_seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.deviceHash] }), index('known_devices_seen').on(t.lastSeenAt)],
);

/**
 * Somebody typed an address and asked for a link. Known and unknown addresses leave the same row; the worker decides
 * later, out of the asker's sight, whether there is anyone to write to.
 */
export const linkRequests = auth.table(
  'link_requests',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind', { enum: ['signup', 'recovery', 'email_change'] }).notNull(),
    email: text('email').notNull(),
    ip: text('ip'),
    requestId: uuid('request_id'),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (t) => [index('link_requests_created').on(t.createdAt)],
);

/**
 * Networks from which an account was entered lately, by keyed fingerprint: strangers elsewhere cannot hold up its owner
 * there.
 */
export const knownNetworks = auth.table(
  'known_networks',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    network: bytea('network').notNull(),
    enteredAt: timestampColumn('entered_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.network] }), index('known_networks_entered').on(t.enteredAt)],
);

/** Attempts counted by rate-limiter-flexible, shared by every server process; unlogged, because it may be lost. */
export const throttles = auth.table('throttles', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  /** Milliseconds since 1970. */
  expire: bigint('expire', { mode: 'number' }),
});

/** Signing keys and the server secret, shared by every server process on this database. */
export const keys = auth.table('keys', {
  kid: text('kid').primaryKey(),
  kind: text('kind', { enum: ['jwt', 'secret'] }).notNull(),
  material: jsonb('material').$type<Record<string, unknown>>().notNull(),
  /** Set when a newer key takes over: signs nothing afterwards, stays published until its last tokens have ended. */
  retiresAt: timestampColumn('retires_at'),
  createdAt: timestampColumn('created_at').notNull().defaultNow(),
});
