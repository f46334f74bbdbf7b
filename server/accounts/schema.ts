import { and, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { DUTIES } from '#domain/access.ts';
import { normaliseEmail } from '#domain/email.ts';
import { CYRILLIC_LOOKALIKES, LATIN_LOOKALIKES } from '#domain/fold.ts';
import { CODE_REFUSALS } from '#domain/network/referral-code.ts';
import { isEmail } from '#domain/plain-text.ts';
import { users } from '../auth/schema.ts';
import { timestampColumn } from '../platform/columns.ts';

/** A username as it looks: the one letter for letter like it in another script is the same. */
export const usernameLookalikeKey = (username: SQLWrapper | string) =>
  sql`translate(lower(${username}), ${sql.raw(`'${CYRILLIC_LOOKALIKES}'`)}, ${sql.raw(`'${LATIN_LOOKALIKES}'`)})`;

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
    joinedNetworkAt: timestampColumn('joined_network_at'),
    invitesBlockedAt: timestampColumn('invites_blocked_at'),
    /** What the person was about to buy when they registered: a product of the catalogue. */
    chosenProduct: text('chosen_product'),
    /** Agreed to mails about new packages and events; `null`: none are sent. */
    newsAgreedAt: timestampColumn('news_agreed_at'),
    /** Whose referral code opened this account, while it waits to be enrolled under them: it takes one of their places. */
    invitedBy: uuid('invited_by').references((): AnyPgColumn => profiles.id, { onDelete: 'set null' }),
    /** Why the enrolment under them was refused, while the account waits. */
    enrolmentRefused: text('enrolment_refused', { enum: CODE_REFUSALS }),
    blockedAt: timestampColumn('blocked_at'),
    /** Closed by its owner or terminated by us: nobody signs in any more, and the clock of erasure runs. */
    closedAt: timestampColumn('closed_at'),
    /** Notice was given: the moment the account is closed, unless the notice is taken back before. */
    terminatesAt: timestampColumn('terminates_at'),
    paymentCustomerId: text('stripe_customer_id'),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('profiles_email_unique').on(sql`lower(${t.email})`),
    uniqueIndex('profiles_username_unique').on(usernameLookalikeKey(t.username)),
    uniqueIndex('profiles_referral_code_unique').on(t.referralCode),
    uniqueIndex('profiles_stripe_customer_unique').on(t.paymentCustomerId),
    index('profiles_newest').on(t.createdAt, t.id),
    index('profiles_joined').on(t.joinedNetworkAt).where(sql`${t.inTree}`),
    index('profiles_waiting').on(t.createdAt).where(sql`${t.toBeRegistered}`),
    index('profiles_closed').on(t.closedAt).where(sql`${t.closedAt} is not null`),
    index('profiles_terminating').on(t.terminatesAt).where(sql`${t.terminatesAt} is not null`),
    index('profiles_parent').on(t.parentId),
    index('profiles_invited').on(t.invitedBy).where(sql`${t.invitedBy} is not null`),
    index('profiles_network_order')
      .on(t.networkLevel, sql`coalesce(${t.parentId}, '00000000-0000-0000-0000-000000000000')`, t.joinedNetworkAt, t.id)
      .where(sql`${t.inTree}`),
    check('profiles_one_label', sql`not (${t.isInstaller} and ${t.isPartner})`),
    check('profiles_tree_has_path', sql`${t.inTree} = (${t.path} is not null)`),
    check('profiles_tree_has_code', sql`not ${t.inTree} or ${t.referralCode} is not null`),
    check('profiles_parent_only_in_tree', sql`${t.inTree} or ${t.parentId} is null`),
    check('profiles_invited_waits', sql`${t.invitedBy} is null or (${t.toBeRegistered} and not ${t.inTree})`),
    check(
      'profiles_enrolment_refused',
      sql`${t.enrolmentRefused} in (${sql.raw(CODE_REFUSALS.map((code) => `'${code}'`).join(', '))})`,
    ),
    check('profiles_not_own_parent', sql`${t.parentId} is null or ${t.parentId} <> ${t.id}`),
    check('profiles_closed_or_terminating', sql`${t.closedAt} is null or ${t.terminatesAt} is null`),
    check('profiles_banners_not_negative', sql`${t.bannerBalance} >= 0`),
    check('profiles_tv_seconds_not_negative', sql`${t.tvSecondBalance} >= 0`),
  ],
);

