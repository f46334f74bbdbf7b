import { unitsTakenBack } from '#domain/advertising/rules.ts';
import { type AdvertisingPackage, advertisingPackages, specialPackage } from '#domain/catalogue/catalogue.ts';
import { monthsAfter } from '#domain/payments/billing-month.ts';
import { ledger, packages, subscriptions } from '../advertising/schema.ts';
import { orderPayments, type refunds } from '../payments/schema.ts';
import { providerActor } from '../platform/audit.ts';
import { batchesOf } from '../platform/batches.ts';
import type { Tx } from '../platform/db.ts';
import { vouchers } from '../vouchers/schema.ts';
import { type Calendar, daysBefore } from './calendar.ts';
import { insertAll } from './insert-all.ts';
import { type Order, orderOf } from './orders/sales.ts';
import type { Population, Profile } from './population.ts';
import { idOf, type SeededRandom, tokenOf } from './seeded-random.ts';
import { type Entry, makeVouchers, type Voucher } from './vouchers.ts';

export type Period = typeof packages.$inferInsert & { id: string; profileId: string; orderId: string; createdAt: Date };

export interface Subscription {
  id: string;
  customerId: string;
  company: Profile;
  product: AdvertisingPackage;
  order: Order;
  /** When the first payment was made, in seconds; every renewal counts months from it. */
  anchor: number;
  /** How many months were paid. */
  paid: number;
  fate: 'runs' | 'ends' | 'past due' | 'over';
  /** Until when it is paid, seconds. */
  paidUntil: number;
  /** When the owner cancelled it, or it failed to renew. */
  turnedAt: Date | null;
}

export interface SeededAdvertising {
  orders: Order[];
  subscriptions: Subscription[];
  periods: Period[];
  refund: typeof refunds.$inferInsert & { period: Period; createdAt: Date };
  vouchers: Voucher[];
  entries: Entry[];
}

/** A failed renewal is tried again after that many days. */
const RETRY_DAYS = 3;

/** Monthly packages with their renewals, special packages and vouchers. */
export function makeCampaigns(
  random: SeededRandom,
  calendar: Calendar,
  { members, companies }: Population,
): SeededAdvertising {
  const made: Omit<SeededAdvertising, 'refund'> = {
    orders: [],
    subscriptions: [],
    periods: [],
    vouchers: [],
    entries: [],
  };
  for (const [n, company] of companies.entries()) {
    // Four of nine, whenever in the year they came.
    if ((n * 4) % 9 < 4) subscribe(made, calendar, company, made.subscriptions.length);
    else if (n % 4 === 0) buySpecial(made, random, calendar, company, n);
  }
  const spent = makeVouchers(random, calendar, members);
  made.vouchers.push(...spent.vouchers);
  made.entries.push(...spent.entries);
  const refund = refundOne(made, calendar);
  made.entries.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  return { ...made, refund };
}

function subscribe(made: Omit<SeededAdvertising, 'refund'>, calendar: Calendar, company: Profile, n: number) {
  const product = advertisingPackages[[0, 1, 1, 2, 0, 1, 3, 2, 1, 0, 3, 1, 2][n % 13]!]!;
  const fate = n === 4 ? 'past due' : n === 3 ? 'ends' : n % 9 === 5 ? 'over' : 'runs';
  const now = Math.floor(calendar.now.getTime() / 1000);
  const began = calendar.after(company.createdAt, 60, 20 * 1_440);
  // The one that is past due failed to renew yesterday.
  const months = Math.max(1, Math.floor((now - 86_400 - began.getTime() / 1000) / (31 * 86_400)));
  const anchor = fate === 'past due' ? monthsAfter(now - 86_400, -months) : Math.floor(began.getTime() / 1000);
  let begun = 1;
  while (monthsAfter(anchor, begun) <= now) begun += 1;
  const paid = fate === 'past due' ? begun - 1 : fate === 'over' ? Math.max(1, begun - 2) : begun;
  const order = orderOf(`subscription ${n}`, company, product, new Date((anchor - 180) * 1000), 'paid');
  const paidUntil = monthsAfter(anchor, paid);
  const over = paidUntil <= now;
  const subscription: Subscription = {
    id: `sub_${tokenOf(`subscription ${n}`, 24)}`,
    customerId: `cus_${tokenOf(`customer ${n}`, 14)}`,
    company,
    product,
    order,
    anchor,
    paid,
    fate: fate === 'over' && !over ? 'ends' : fate,
    paidUntil,
    turnedAt:
      fate === 'past due'
        ? new Date(paidUntil * 1000)
        : fate === 'runs'
          ? null
          : calendar.after(new Date(monthsAfter(anchor, paid - 1) * 1000), 1_440, 6 * 1_440),
  };
  company.paymentCustomerId = subscription.customerId;
  made.orders.push(order);
  made.subscriptions.push(subscription);
  for (let month = 0; month < paid; month += 1) payMonth(made, subscription, month);
}

export const invoiceOf = (subscription: Subscription, month: number): string =>
  `in_${tokenOf(`${subscription.id} ${month}`, 24)}`;

/** One paid month: the period and its credit. */
function payMonth(made: Omit<SeededAdvertising, 'refund'>, subscription: Subscription, month: number) {
  const { company, order, product, anchor, id } = subscription;
  const at = new Date(monthsAfter(anchor, month) * 1000);
  const paymentKey = invoiceOf(subscription, month);
  const { bannerCount, tvSeconds, price } = product;
  made.periods.push({
    ...periodOf(company, order, at),
    id: idOf(paymentKey),
    bannerCount,
    tvSeconds,
    amount: price.amount,
    subscriptionId: id,
    paymentKey,
    periodEnd: new Date(monthsAfter(anchor, month + 1) * 1000),
  });
  const bought = {
    profileId: company.id,
    reference: paymentKey,
    reason: 'package' as const,
    actor: providerActor.id,
    createdAt: at,
  };
  made.entries.push({ ...bought, unit: 'banner', delta: bannerCount });
  made.entries.push({ ...bought, unit: 'tv_second', delta: tvSeconds });
}

