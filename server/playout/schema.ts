import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  pgView,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { DECLINABLE } from '#domain/campaign-kinds.ts';
import { VENUES } from '#domain/places/rules.ts';
import { LICENCE_KINDS } from '#domain/playout/licences.ts';
import { LEASE_OUTCOMES } from '#domain/playout/rules.ts';
import { CONFIRMATIONS } from '#domain/tvs/rules.ts';
import { profiles } from '../accounts/schema.ts';
import { bytea } from '../auth/schema.ts';
import { campaigns } from '../campaigns/schema.ts';
import { devices, ownerLetInCondition } from '../devices/schema.ts';
import { orders } from '../orders/schema.ts';
import { oneOfCondition, timestampColumn } from '../platform/columns.ts';

export { openSuspicionCondition as isOpenSuspicion } from './tvs/schema.ts';

/** Where a linked TV stands, and whether it counts. */
export const tvs = pgTable(
  'tvs',
  {
    tvId: uuid('tv_id')
      .primaryKey()
      .references(() => devices.id, { onDelete: 'cascade' }),
    /** A code of domain/places. */
    region: text('region'),
    venue: text('venue', { enum: VENUES }),
    /** When somebody of ours saw that the venue is true; a household needs nobody. */
    confirmedAt: timestampColumn('confirmed_at'),
    confirmedBy: uuid('confirmed_by').references(() => profiles.id, { onDelete: 'set null' }),
    confirmedHow: text('confirmed_how', { enum: CONFIRMATIONS }),
    blockedAt: timestampColumn('blocked_at'),
    /** What it showed before that does not count: it was blocked. */
    countsSince: timestampColumn('counts_since'),
    /** Since licences keep it, for the version before alone. */
    regionChanges: timestampColumn('region_changes').array().notNull().default([]),
  },
  (t) => [
    index('tvs_waiting').on(t.tvId).where(sql`${t.venue} <> 'household' and ${t.confirmedAt} is null`),
    check('tvs_venue', oneOfCondition(t.venue, VENUES)),
    check('tvs_confirmed_how', oneOfCondition(t.confirmedHow, CONFIRMATIONS)),
  ],
);

/** What a person wants none of on their TVs; without a row, everything is shown. */
export const declinedAdverts = pgTable(
  'declined_adverts',
  {
    profileId: uuid('profile_id')
      .primaryKey()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    /** No adverts at all, and nothing measured. */
    all: boolean('all').notNull(),
    categories: text('categories', { enum: DECLINABLE }).array().notNull().default([]),
    changedAt: timestampColumn('changed_at').notNull(),
  },
  (t) => [
    check(
      'declined_adverts_categories',
      sql`${t.categories} <@ array[${sql.raw(DECLINABLE.map((one) => `'${one}'`).join(', '))}]`,
    ),
  ],
);

/** The owner of a row of `devices` named `d` wants no adverts at all. */
export const ownerDeclinesAllCondition = sql`exists (
  select from declined_adverts declined where declined.profile_id = d.profile_id and declined.all)`;

/** That owner is neither blocked nor without adverts by choice: their TVs may show some. */
export const ownerTakesAdvertsCondition = sql`(${ownerLetInCondition} and not ${ownerDeclinesAllCondition})`;

/** A delivered device lets one TV show adverts. */
export const licences = pgTable(
  'licences',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** `null`: of a person who was erased; the number stays used up until staff free it or the device is delivered again. */
    profileId: uuid('profile_id').references(() => profiles.id, { onDelete: 'cascade' }),
    tvId: uuid('tv_id')
      .unique()
      .references(() => devices.id, { onDelete: 'set null' }),
    kind: text('kind', { enum: LICENCE_KINDS }).notNull(),
    /** Of a device that was delivered; its order is the buyer's. */
    serial: text('serial').unique(),
    /** Of a device without a number: the order in which it was bought. */
    orderId: uuid('order_id').references(() => orders.id, { onDelete: 'set null' }),
    /** SHA-256 of the code with which somebody else may take the device over. */
    codeHash: bytea('code_hash').unique(),
    codeEndsAt: timestampColumn('code_ends_at'),
    /** `null`: for good. */
    endsAt: timestampColumn('ends_at'),
    /** Where the device stands, or stood last: it stays when its TV is unlinked. */
    region: text('region'),
    /** When its owner changed that within the last thirty days, on whichever TV. */
    regionChanges: timestampColumn('region_changes').array().notNull().default([]),
    /** When somebody else took the device over and began with changes of their own. */
    changesSince: timestampColumn('changes_since'),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('licences_of_person').on(t.profileId),
    index('licences_of_order').on(t.orderId).where(sql`${t.orderId} is not null`),
    check('licences_kind', oneOfCondition(t.kind, LICENCE_KINDS)),
    check('licences_serial', sql`(${t.kind} = 'serial') = (${t.serial} is not null)`),
    check('licences_code', sql`(${t.codeHash} is null) = (${t.codeEndsAt} is null)`),
  ],
);

