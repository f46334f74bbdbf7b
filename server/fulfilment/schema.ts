import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { COURIER_NEWS, REQUEST_STATES } from '#domain/fulfilment/courier-requests.ts';
import { EXCHANGE_STATES } from '#domain/fulfilment/exchanges.ts';
import { LOSS_CHOICES, LOSSES, PARCEL_CLAIM_STATES } from '#domain/fulfilment/lost/lost.ts';
import { FISCAL_KINDS } from '#domain/fulfilment/rules.ts';
import { COURIERS, SHIPMENT_KINDS, SHIPMENT_STATES } from '#domain/fulfilment/shipment.ts';
import type { Currency } from '#domain/money.ts';
import { profiles } from '../accounts/schema.ts';
import { orders } from '../orders/schema.ts';
import { oneOfCondition, timestampColumn } from '../platform/columns.ts';

/** A parcel of an order, one row for each that was packed; its key outside is `{order}-{n}`. */
export const shipments = pgTable(
  'shipments',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    n: integer('n').notNull(),
    kind: text('kind', { enum: SHIPMENT_KINDS }).notNull().default('outbound'),
    courier: text('courier', { enum: COURIERS }).notNull(),
    state: text('state', { enum: SHIPMENT_STATES }).notNull().default('packed'),
    /** How many devices are in it. */
    devices: integer('devices').notNull(),
    /** In the mailed link that shows the parcel without signing in; whatever was packed before there were links has none. */
    token: text('token').unique(),
    packedBy: uuid('packed_by').references(() => profiles.id, { onDelete: 'set null' }),
    deliveredAt: timestampColumn('delivered_at'),
    /** How often its labels were printed. */
    labelsPrinted: integer('labels_printed').notNull().default(0),
    /** What the courier collects, in para, and where it is paid out to; empty for what was paid ahead. */
    collectAmount: integer('collect_amount'),
    collectAccount: text('collect_account'),
    /** Of what was told after the hand-over: an older message of a courier moves nothing. */
    toldAt: timestampColumn('told_at'),
    /** When the courier found nobody; empty once it went on, or somebody has called. */
    missedAt: timestampColumn('missed_at'),
    /** Stands for what was paid shortly before parcels were recorded, and nobody has said yet whether it was delivered. */
    isToSort: boolean('to_sort').notNull().default(false),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('shipments_once').on(t.orderId, t.n),
    /** To be paid on delivery, and not taken: three of one phone or address are enough. */
    index('shipments_not_taken')
      .on(t.orderId)
      .where(sql`${t.collectAmount} is not null and ${t.state} in ('refused', 'returned')`),
    index('shipments_under_way')
      .on(t.state, t.createdAt)
      .where(sql`${t.state} not in ('delivered', 'returned', 'cancelled')`),
    index('shipments_missed').on(t.orderId).where(sql`${t.missedAt} is not null`),
    index('shipments_to_sort').on(t.createdAt).where(sql`${t.isToSort}`),
    check(
      'shipments_to_sort',
      sql`not ${t.isToSort} or (${t.courier} = 'before_records' and ${t.state} = 'delivered')`,
    ),
    check('shipments_kind', oneOfCondition(t.kind, SHIPMENT_KINDS)),
    check('shipments_state', oneOfCondition(t.state, SHIPMENT_STATES)),
    check('shipments_n', sql`${t.n} > 0`),
    check('shipments_devices', sql`${t.devices} > 0`),
    check(
      'shipments_collect',
      sql`(${t.collectAmount} is null) = (${t.collectAccount} is null) and ${t.collectAmount} > 0`,
    ),
    check('shipments_delivered', sql`${t.deliveredAt} is null or ${t.state} = 'delivered'`),
  ],
);

/** What a parcel is carried in; each box has a label of its own. */
export const shipmentBoxes = pgTable(
  'shipment_boxes',
  {
    shipmentId: uuid('shipment_id')
      .notNull()
      .references(() => shipments.id, { onDelete: 'restrict' }),
    n: integer('n').notNull(),
    grams: integer('grams').notNull(),
    /** The courier's own, on its label; of own delivery there is none. */
    code: text('code'),
  },
  (t) => [
    primaryKey({ columns: [t.shipmentId, t.n] }),
    uniqueIndex('shipment_boxes_code').on(t.code),
    check('shipment_boxes_grams', sql`${t.grams} > 0`),
  ],
);

