import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { SUSPICIONS } from '#domain/tvs/rules.ts';
import { profiles } from '../../accounts/schema.ts';
import { bytea } from '../../auth/schema.ts';
import { devices } from '../../devices/schema.ts';
import { oneOfCondition, timestampColumn } from '../../platform/columns.ts';

/** What a TV said last of its screen, and how regularly it says it. */
export const tvScreens = pgTable(
  'tv_screens',
  {
    tvId: uuid('tv_id')
      .primaryKey()
      .references(() => devices.id, { onDelete: 'cascade' }),
    seenAt: timestampColumn('seen_at').notNull(),
    version: text('version').notNull(),
    visible: boolean('visible').notNull(),
    /** Pixels. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    lastError: text('last_error').notNull().default(''),
    errorAt: timestampColumn('error_at'),
    /** Storage that is free for adverts, in MB; `null`: it never said so. */
    freeMegabytes: integer('free_megabytes'),
    /** A keyed hash of the public address (IPv6: the /64), to tell whether two TVs share it, and its first half for people. */
    network: bytea('network').notNull(),
    networkLabel: text('network_label').notNull(),
    /** Since then it shows without a longer pause than `PAUSE_MINUTES`, or does not say that it does not; `null`: the page is in the background. */
    showsSince: timestampColumn('shows_since'),
    /** The longest pause since then, in milliseconds. */
    longestPause: integer('longest_pause').notNull().default(0),
    /** Intervals between its reports since the last longer pause: how many, their mean and the sum of squares around it, in milliseconds. */
    intervals: integer('intervals').notNull().default(0),
    intervalMean: doublePrecision('interval_mean').notNull().default(0),
    intervalSquares: doublePrecision('interval_squares').notNull().default(0),
    /** What staff asked of it; gone once it was told. */
    command: text('command', { enum: ['reload', 'relink'] }),
    commandAt: timestampColumn('command_at'),
    toldAt: timestampColumn('told_at'),
  },
  (t) => [
    index('tv_screens_on_network').on(t.network),
    check('tv_screens_command', oneOfCondition(t.command, ['reload', 'relink'])),
  ],
);

/** The most TVs that showed at once in an hour. */
export const tvHours = pgTable('tv_hours', {
  hour: timestampColumn('hour').primaryKey(),
  shows: integer('shows').notNull(),
});

/** A TV that staff blocked, what that took from the companies' bills, and when it was let in again. */
export const tvBlocks = pgTable(
  'tv_blocks',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    tvId: uuid('tv_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    blockedAt: timestampColumn('blocked_at').notNull(),
    blockedBy: uuid('blocked_by').references(() => profiles.id, { onDelete: 'set null' }),
    /** As the owner reads it. */
    reason: text('reason').notNull(),
    /** Counted plays of banners and seconds of spots that are not counted any more. */
    banners: integer('banners').notNull(),
    tvSeconds: integer('tv_seconds').notNull(),
    liftedAt: timestampColumn('lifted_at'),
    liftedBy: uuid('lifted_by').references(() => profiles.id, { onDelete: 'set null' }),
  },
  (t) => [uniqueIndex('tv_blocks_in_force').on(t.tvId).where(sql`${t.liftedAt} is null`)],
);

/** What looks odd of a TV, with its measurement. */
export const tvSuspicions = pgTable(
  'tv_suspicions',
  {
    tvId: uuid('tv_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: SUSPICIONS }).notNull(),
    since: timestampColumn('since').notNull(),
    /** TVs on the network, hours without a pause, or intervals. */
    figure: integer('figure').notNull(),
    /** Milliseconds: the longest pause, or how far the intervals spread. */
    spread: integer('spread').notNull().default(0),
    /** Milliseconds: the mean of the intervals. */
    typical: integer('typical').notNull().default(0),
    networkLabel: text('network_label').notNull().default(''),
    /** „Nije sumnjivo“ was said of this figure. */
    clearedFigure: integer('cleared_figure'),
    clearedAt: timestampColumn('cleared_at'),
    clearedBy: uuid('cleared_by').references(() => profiles.id, { onDelete: 'set null' }),
  },
  (t) => [primaryKey({ columns: [t.tvId, t.kind] }), check('tv_suspicions_kind', oneOfCondition(t.kind, SUSPICIONS))],
);

/** Of a row of `tv_suspicions` named `x`: what somebody put aside stays away until its measurement grows, by one TV more or to twice as long. */
export const openSuspicionCondition = sql`(x.cleared_figure is null or x.figure >= case x.kind when 'network' then x.cleared_figure + 1 else 2 * x.cleared_figure end)`;
