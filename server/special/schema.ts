import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { profiles } from '../accounts/schema.ts';
import { campaigns } from '../campaigns/schema.ts';
import { orders } from '../orders/schema.ts';
import { timestampColumn } from '../platform/columns.ts';

/** One special package that was sold, and the campaign that is shown for it. */
export const specialRuns = pgTable(
  'special_runs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .unique()
      .references(() => orders.id, { onDelete: 'restrict' }),
    profileId: uuid('profile_id').references(() => profiles.id, { onDelete: 'set null' }),
    campaignId: uuid('campaign_id')
      .unique()
      .references(() => campaigns.id, { onDelete: 'set null' }),
    /** Its first day; `null`: nobody has started it. */
    startsOn: date('starts_on', { mode: 'string' }),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('special_runs_of_person').on(t.profileId),
    check('special_runs_started', sql`${t.startsOn} is null or ${t.campaignId} is not null`),
  ],
);

/** The TVs that were chosen for a run, each with the time for which it was one of them. */
export const specialPlaces = pgTable(
  'special_places',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    runId: uuid('run_id')
      .notNull()
      .references(() => specialRuns.id, { onDelete: 'cascade' }),
    /** No foreign key: what it showed stays counted when the TV is gone. */
    tvId: uuid('tv_id').notNull(),
    since: timestampColumn('since').notNull(),
    until: timestampColumn('until'),
  },
  (t) => [
    uniqueIndex('special_places_once').on(t.runId, t.tvId).where(sql`${t.until} is null`),
    index('special_places_of_tv').on(t.tvId).where(sql`${t.until} is null`),
  ],
);

/** The days of a run. On other days it is not shown. */
export const specialDays = pgTable(
  'special_days',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => specialRuns.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    /** It was appended for a day that was not kept. */
    insteadOf: date('instead_of', { mode: 'string' }),
    /** Ever leased: to its places, and to further TVs. */
    placesLeased: integer('places_leased').notNull().default(0),
    furtherLeased: integer('further_leased').notNull().default(0),
    /** Showings that count, as a job summed them last; final once the day is judged. */
    placesShown: integer('places_shown').notNull().default(0),
    allShown: integer('all_shown').notNull().default(0),
    countedAt: timestampColumn('counted_at'),
    judgedAt: timestampColumn('judged_at'),
    isKept: boolean('is_kept'),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.day] }),
    unique('special_days_appended_once').on(t.runId, t.insteadOf),
    index('special_days_open').on(t.day).where(sql`${t.judgedAt} is null`),
    check('special_days_judged', sql`(${t.judgedAt} is null) = (${t.isKept} is null)`),
    check(
      'special_days_counts',
      sql`least(${t.placesLeased}, ${t.furtherLeased}, ${t.placesShown}, ${t.allShown}) >= 0`,
    ),
  ],
);

/** A company asks for a special package while none is sold; one request of a company is open at a time. */
export const specialRequests = pgTable(
  'special_requests',
  {
    /** Made by the screen: sent twice it is one. */
    id: uuid('id').primaryKey(),
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    company: text('company').notNull(),
    contact: text('contact').notNull(),
    /** The first day of the month that they ask for. */
    month: date('month', { mode: 'string' }).notNull(),
    message: text('message').notNull().default(''),
    madeAt: timestampColumn('made_at').notNull(),
    answer: text('answer'),
    answeredAt: timestampColumn('answered_at'),
    answeredBy: text('answered_by'),
    closedAt: timestampColumn('closed_at'),
    closedBy: text('closed_by'),
  },
  (t) => [
    index('special_requests_of_company').on(t.profileId, t.madeAt),
    uniqueIndex('special_requests_one_open').on(t.profileId).where(sql`${t.closedAt} is null`),
    index('special_requests_open').on(t.madeAt).where(sql`${t.closedAt} is null`),
    check('special_requests_answered', sql`(${t.answer} is null) = (${t.answeredAt} is null)`),
    check('special_requests_month', sql`extract(day from ${t.month}) = 1`),
  ],
);
