import { sql } from 'drizzle-orm';
import { bigint, boolean, check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { OFF_REASONS, PLACES } from '#domain/stock/rules.ts';
import { profiles } from '../accounts/schema.ts';
import { orders } from '../orders/schema.ts';
import { timestampColumn } from '../platform/columns.ts';

const listed = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '));

/** A file of serial numbers, or everything that one person scanned in one go. */
export const stockIntakes = pgTable('stock_intakes', {
  number: integer('number').primaryKey().generatedAlwaysAsIdentity(),
  /** Sent by the browser: the same again is the same intake. */
  key: uuid('key').notNull().unique(),
  by: text('way', { enum: ['file', 'scan'] }).notNull(),
  document: text('document').notNull().default(''),
  takenAt: timestampColumn('taken_at').notNull(),
  takenBy: uuid('taken_by').references(() => profiles.id, { onDelete: 'set null' }),
});

/**
 * A device and its last move. Where it may go from where is held by a trigger; another writes each move into `stock_moves`
 * (migration `stock`).
 */
export const stockDevices = pgTable(
  'stock_devices',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    serial: text('serial').notNull().unique(),
    place: text('place', { enum: PLACES }).notNull(),
    /** Where it was put when it was received. */
    shelf: text('shelf').notNull().default(''),
    isOpened: boolean('is_opened').notNull().default(false),
    orderId: uuid('order_id').references(() => orders.id, { onDelete: 'restrict' }),
    parcel: text('parcel'),
    reason: text('reason', { enum: OFF_REASONS }),
    note: text('note').notNull().default(''),
    movedAt: timestampColumn('moved_at').notNull(),
    movedBy: uuid('moved_by').references(() => profiles.id, { onDelete: 'set null' }),
    intake: integer('intake')
      .notNull()
      .references(() => stockIntakes.number, { onDelete: 'restrict' }),
  },
  (t) => [
    index('stock_devices_newest').on(t.movedAt, t.serial),
    index('stock_devices_place').on(t.place, t.movedAt, t.serial),
    index('stock_devices_intake').on(t.intake),
    index('stock_devices_order').on(t.orderId).where(sql`${t.orderId} is not null`),
    index('stock_devices_shelf')
      .on(t.shelf)
      .where(sql`${t.place} = 'stock' and not ${t.isOpened} and ${t.shelf} <> ''`),
    check('stock_devices_places', sql`${t.place} in (${listed(PLACES)})`),
    check('stock_devices_reasons', sql`${t.reason} in (${listed(OFF_REASONS)})`),
    check(
      'stock_devices_out_has_order',
      sql`${t.place} not in ('packed', 'courier', 'customer') or ${t.orderId} is not null`,
    ),
    check('stock_devices_off_has_reason', sql`(${t.place} = 'off') = (${t.reason} is not null)`),
    check('stock_devices_serial', sql`${t.serial} ~ '^VDK-[0-9]{2}-[0-9]{6}$'`),
  ],
);

/** Every move of every device; written by the database alone, and never changed. */
export const stockMoves = pgTable(
  'stock_moves',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    deviceId: uuid('device_id')
      .notNull()
      .references(() => stockDevices.id, { onDelete: 'cascade' }),
    from: text('from_place', { enum: PLACES }),
    to: text('to_place', { enum: PLACES }).notNull(),
    orderId: uuid('order_id').references(() => orders.id, { onDelete: 'restrict' }),
    parcel: text('parcel'),
    reason: text('reason', { enum: OFF_REASONS }),
    note: text('note').notNull(),
    at: timestampColumn('at').notNull(),
    by: uuid('by').references(() => profiles.id, { onDelete: 'set null' }),
  },
  (t) => [
    index('stock_moves_device').on(t.deviceId, t.id),
    index('stock_moves_left').on(t.at).where(sql`${t.to} = 'courier'`),
  ],
);

/** One row: when to warn, whether it was warned since stock fell below, and from when is delivered what nobody has. */
export const stockLimits = pgTable(
  'stock_limits',
  {
    id: integer('id').primaryKey().default(1),
    warnBelow: integer('warn_below').notNull(),
    isLow: boolean('is_low').notNull(),
    /** The day in Belgrade, while devices are short; said to whoever orders. */
    deliversFrom: date('delivers_from', { mode: 'string' }),
  },
  (t) => [check('stock_limits_one_row', sql`${t.id} = 1`)],
);