/**
 * The units that a campaign holds of its company's balance, from its approval until the last of them is settled. What may be leased is
 * `budget - (leased - released)`; what the company has left is its balance less `budget - settled` of all its campaigns.
 */
export const unitReservations = pgTable(
  'unit_reservations',
  {
    campaignId: uuid('campaign_id')
      .primaryKey()
      .references(() => campaigns.id, { onDelete: 'restrict' }),
    /** No foreign key: the books outlive the person. */
    profileId: uuid('profile_id').notNull(),
    unit: text('unit', { enum: ['banner', 'tv_second'] }).notNull(),
    budget: bigint('budget', { mode: 'number' }).notNull(),
    /** Ever leased. */
    leased: bigint('leased', { mode: 'number' }).notNull().default(0),
    /** Of these, those whose lease ended without a counted play. */
    released: bigint('released', { mode: 'number' }).notNull().default(0),
    /** Counted and taken from the company's balance. */
    settled: bigint('settled', { mode: 'number' }).notNull().default(0),
    /** Leased to TVs from which nothing is heard; looked at every few minutes. */
    silent: bigint('silent', { mode: 'number' }).notNull().default(0),
  },
  (t) => [
    index('unit_reservations_of_company').on(t.profileId),
    check('unit_reservations_unit', oneOfCondition(t.unit, ['banner', 'tv_second'])),
    check('unit_reservations_leased', sql`${t.leased} - ${t.released} between 0 and ${t.budget}`),
    check('unit_reservations_settled', sql`${t.settled} between 0 and ${t.leased} - ${t.released}`),
  ],
);

/** Units on their way to `released`: many TVs write here at once, one job adds them up. */
export const releasedUnits = pgTable(
  'released_units',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    campaignId: uuid('campaign_id').notNull(),
    units: bigint('units', { mode: 'number' }).notNull(),
  },
  (t) => [check('released_units_some', sql`${t.units} > 0`)],
);

/**
 * What a TV may show in one hour of the clock. Partitioned by that hour, which is 73 hours before the last moment at which it may be
 * reported; the id begins with it (lease-id.ts). Nothing in a row changes: what became of a lease is in `plays`.
 */
export const leases = pgTable(
  'leases',
  {
    hour: timestampColumn('hour').notNull(),
    id: uuid('id').notNull(),
    tvId: uuid('tv_id').notNull(),
    campaignId: uuid('campaign_id').notNull(),
    creativeId: uuid('creative_id').notNull(),
    licenceId: uuid('licence_id').notNull(),
    /** Whose licence it was then: whom a counted play rewards. `null` of leases from before this was kept. */
    profileId: uuid('profile_id'),
    region: text('region'),
    venue: text('venue', { enum: VENUES }),
    opensAt: timestampColumn('opens_at').notNull(),
    closesAt: timestampColumn('closes_at').notNull(),
    seconds: smallint('seconds').notNull(),
    units: smallint('units').notNull(),
    issuedAt: timestampColumn('issued_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.hour, t.id] }), index('leases_of_tv').on(t.tvId)],
);

/** What became of a lease, once. Partitioned by the day (UTC) of the lease's hour. */
export const plays = pgTable(
  'plays',
  {
    leaseDay: date('lease_day', { mode: 'string' }).notNull(),
    leaseId: uuid('lease_id').notNull(),
    hour: timestampColumn('hour').notNull(),
    campaignId: uuid('campaign_id').notNull(),
    creativeId: uuid('creative_id').notNull(),
    tvId: uuid('tv_id').notNull(),
    region: text('region'),
    venue: text('venue', { enum: VENUES }),
    outcome: text('outcome', { enum: LEASE_OUTCOMES }).notNull(),
    units: smallint('units').notNull(),
    /** As the TV measured it; `null` when it was returned. */
    startedAt: timestampColumn('started_at'),
    endedAt: timestampColumn('ended_at'),
    visibleMs: integer('visible_ms'),
    progressMs: integer('progress_ms'),
    reportedAt: timestampColumn('reported_at').notNull(),
    /** How often it was reported again. */
    repeats: integer('repeats').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.leaseDay, t.leaseId] }),
    index('plays_of_tv').on(t.tvId, t.hour),
    index('plays_by_hour').using('brin', t.hour),
    index('plays_not_counted').on(t.campaignId, t.hour).where(sql`${t.outcome} not in ('counted', 'returned')`),
    check('plays_outcome', oneOfCondition(t.outcome, LEASE_OUTCOMES)),
  ],
);

/**
 * Sums of `plays` by hour, written with them. Several rows, by `shard`, so that TVs that report at once do not wait for one another; once
 * the hour is over they are added up in one row of the shard -1 and in `play_days`.
 */