/** Which device is in which box. A device is in one live parcel at a time, counted in stock or not. */
export const shipmentDevices = pgTable(
  'shipment_devices',
  {
    shipmentId: uuid('shipment_id').notNull(),
    box: integer('box').notNull(),
    /** Its place in the parcel, from 1. */
    position: integer('position').notNull(),
    serial: text('serial').notNull(),
    /** It came from stock; packed before the first intake, it is only known by its number. */
    isCounted: boolean('counted').notNull(),
    /** Ends when the parcel is cancelled or comes back. */
    isLive: boolean('live').notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.shipmentId, t.position] }),
    foreignKey({
      name: 'shipment_devices_box',
      columns: [t.shipmentId, t.box],
      foreignColumns: [shipmentBoxes.shipmentId, shipmentBoxes.n],
    }).onDelete('restrict'),
    uniqueIndex('shipment_devices_live').on(t.serial).where(sql`${t.isLive}`),
    check('shipment_devices_serial', sql`${t.serial} ~ '^VDK-[0-9]{2}-[0-9]{6}$'`),
  ],
);

/** The receipt of the company's own fiscal device, or the invoice in SEF, that belongs to an order. */
export const fiscalReceipts = pgTable(
  'fiscal_receipts',
  {
    orderId: uuid('order_id')
      .primaryKey()
      .references(() => orders.id, { onDelete: 'restrict' }),
    kind: text('kind', { enum: FISCAL_KINDS }).notNull(),
    number: text('number').notNull(),
    enteredBy: uuid('entered_by').references(() => profiles.id, { onDelete: 'set null' }),
    enteredAt: timestampColumn('entered_at').notNull(),
  },
  (t) => [
    uniqueIndex('fiscal_receipts_once').on(t.kind, t.number).where(sql`${t.number} <> ''`),
    check('fiscal_receipts_kind', oneOfCondition(t.kind, FISCAL_KINDS)),
    check('fiscal_receipts_number', sql`(${t.kind} = 'not_in_sef') = (${t.number} = '')`),
  ],
);

/** Numbers the boxes that couriers carry, in the range a courier has given us. */
export const courierCodes = pgSequence('courier_codes');

/**
 * A courier is asked for one parcel, by a row that is written with the parcel and before anything is sent. `sentAt` is written before each
 * sending and stays until there is an answer: whatever stands there without one may have arrived.
 */
export const courierRequests = pgTable(
  'courier_requests',
  {
    shipmentId: uuid('shipment_id')
      .primaryKey()
      .references(() => shipments.id, { onDelete: 'restrict' }),
    /** The parcel's key, the same at the courier. */
    key: text('key').notNull().unique(),
    courier: text('courier', { enum: COURIERS }).notNull(),
    /** Of what was asked for, word for word: never two different parcels under one key. */
    bodyHash: text('body_hash').notNull(),
    state: text('state', { enum: REQUEST_STATES }).notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    /** Since it was last answered, or asked for by a person. */
    failures: integer('failures').notNull().default(0),
    sentAt: timestampColumn('sent_at'),
    nextAt: timestampColumn('next_at').notNull(),
    leasedUntil: timestampColumn('leased_until'),
    /** What the courier said last, or what became of asking it. */
    answer: text('answer').notNull().default(''),
    /** When the courier is asked next how the parcel is, and how often it was in vain. */
    askAt: timestampColumn('ask_at'),
    asked: integer('asked').notNull().default(0),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('courier_requests_due').on(t.nextAt).where(sql`${t.state} = 'waiting'`),
    index('courier_requests_undecided')
      .on(t.nextAt)
      .where(sql`${t.state} in ('unknown', 'refused', 'address_unknown', 'to_call_off')`),
    index('courier_requests_to_ask').on(t.askAt).where(sql`${t.state} = 'made' and ${t.askAt} is not null`),
    check('courier_requests_state', oneOfCondition(t.state, REQUEST_STATES)),
    check('courier_requests_courier', oneOfCondition(t.courier, COURIERS)),
  ],
);

