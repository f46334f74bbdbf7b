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
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** The sign-in server's own tables; nothing outside server/accounts reads them, except `users.id` as a foreign key. */
export const auth = pgSchema('auth');

export const users = auth.table(
  'users',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull(),
    passwordHash: text('password_hash'),
    emailConfirmedAt: at('email_confirmed_at'),
    /** When a mailed link or code was last used: the person does read this mailbox, whatever registration asked for. */
    mailboxProvenAt: at('mailbox_proven_at'),
    confirmationSentAt: at('confirmation_sent_at'),
    recoverySentAt: at('recovery_sent_at'),
    newEmail: text('new_email'),
    emailChangeSentAt: at('email_change_sent_at'),
    /** 0 none, 1 one of the two addresses has confirmed. */
    emailChangeConfirmations: integer('email_change_confirmations').notNull().default(0),
    reauthenticationSentAt: at('reauthentication_sent_at'),
    lastSignInAt: at('last_sign_in_at'),
    bannedUntil: at('banned_until'),
    /** When the operator's configuration made or took over this account (the super-admin); nobody else can set it. */
    vouchedAt: at('vouched_at'),
    /** User-writable and inside every token: never carries a permission. */
    userMetadata: jsonb('user_metadata').$type<Record<string, unknown>>().notNull().default({}),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
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
    ip: text('ip'),
    userAgent: text('user_agent'),
    /** The counter inside the one valid refresh token; lower ones are replays (facts: refresh tokens by counter). */
    refreshCounter: bigint('refresh_counter', { mode: 'number' }).notNull().default(0),
    /** Counters below this are refused even within the grace time: set at step-up. */
    refreshMinCounter: bigint('refresh_min_counter', { mode: 'number' }).notNull().default(0),
    refreshedAt: at('refreshed_at').notNull().defaultNow(),
    notAfter: at('not_after'),
    createdAt: at('created_at').notNull().defaultNow(),
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
    expiresAt: at('expires_at').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
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
    lastChallengedAt: at('last_challenged_at'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
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
    verifiedAt: at('verified_at'),
    createdAt: at('created_at').notNull().defaultNow(),
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
    usedAt: at('used_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('recovery_codes_user_code').on(t.userId, t.codeHash)],
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
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [index('link_requests_created').on(t.createdAt)],
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
  retiresAt: at('retires_at'),
  createdAt: at('created_at').notNull().defaultNow(),
});

export const profiles = pgTable(
  'profiles',
  {
    id: uuid('id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    username: text('username').notNull(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    phone: text('phone'),
    city: text('city'),
    country: text('country'),
    address: text('address'),
    addressNumber: text('address_number'),
    postalCode: text('postal_code'),
    companyName: text('company_name'),
    companyTaxNumber: bigint('pibfirme', { mode: 'number' }),
    companyRegistrationNumber: bigint('mbfirme', { mode: 'number' }),
    companyAddress: text('adresa firme'),
    isAdmin: boolean('is_admin').notNull().default(false),
    isCompany: boolean('is_company').notNull().default(false),
    isPartner: boolean('is_partner').notNull().default(false),
    isInstaller: boolean('is_monter').notNull().default(false),
    toBeRegistered: boolean('toberegistered').notNull().default(false),
    /** Kept equal to the ledger's sum by a trigger on the ledger; never written directly. */
    bannerBalance: bigint('l_banners', { mode: 'number' }).notNull().default(0),
    tvSecondBalance: bigint('tv_seconds', { mode: 'number' }).notNull().default(0),
    referralCode: text('referral_code'),
    inTree: boolean('in_tree').notNull().default(false),
    parentId: uuid('parent_id'),
    /** `root.<id>` at the top; a child has its parent's path plus its own id, hyphens replaced by underscores. */
    path: text('path'),
    /** The path's short form for its index: six characters a level. Written by the database, like the path. */
    networkKey: text('network_key'),
    /** 1 at the top; a path is `root` and 37 characters a level. */
    networkLevel: integer('network_level').generatedAlwaysAs(sql`(octet_length(path) - 4) / 37`),
    joinedNetworkAt: at('joined_network_at'),
    invitesBlockedAt: at('invites_blocked_at'),
    blockedAt: at('blocked_at'),
    /** Closed by its owner or terminated by us: nobody signs in any more, and the clock of erasure runs. */
    closedAt: at('closed_at'),
    /** Notice was given: the moment the account is closed, unless the notice is taken back before. */
    terminatesAt: at('terminates_at'),
    stripeCustomerId: text('stripe_customer_id'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('profiles_email_unique').on(sql`lower(${t.email})`),
    uniqueIndex('profiles_username_unique').on(sql`lower(${t.username})`),
    uniqueIndex('profiles_referral_code_unique').on(t.referralCode),
    uniqueIndex('profiles_stripe_customer_unique').on(t.stripeCustomerId),
    index('profiles_newest').on(t.createdAt, t.id),
    index('profiles_waiting').on(t.createdAt).where(sql`${t.toBeRegistered}`),
    index('profiles_closed').on(t.closedAt).where(sql`${t.closedAt} is not null`),
    index('profiles_terminating').on(t.terminatesAt).where(sql`${t.terminatesAt} is not null`),
    index('profiles_parent').on(t.parentId),
    index('profiles_network_order')
      .on(t.networkLevel, sql`coalesce(${t.parentId}, '00000000-0000-0000-0000-000000000000')`, t.joinedNetworkAt, t.id)
      .where(sql`${t.inTree}`),
    check('profiles_one_label', sql`not (${t.isInstaller} and ${t.isPartner})`),
    check('profiles_tree_has_path', sql`${t.inTree} = (${t.path} is not null)`),
    check('profiles_tree_has_code', sql`not ${t.inTree} or ${t.referralCode} is not null`),
    check('profiles_parent_only_in_tree', sql`${t.inTree} or ${t.parentId} is null`),
    check('profiles_not_own_parent', sql`${t.parentId} is null or ${t.parentId} <> ${t.id}`),
    check('profiles_closed_or_terminating', sql`${t.closedAt} is null or ${t.terminatesAt} is null`),
    check('profiles_banners_not_negative', sql`${t.bannerBalance} >= 0`),
    check('profiles_tv_seconds_not_negative', sql`${t.tvSecondBalance} >= 0`),
  ],
);

/**
 * What people are searched by: names, username, e-mail and code, folded (migration `network_rules`), written by a trigger.
 * Beside `profiles`, because its trigram index would otherwise be rewritten with every balance and every moved path.
 */
export const profileWords = pgTable('profile_words', {
  profileId: uuid('profile_id')
    .primaryKey()
    .references(() => profiles.id, { onDelete: 'cascade' }),
  words: text('words').notNull(),
});

/** Which version of which document a person accepted, and when (law as behaviour). */
export const acceptances = pgTable(
  'acceptances',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid('user_id'),
    email: text('email').notNull(),
    document: text('document').notNull(),
    version: text('version').notNull(),
    occasion: text('occasion').notNull(),
    acceptedAt: at('accepted_at').notNull().defaultNow(),
  },
  (t) => [index('acceptances_user').on(t.userId)],
);