export const playHours = pgTable(
  'play_hours',
  {
    campaignId: uuid('campaign_id').notNull(),
    hour: timestampColumn('hour').notNull(),
    creativeId: uuid('creative_id').notNull(),
    /** Empty: none was known. */
    region: text('region').notNull(),
    venue: text('venue').notNull(),
    outcome: text('outcome', { enum: LEASE_OUTCOMES }).notNull(),
    shard: smallint('shard').notNull(),
    plays: bigint('plays', { mode: 'number' }).notNull(),
    units: bigint('units', { mode: 'number' }).notNull(),
    repeats: bigint('repeats', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({
      name: 'play_hours_key',
      columns: [t.campaignId, t.hour, t.creativeId, t.region, t.venue, t.outcome, t.shard],
    }),
    index('play_hours_new').on(t.campaignId, t.hour).where(sql`${t.shard} >= 0`),
  ],
);

/** The same by day of Belgrade, of the hours that were added up since: what a report reads. The view `play_sums` has both. */
export const playDays = pgTable(
  'play_days',
  {
    campaignId: uuid('campaign_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    creativeId: uuid('creative_id').notNull(),
    region: text('region').notNull(),
    venue: text('venue').notNull(),
    outcome: text('outcome', { enum: LEASE_OUTCOMES }).notNull(),
    plays: bigint('plays', { mode: 'number' }).notNull(),
    units: bigint('units', { mode: 'number' }).notNull(),
    repeats: bigint('repeats', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.campaignId, t.day, t.creativeId, t.region, t.venue, t.outcome] })],
);

export const playSums = pgView('play_sums', {
  campaignId: uuid('campaign_id').notNull(),
  day: date('day', { mode: 'string' }).notNull(),
  outcome: text('outcome', { enum: LEASE_OUTCOMES }).notNull(),
  plays: bigint('plays', { mode: 'number' }).notNull(),
  units: bigint('units', { mode: 'number' }).notNull(),
}).existing();

/** Which TVs reported something of a campaign, each with the place where it stood first: how many TVs a number of a report stands for. */
export const campaignTvs = pgTable(
  'campaign_tvs',
  {
    campaignId: uuid('campaign_id').notNull(),
    tvId: uuid('tv_id').notNull(),
    /** Their order is the number of a TV inside its campaign. */
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    region: text('region'),
    venue: text('venue', { enum: VENUES }),
  },
  (t) => [primaryKey({ columns: [t.campaignId, t.tvId] })],
);

/** What a TV got and did on a day of Belgrade. */
export const tvDays = pgTable(
  'tv_days',
  {
    tvId: uuid('tv_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    leased: integer('leased').notNull().default(0),
    /** Of these, reported or returned in time. */
    resolved: integer('resolved').notNull().default(0),
    /** Counted plays of banners, and seconds of counted spots. */
    banners: integer('banners').notNull().default(0),
    tvSeconds: integer('tv_seconds').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.tvId, t.day] }), index('tv_days_by_day').on(t.day)],
);

/**
 * What was counted on a TV on a day of Belgrade, of the leases that one person had then, whoever has the TV since. Written with the plays.
 */
export const viewerDays = pgTable(
  'viewer_days',
  {
    /** No foreign key: the books outlive the person. */
    profileId: uuid('profile_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    tvId: uuid('tv_id').notNull(),
    banners: integer('banners').notNull().default(0),
    tvSeconds: integer('tv_seconds').notNull().default(0),
    /** When plays of it were voided; emptied once the book of rewards followed with a further line. */
    correctedAt: timestampColumn('corrected_at'),
  },
  (t) => [
    primaryKey({ columns: [t.profileId, t.day, t.tvId] }),
    index('viewer_days_by_day').on(t.day),
    index('viewer_days_corrected').on(t.correctedAt).where(sql`${t.correctedAt} is not null`),
    check('viewer_days_counted', sql`${t.banners} >= 0 and ${t.tvSeconds} >= 0`),
  ],
);

/** From then on older leases are not to be shown: of a campaign, of one of its adverts, or of a TV. */
export const revocations = pgTable(
  'revocations',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestampColumn('at').notNull(),
    campaignId: uuid('campaign_id'),
    creativeId: uuid('creative_id'),
    tvId: uuid('tv_id'),
  },
  (t) => [
    index('revocations_by_time').on(t.at),
    check('revocations_of_one', sql`num_nonnulls(${t.campaignId}, ${t.creativeId}, ${t.tvId}) = 1`),
  ],
);

/** Hours whose reports are over: what was not counted is released, what was is settled. */
export const closedHours = pgTable('closed_hours', {
  hour: timestampColumn('hour').primaryKey(),
  closedAt: timestampColumn('closed_at').notNull(),
});

/** The nightly look at the raw rows; a difference stops the closing of the month. */
export const unitProofs = pgTable('unit_proofs', {
  day: date('day', { mode: 'string' }).primaryKey(),
  provenAt: timestampColumn('proven_at').notNull(),
  differences: text('differences').array().notNull(),
});