function buySpecial(
  made: Omit<SeededAdvertising, 'refund'>,
  random: SeededRandom,
  calendar: Calendar,
  company: Profile,
  n: number,
) {
  const order = orderOf(
    `special ${n}`,
    company,
    specialPackage,
    calendar.after(company.createdAt, 60, 9 * 1_440),
    'paid',
  );
  made.orders.push(order);
  made.periods.push({
    ...periodOf(company, order, order.paidAt!),
    bannerCount: 0,
    tvSeconds: 0,
    amount: specialPackage.price.amount,
    paymentKey: order.checkoutSessionId,
    periodEnd: daysBefore(order.paidAt!, -specialPackage.days),
  });
  if (!random.happens(0.3)) return;
  const late = daysBefore(calendar.now, 9);
  if (company.createdAt > late) return;
  made.orders.push(orderOf(`special again ${n}`, company, specialPackage, late, 'cancelled'));
}

const periodOf = (company: Profile, order: Order, createdAt: Date) => ({
  id: idOf(`period ${order.id}`),
  profileId: company.id,
  orderId: order.id,
  email: company.email,
  packageName: order.productName,
  companyName: company.companyName ?? null,
  currency: order.currency ?? 'EUR',
  createdAt,
  updatedAt: createdAt,
});

/** Half a month given back to a company. */
function refundOne(made: Omit<SeededAdvertising, 'refund'>, calendar: Calendar): SeededAdvertising['refund'] {
  const period = made.periods.findLast(({ subscriptionId, createdAt }) => {
    return subscriptionId && createdAt < daysBefore(calendar.now, 10) && createdAt > daysBefore(calendar.now, 27);
  });
  const of = period ?? made.periods.find(({ subscriptionId }) => subscriptionId)!;
  const amount = Math.round(of.amount / 2);
  const createdAt = calendar.after(of.createdAt, 2 * 1_440, 5 * 1_440);
  of.refunded = amount;
  const id = `re_${tokenOf(`refund ${of.id}`, 24)}`;
  const entry = {
    profileId: of.profileId,
    reason: 'refund' as const,
    reference: id,
    actor: providerActor.id,
    createdAt,
  };
  made.entries.push({ ...entry, unit: 'banner', delta: -unitsTakenBack(of.bannerCount, amount, of.amount) });
  made.entries.push({ ...entry, unit: 'tv_second', delta: -unitsTakenBack(of.tvSeconds, amount, of.amount) });
  return { id, paymentKey: of.paymentKey, amount, currency: of.currency, succeeded: true, createdAt, period: of };
}

/** Invoices get their numbers in the order of the year; balances follow from the ledger by themselves. Answers with the vouchers' numbers. */
export async function writeCampaigns(tx: Tx, made: SeededAdvertising): Promise<number[]> {
  await insertAll(tx, subscriptions, made.subscriptions.map(subscriptionRow));
  await insertAll(tx, packages, numberInvoices(made.periods));
  const issued: { id: number }[] = [];
  for (const batch of batchesOf(made.vouchers))
    issued.push(...(await tx.insert(vouchers).values(batch).returning({ id: vouchers.id })));
  await insertAll(tx, ledger, made.entries);
  await insertAll(
    tx,
    orderPayments,
    made.periods
      .filter(({ subscriptionId }) => subscriptionId)
      .map((period) => ({
        key: period.paymentKey,
        orderId: period.orderId,
        source: 'webhook' as const,
        at: period.createdAt,
      })),
  );
  return issued.map(({ id }) => id);
}

/** Only renewed packages have invoices; a single payment has none. */
export function numberInvoices(periods: Period[]): Period[] {
  let invoices = 0;
  return periods
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
    .map((period) => {
      if (!period.subscriptionId) return period;
      invoices += 1;
      return { ...period, invoiceNumber: `VIDIK-${String(invoices).padStart(5, '0')}` };
    });
}

/** The end of the month that is paid, or should be. */
export const periodEndOf = ({ fate, anchor, paid, paidUntil }: Subscription): number =>
  fate === 'past due' ? monthsAfter(anchor, paid + 1) : paidUntil;

export const retryAt = (failedAt: number): number => failedAt + RETRY_DAYS * 86_400;

function subscriptionRow(subscription: Subscription): typeof subscriptions.$inferInsert {
  const { id, company, order, product, fate, paidUntil, turnedAt } = subscription;
  const end = new Date(paidUntil * 1000);
  return {
    id,
    profileId: company.id,
    orderId: order.id,
    packageName: product.name,
    status: { runs: 'active', ends: 'active', 'past due': 'past_due', over: 'canceled' }[fate],
    currentPeriodEnd: new Date(periodEndOf(subscription) * 1000),
    cancelAtPeriodEnd: fate === 'ends',
    cancelAt: fate === 'ends' ? end : null,
    endedAt: fate === 'over' ? end : null,
    retryAt: fate === 'past due' ? new Date(retryAt(paidUntil) * 1000) : null,
    amount: product.price.amount,
    currency: product.price.currency,
    question: 0,
    createdAt: order.createdAt,
    updatedAt: turnedAt ?? order.createdAt,
  };
}
