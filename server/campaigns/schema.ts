import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { CAMPAIGN_KINDS, CATEGORIES, DECLINABLE } from '#domain/campaign-kinds.ts';
import type { FilmRefusal } from '#domain/campaigns/films.ts';
import { CAMPAIGN_STATES, PACES } from '#domain/campaigns/rules.ts';
import { VENUES } from '#domain/places/rules.ts';
import { profiles } from '../accounts/schema.ts';
import { files } from '../files/schema.ts';
import { oneOfCondition, timestampColumn } from '../platform/columns.ts';

export const campaigns = pgTable(
  'campaigns',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    profileId: uuid('profile_id').references(() => profiles.id, { onDelete: 'set null' }),
    /** A change of that campaign: other adverts and another address for it. Never shown itself; one of a campaign is open at a time. */
    changeOf: uuid('change_of').references((): AnyPgColumn => campaigns.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    kind: text('kind', { enum: CAMPAIGN_KINDS }).notNull(),
    state: text('state', { enum: CAMPAIGN_STATES }).notNull().default('draft'),
    startsAt: timestampColumn('starts_at').notNull(),
    endsAt: timestampColumn('ends_at').notNull(),
    /** `Schedule` of domain/playout/schedule.ts. */
    schedule: integer('schedule').array().notNull(),
    /** Codes of domain/places; empty: everywhere. */
    regions: text('regions').array().notNull().default([]),
    venues: text('venues').array().notNull().default([]),
    /** Plays for one TV in a day of Belgrade at most. */
    cap: integer('cap'),
    pace: text('pace', { enum: PACES }).notNull().default('even'),
    /** Shown on a TV once in so many minutes, before other campaigns; it holds and spends no units. */
    everyMinutes: smallint('every_minutes'),
    /** Banners or TV seconds that it may spend; held for it from its approval on (`unit_reservations`). */
    budget: bigint('budget', { mode: 'number' }).notNull(),
    /** What its QR code opens; only https. */
    url: text('url').notNull().default(''),
    /** In the short address of the QR code. */
    code: text('code').notNull().unique().default(sql`substr(md5(gen_random_uuid()::text), 1, 10)`),
    category: text('category', { enum: CATEGORIES }),
    /** The permit or approval that its category asks for, as its company names it. */
    proof: text('proof').notNull().default(''),
    sentAt: timestampColumn('sent_at'),
    /** How often it was sent. */
    sendings: integer('sendings').notNull().default(0),
    decidedAt: timestampColumn('decided_at'),
    decidedBy: uuid('decided_by').references(() => profiles.id, { onDelete: 'set null' }),
    /** Why it was sent back or taken down, as its company reads it. */
    reason: text('reason').notNull().default(''),
    /** Since when it is paused. */
    pausedAt: timestampColumn('paused_at'),
    /** Staff paused it: its company does not let it go on. */
    isHeldByStaff: boolean('is_held_by_staff').notNull().default(false),
    /** When its company was told last that it is behind its plan. */
    toldBehindAt: timestampColumn('told_behind_at'),
    /** When its company was told that it is over and what it came to. */
    toldDoneAt: timestampColumn('told_done_at'),
    /** When its address was visited last, and what it answered: an HTTP status. */
    addressSeenAt: timestampColumn('address_seen_at'),
    addressStatus: smallint('address_status'),
    /** Since when its address does not answer or leads to another host. */
    addressFailedAt: timestampColumn('address_failed_at'),
    /** Since when its code leads to our page instead. */
    codePausedAt: timestampColumn('code_paused_at'),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('campaigns_of_company').on(t.profileId, t.createdAt),
    index('campaigns_waiting').on(t.sentAt).where(sql`${t.state} = 'review'`),
    index('campaigns_shown').on(t.endsAt).where(sql`${t.state} = 'approved'`),
    index('campaigns_to_tell').on(t.updatedAt).where(sql`${t.state} = 'done' and ${t.toldDoneAt} is null`),
    index('campaigns_changes').on(t.changeOf),
    uniqueIndex('campaigns_one_open_change').on(t.changeOf).where(sql`${t.state} in ('draft', 'review', 'rejected')`),
    check('campaigns_change', sql`${t.changeOf} is null or ${t.state} in ('draft', 'review', 'rejected', 'done')`),
    check('campaigns_kind', oneOfCondition(t.kind, CAMPAIGN_KINDS)),
    check('campaigns_state', oneOfCondition(t.state, CAMPAIGN_STATES)),
    check('campaigns_category', oneOfCondition(t.category, CATEGORIES)),
    check('campaigns_pace', oneOfCondition(t.pace, PACES)),
    check('campaigns_times', sql`${t.startsAt} < ${t.endsAt}`),
    check('campaigns_schedule', sql`cardinality(${t.schedule}) = 7`),
    check('campaigns_every_minutes', sql`60 % ${t.everyMinutes} = 0 and ${t.everyMinutes} > 0`),
    check('campaigns_budget', sql`${t.budget} > 0 and (${t.cap} is null or ${t.cap} > 0)`),
  ],
);

