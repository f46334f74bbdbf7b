import * as z from 'zod';
import type { Permission } from '../../access.ts';
import { ENTITIES } from '../../books/accounts.ts';
import { FULFILMENT_STATES, PAYMENT_RECEIPT_STAGES, PAYMENT_STATES, PAYMENT_WAYS } from '../../order-states.ts';
import { Moment } from '../../shapes.ts';

/**
 * What other programs read, row by row: machine names, moments in ISO 8601 (UTC), amounts as integers of minor units. A column may be
 * added; none changes its meaning or goes without a year's notice (docs/api.md).
 */
const id = z.uuid();
const moment = Moment;
const person = id.nullable().describe('Id of the person; null once the account is erased.');
const minor = z.int().describe('Minor units of the currency.');
const count = z.int();

const money = { amount: minor, currency: z.string() };

export const FEED_ROWS = {
  orders: z.object({
    id,
    number: count,
    personId: person,
    email: z.string(),
    kind: z.enum(['device', 'package', 'special']),
    product: z.string(),
    ...money,
    rate: z.number().nullable().describe('Dinars for one euro, where a price in dinars was agreed.'),
    way: z.enum(PAYMENT_WAYS),
    status: z.enum(['pending', 'paid', 'cancelled']),
    paymentState: z.enum(PAYMENT_STATES),
    fulfilmentState: z.enum(FULFILMENT_STATES).nullable(),
    parcels: count,
    deliveredParcels: count,
    isDisputed: z.boolean(),
    refunded: minor,
    delivery: z
      .unknown()
      .describe('The buyer and the address, or the company, as they were when the order was placed.'),
    lines: z.array(
      z.object({
        position: count,
        kind: z.string(),
        name: z.string(),
        quantity: count,
        amount: minor,
        currency: z.string(),
      }),
    ),
    version: count.describe('Grows with everything that happens to the order.'),
    createdAt: moment,
    paidAt: moment.nullable(),
  }),
  payments: z.object({
    key: z.string().describe('The provider’s id, the line of the bank statement or the parcel.'),
    orderId: id.nullable(),
    way: z.enum(PAYMENT_WAYS),
    source: z.enum(['webhook', 'return', 'statement', 'parcel']),
    amount: minor.nullable(),
    currency: z.string().nullable(),
    receipt: z.enum(PAYMENT_RECEIPT_STAGES),
    isSurplus: z.boolean().describe('The order was paid already.'),
    isReturned: z.boolean().describe('The account was closed or blocked, and the money goes back.'),
    refunds: z.array(z.object({ id: z.string(), ...money, stands: z.boolean(), createdAt: moment })),
    at: moment,
  }),
  people: z.object({
    id,
    email: z.string(),
    username: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    phone: z.string().nullable(),
    address: z.string().nullable(),
    addressNumber: z.string().nullable(),
    postalCode: z.string().nullable(),
    city: z.string().nullable(),
    country: z.string().nullable(),
    companyName: z.string().nullable(),
    companyTaxNumber: count.nullable(),
    companyRegistrationNumber: count.nullable(),
    companyAddress: z.string().nullable(),
    isCompany: z.boolean(),
    isPartner: z.boolean(),
    isInstaller: z.boolean(),
    isWaiting: z.boolean().describe('Registered and not approved yet.'),
    inNetwork: z.boolean(),
    parentId: id.nullable().describe('Whose place in the network is above.'),
    blockedAt: moment.nullable(),
    closedAt: moment.nullable(),
    createdAt: moment,
  }),
  packages: z.object({
    id,
    personId: person,
    orderId: id.nullable(),
    email: z.string(),
    name: z.string(),
    companyName: z.string().nullable(),
    banners: count,
    tvSeconds: count,
    ...money,
    refunded: minor,
    subscriptionId: z.string().nullable(),
    paymentKey: z.string(),
    invoiceNumber: z.string().nullable(),
    periodEnd: moment.nullable(),
    createdAt: moment,
  }),
  reservations: z.object({
    id,
    number: count,
    year: count.describe('Of the event; together with the number it is the payment reference.'),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
    country: z.enum(['RS', 'CG']),
    package: z.string(),
    ...money,
    arrived: minor.describe('What has been paid so far.'),
    status: z.enum(['pending', 'paid', 'lapsed', 'cancelled']),
    lapsesAt: moment.nullable(),
    confirmedAt: moment.nullable(),
    lapsedAt: moment.nullable(),
    cancelledAt: moment.nullable(),
    createdAt: moment,
  }),
  vouchers: z.object({
    id: count,
    code: z.string(),
    banners: count,
    state: z.enum(['unused', 'used', 'voided']),
    redeemedBy: person,
    redeemedAt: moment.nullable(),
    voidedAt: moment.nullable(),
    batch: id.nullable(),
    createdAt: moment,
  }),
  ledger: z.object({
    id: count,
    personId: id,
    unit: z.enum(['banner', 'tv_second']),
    delta: count,
    reason: z.string(),
    reference: z.string(),
    createdAt: moment,
  }),
  'book-entries': z.object({
    id: count,
    kind: z.string(),
    reference: z.string(),
    step: count,
    entity: z.enum(ENTITIES),
    currency: z.string(),
    concerns: id.nullable().describe('The order or the reservation.'),
    personId: id.nullable(),
    lines: z
      .array(z.object({ account: z.string(), amount: minor }))
      .describe('They sum to zero; a credit is negative.'),
    moment,
    createdAt: moment,
  }),
} as const;

export type Feed = keyof typeof FEED_ROWS;
export const FEEDS = Object.keys(FEED_ROWS) as Feed[];

/** What staff, or a key, need to read it. */
export const FEED_PERMISSIONS = {
  orders: 'see sales',
  payments: 'see sales',
  people: 'see people',
  packages: 'see sales',
  reservations: 'manage event',
  vouchers: 'manage vouchers',
  ledger: 'keep accounts',
  'book-entries': 'keep accounts',
} as const satisfies Record<Feed, Permission>;

/** Beside the columns of its feed, each row says where it stands; one that was removed has nothing else. */
export const FEED_HEAD = z.object({
  cursor: z.string().describe('Passed back as `after`, it begins behind this row.'),
  removed: z.boolean(),
  rowId: z.string().describe('The row’s key in its feed.'),
});

/** Rows in an answer. */
export const FEED_PART = { usual: 1_000, most: 5_000 } as const;