/** Whose account that whole address is, along its index; `undefined`: the text is no whole address. */
export function ownsAddressCondition(text: string): SQL | undefined {
  const address = normaliseEmail(text);
  return isEmail(address) ? sql`lower(${profiles.email}) = ${address}` : undefined;
}

/** Who waits for a decision: neither closed, nor blocked, which whoever blocked them undoes first. */
export const isRequestCondition = and(
  eq(profiles.toBeRegistered, true),
  isNull(profiles.closedAt),
  isNull(profiles.blockedAt),
)!;

/**
 * What people are searched by: names, username, e-mail and code, folded, and what the people found are sorted by and told
 * apart by; written by a trigger (migration `lists`). Beside `profiles`, because its trigram index would otherwise be rewritten with every
 * balance and every moved path, and because many rows of it fit into a page.
 */
export const profileWords = pgTable(
  'profile_words',
  {
    profileId: uuid('profile_id')
      .primaryKey()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    words: text('words').notNull(),
    createdAt: timestampColumn('created_at').notNull(),
    /** Last name and first name, folded. */
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** The kinds of people they are of, as `GROUPS` in people.ts has them. */
    groups: text('groups').array().notNull(),
  },
  (t) => [index('profile_words_newest').on(t.createdAt, t.profileId)],
);

/**
 * Administrators to whom duties were given, with a version that grows by every change of them. Without a row an administrator may do
 * everything that duties allow. The row goes with the rights (trigger of migration `duties`).
 */
export const staffMembers = pgTable('staff_members', {
  profileId: uuid('profile_id')
    .primaryKey()
    .references(() => profiles.id, { onDelete: 'cascade' }),
  version: integer('version').notNull(),
  changedAt: timestampColumn('changed_at').notNull(),
  /** `null` once that account is erased. */
  changedBy: uuid('changed_by').references(() => profiles.id, { onDelete: 'set null' }),
});

export const staffDuties = pgTable(
  'staff_duties',
  {
    profileId: uuid('profile_id')
      .notNull()
      .references(() => staffMembers.profileId, { onDelete: 'cascade' }),
    duty: text('duty', { enum: DUTIES }).notNull(),
    since: timestampColumn('since').notNull(),
    givenBy: uuid('given_by').references(() => profiles.id, { onDelete: 'set null' }),
  },
  (t) => [
    primaryKey({ columns: [t.profileId, t.duty] }),
    check('staff_duties_known', sql`${t.duty} in (${sql.raw(DUTIES.map((duty) => `'${duty}'`).join(', '))})`),
  ],
);

/** What staff write among themselves about a person. */
export const personNotes = pgTable(
  'person_notes',
  {
    /** Made by the screen: a note that is sent twice is one note. */
    id: uuid('id').primaryKey(),
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    authorId: uuid('author_id').references(() => profiles.id, { onDelete: 'set null' }),
    createdAt: timestampColumn('created_at').notNull(),
  },
  (t) => [
    index('person_notes_of').on(t.profileId, t.createdAt),
    index('person_notes_by').on(t.authorId),
    check('person_notes_text', sql`${t.text} <> ''`),
  ],
);

/** Registrations that wait for a decision and that the super-admin has not been notified of yet. */
export const unannouncedRequests = pgTable('untold_requests', {
  profileId: uuid('profile_id')
    .primaryKey()
    .references(() => profiles.id, { onDelete: 'cascade' }),
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
    acceptedAt: timestampColumn('accepted_at').notNull().defaultNow(),
  },
  (t) => [index('acceptances_user').on(t.userId)],
);