/** What the desk has set for adverts of a category; each has its row from the beginning. */
export const categoryRules = pgTable(
  'category_rules',
  {
    category: text('category', { enum: DECLINABLE }).primaryKey(),
    isTaken: boolean('is_taken').notNull().default(true),
    /** Hours of Belgrade; `to_hour` not above `from_hour`: past midnight. */
    from: smallint('from_hour').notNull().default(0),
    to: smallint('to_hour').notNull().default(24),
    /** Empty: everywhere. */
    venues: text('venues', { enum: VENUES }).array().notNull().default([]),
    needsProof: boolean('needs_proof').notNull().default(false),
    changedAt: timestampColumn('changed_at').notNull().defaultNow(),
  },
  (t) => [
    check('category_rules_category', oneOfCondition(t.category, DECLINABLE)),
    check(
      'category_rules_hours',
      sql`${t.from} between 0 and 23 and ${t.to} between 1 and 24 and ${t.from} <> ${t.to}`,
    ),
  ],
);

/** How often the code of a campaign was opened, by hour. */
export const codeOpenings = pgTable(
  'code_openings',
  {
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    hour: timestampColumn('hour').notNull(),
    openings: integer('openings').notNull(),
  },
  (t) => [primaryKey({ columns: [t.campaignId, t.hour] })],
);

/** A picture or film of a campaign; they take turns. */
export const creatives = pgTable(
  'creatives',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    seconds: integer('seconds').notNull(),
    /** As its company called and sent it. */
    name: text('name').notNull().default(''),
    fileId: uuid('file_id').references(() => files.id, { onDelete: 'set null' }),
    width: integer('width').notNull().default(0),
    height: integer('height').notNull().default(0),
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    /** What screens show, made by us. */
    shownFileId: uuid('shown_file_id').references(() => files.id, { onDelete: 'set null' }),
    sha256: text('sha256'),
    /** One picture of a film, for lists. */
    posterFileId: uuid('poster_file_id').references(() => files.id, { onDelete: 'set null' }),
    /** Of a film as it was sent: how long it was, frames in a second, its sound in LUFS. */
    lengthMs: integer('length_ms'),
    frameRate: real('frame_rate'),
    hasSound: boolean('has_sound'),
    loudness: real('loudness'),
    /** How often its code was opened, of those that `code_openings` counts for its campaign. */
    openings: integer('openings').notNull().default(0),
    /** Its campaign was sent back because of it. */
    needsChange: boolean('needs_change').notNull().default(false),
    /** Taken down: it is leased no more. */
    withdrawnAt: timestampColumn('withdrawn_at'),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('creatives_of_campaign').on(t.campaignId),
    index('creatives_of_file').on(t.fileId),
    index('creatives_of_shown_file').on(t.shownFileId),
    index('creatives_of_poster_file').on(t.posterFileId),
    check('creatives_seconds', sql`${t.seconds} between 5 and 30`),
  ],
);

/** A film that waits to be made ready for TVs, or was refused; once it is ready it is a creative. */
export const films = pgTable(
  'campaign_films',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    fileId: uuid('file_id').references(() => files.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    /** How often its conversion was begun: what ends the process each time is refused. */
    attempts: integer('attempts').notNull().default(0),
    /** `null`: it waits. `replaces`: the spot in whose place it was to be put. */
    refusal: jsonb('refusal').$type<FilmRefusal & { replaces?: string }>(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (t) => [unique('campaign_films_once').on(t.campaignId, t.fileId), index('campaign_films_of_file').on(t.fileId)],
);

/** A company says that the report of a month of a campaign is wrong; of one campaign one objection waits at a time. */
export const reportObjections = pgTable(
  'report_objections',
  {
    /** Made by the screen: sent twice it is one. */
    id: uuid('id').primaryKey(),
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    /** The month of the report, as `2026-10`; the version before, which names none, writes the month of the moment. */
    month: text('month').notNull().default(sql`to_char(now() at time zone 'Europe/Belgrade', 'YYYY-MM')`),
    text: text('text').notNull(),
    madeAt: timestampColumn('made_at').notNull(),
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    answer: text('answer'),
    answeredAt: timestampColumn('answered_at'),
    answeredBy: text('answered_by'),
  },
  (t) => [
    index('report_objections_of_campaign').on(t.campaignId),
    uniqueIndex('report_objections_one_waits').on(t.campaignId).where(sql`${t.answeredAt} is null`),
    index('report_objections_due').on(t.dueOn).where(sql`${t.answeredAt} is null`),
    check('report_objections_answered', sql`(${t.answer} is null) = (${t.answeredAt} is null)`),
    check('report_objections_month', sql`${t.month} ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'`),
  ],
);

/** Companies that were told that their balance runs out, and have not added to it since. */
export const lowBalances = pgTable(
  'low_balances',
  {
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    unit: text('unit', { enum: ['banner', 'tv_second'] }).notNull(),
    toldAt: timestampColumn('told_at').notNull(),
    /** The last entry of its ledger then: what comes after it may be a payment. */
    lastEntry: bigint('last_entry', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.profileId, t.unit] }),
    check('low_balances_unit', oneOfCondition(t.unit, ['banner', 'tv_second'])),
  ],
);