/** What a courier told, each message once, whatever became of it. */
export const courierMessages = pgTable(
  'courier_messages',
  {
    courier: text('courier', { enum: COURIERS }).notNull(),
    /** The courier's own. */
    id: text('id').notNull(),
    /** Empty for a parcel that is not ours. */
    shipmentId: uuid('shipment_id').references(() => shipments.id, { onDelete: 'restrict' }),
    code: text('code').notNull(),
    reference: text('reference').notNull(),
    status: text('status').notNull(),
    /** Empty for a code that nobody knows. */
    news: text('news', { enum: COURIER_NEWS }),
    moment: timestampColumn('moment').notNull(),
    receivedAt: timestampColumn('received_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.courier, t.id] }),
    index('courier_messages_of_shipment').on(t.shipmentId),
    check('courier_messages_news', oneOfCondition(t.news, COURIER_NEWS)),
  ],
);

/**
 * A parcel that was lost or damaged: what is claimed from its courier, and what its buyer wants instead. Where a claim may go from each
 * state is held by a trigger.
 */
export const parcelClaims = pgTable(
  'parcel_claims',
  {
    shipmentId: uuid('shipment_id')
      .primaryKey()
      .references(() => shipments.id, { onDelete: 'restrict' }),
    kind: text('kind', { enum: LOSSES }).notNull(),
    state: text('state', { enum: PARCEL_CLAIM_STATES }).notNull(),
    /** What the devices in it cost. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    openedAt: timestampColumn('opened_at').notNull(),
    /** The last day for claiming it; empty where nothing is claimed. */
    dueOn: date('due_on', { mode: 'string' }),
    settledAt: timestampColumn('settled_at'),
    /** What the courier said. */
    note: text('note').notNull().default(''),
    /** Empty while its buyer has nothing to choose. */
    askedAt: timestampColumn('asked_at'),
    choice: text('choice', { enum: LOSS_CHOICES }),
    chosenAt: timestampColumn('chosen_at'),
  },
  (t) => [
    index('parcel_claims_due').on(t.dueOn).where(sql`${t.state} = 'open'`),
    index('parcel_claims_decided').on(t.chosenAt).where(sql`${t.choice} is not null`),
    check('parcel_claims_kind', oneOfCondition(t.kind, LOSSES)),
    check('parcel_claims_state', oneOfCondition(t.state, PARCEL_CLAIM_STATES)),
    check('parcel_claims_choice', oneOfCondition(t.choice, LOSS_CHOICES)),
    check('parcel_claims_amount', sql`${t.amount} >= 0`),
    check('parcel_claims_open', sql`(${t.state} in ('none', 'dropped')) = (${t.dueOn} is null)`),
    check('parcel_claims_settled', sql`(${t.state} in ('paid', 'refused')) = (${t.settledAt} is not null)`),
    check(
      'parcel_claims_chosen',
      sql`(${t.choice} is null) = (${t.chosenAt} is null) and (${t.choice} is null or ${t.askedAt} is not null)`,
    ),
  ],
);

/**
 * Another device for a faulty one, free of charge. One row for each device, whose warranty runs on from its first delivery; where an
 * exchange may go from each state is held by a trigger.
 */
export const exchanges = pgTable(
  'exchanges',
  {
    /** Made by the screen: sent twice it is one. */
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'restrict' }),
    serial: text('serial').notNull(),
    /** Of the device that was bought, also after several exchanges. */
    firstDeliveredOn: date('first_delivered_on', { mode: 'string' }).notNull(),
    state: text('state', { enum: EXCHANGE_STATES }).notNull(),
    /** The warranty was over. */
    isGoodwill: boolean('goodwill').notNull().default(false),
    /** What staff wrote of the fault, and of calling it off. */
    reason: text('reason').notNull(),
    resolution: text('resolution').notNull().default(''),
    /** The courier's number with which the faulty device is sent. */
    label: text('label'),
    /** The parcel with the other device; of one that is lost it stays until another one is packed. */
    shipmentId: uuid('shipment_id').references(() => shipments.id, { onDelete: 'restrict' }),
    replacement: text('replacement'),
    askedAt: timestampColumn('asked_at').notNull(),
    receivedAt: timestampColumn('received_at'),
  },
  (t) => [
    index('exchanges_of_order').on(t.orderId),
    index('exchanges_of_shipment').on(t.shipmentId),
    index('exchanges_ready').on(t.orderId).where(sql`${t.state} = 'ready'`),
    uniqueIndex('exchanges_one_open').on(t.serial).where(sql`${t.state} not in ('done', 'cancelled')`),
    check('exchanges_state', oneOfCondition(t.state, EXCHANGE_STATES)),
    check('exchanges_serial', sql`${t.serial} ~ '^VDK-[0-9]{2}-[0-9]{6}$'`),
    check('exchanges_received', sql`${t.state} in ('waiting', 'cancelled') or ${t.receivedAt} is not null`),
    check('exchanges_packed', sql`(${t.shipmentId} is null) = (${t.replacement} is null)`),
    check('exchanges_sent', sql`${t.state} not in ('packed', 'sent', 'done') or ${t.shipmentId} is not null`),
  ],
);
