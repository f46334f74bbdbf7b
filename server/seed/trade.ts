import {
  type AdvertisingPackage,
  advertisingPackages,
  devicePackages,
  type Product,
  specialPackage,
} from '#domain/catalogue/catalogue.ts';
import { documentVersions } from '#domain/legal/versions.ts';
import { ledger, packages, subscriptions } from '../advertising/schema.ts';
import { orders } from '../orders/schema.ts';
import { fulfilments } from '../payments/schema.ts';
import type { Tx } from '../platform/db.ts';
import { insertRows } from '../platform/insert-rows.ts';
import { vouchers } from '../vouchers/schema.ts';
import { type Chance, idOf } from './chance.ts';
import { type Crowd, daysBefore, type Profile } from './crowd.ts';

type Order = typeof orders.$inferInsert & { id: string; createdAt: Date };
type Period = typeof packages.$inferInsert & { id: string; createdAt: Date; profileId: string };
type Entry = typeof ledger.$inferInsert & { createdAt: Date };

export interface Trade {
  orders: Order[];
  periods: Period[];
  subscriptions: (typeof subscriptions.$inferInsert)[];
  vouchers: (typeof vouchers.$inferInsert & { code: string; bannerCount: number })[];
  entries: Entry[];
}

const MONTH = 30.4;
const SUBSCRIPTIONS = 26;
const VOUCHERS = 60;

/** A year of sales: devices, monthly packages with their renewals, the special package, vouchers, and what was shown. */
export function makeTrade(chance: Chance, now: Date, crowd: Crowd): Trade {
  const trade: Trade = { orders: [], periods: [], subscriptions: [], vouchers: [], entries: [] };
  for (let n = 0; n < 430; n += 1) sellDevice(trade, chance, now, chance.one(crowd.members), n);
  for (const [n, company] of crowd.companies.entries()) {
    if (n < SUBSCRIPTIONS) subscribe(trade, chance, now, company, n);
    else if (n % 7 === 0) sellSpecial(trade, chance, now, company, n);
  }
  issueVouchers(trade, chance, now, crowd.members);
  trade.orders.sort(byTime);
  trade.periods.sort(byTime);
  trade.entries.sort(byTime);
  return trade;
}

const byTime = (one: { createdAt: Date }, other: { createdAt: Date }) =>
  one.createdAt.getTime() - other.createdAt.getTime();

function sellDevice(trade: Trade, chance: Chance, now: Date, buyer: Profile, n: number) {
  const memberFor = (now.getTime() - buyer.createdAt.getTime()) / 86_400_000;
  const daysAgo = chance.next() * memberFor * 0.98;
  const luck = chance.next();
  const product = devicePackages[luck < 0.82 ? 0 : luck < 0.97 ? 1 : 2]!;
  const status = daysAgo < 1.5 && chance.happens(0.6) ? 'pending' : chance.happens(0.07) ? 'cancelled' : 'paid';
  trade.orders.push(orderOf(`device ${n}`, buyer, product, daysBefore(now, daysAgo), status));
}

function sellSpecial(trade: Trade, chance: Chance, now: Date, company: Profile, n: number) {
  const at = daysBefore(now, chance.between(3, 200));
  const order = orderOf(`special ${n}`, company, specialPackage, at, 'paid');
  trade.orders.push(order);
  trade.periods.push({
    ...periodOf(company, order, specialPackage.name, at),
    bannerCount: 0,
    tvSeconds: 0,
    amount: specialPackage.price.amount,
    paymentKey: order.checkoutSessionId!,
    periodEnd: daysBefore(at, -specialPackage.days),
  });
}

function subscribe(trade: Trade, chance: Chance, now: Date, company: Profile, n: number) {
  const product = advertisingPackages[[0, 1, 1, 2, 0, 1, 3, 2, 1, 0, 4, 1, 2][n % 13]!]!;
  const memberFor = (now.getTime() - company.createdAt.getTime()) / 86_400_000;
  const began = memberFor * (0.6 + chance.next() * 0.38);
  const months = Math.floor(began / MONTH) + 1;
  const [pastDue, over, leaving] = [n === 4, n % 9 === 5, n % 11 === 3];
  const paid = over ? Math.max(1, months - chance.between(1, 3)) : pastDue ? Math.max(1, months - 1) : months;
  const first = daysBefore(now, began);
  const order = orderOf(`subscription ${n}`, company, product, first, 'paid');
  const id = `sub_demo${String(n).padStart(4, '0')}`;
  trade.orders.push(order);
  for (let month = 0; month < paid; month += 1) pay(trade, chance, now, company, order, product, id, n, month);
  const end = daysBefore(first, -paid * MONTH);
  trade.subscriptions.push({
    id,
    profileId: company.id,
    orderId: order.id,
    packageName: product.name,
    status: over ? 'canceled' : pastDue ? 'past_due' : 'active',
    currentPeriodEnd: end,
    cancelAtPeriodEnd: leaving && !over,
    cancelAt: leaving && !over ? end : null,
    endedAt: over ? end : null,
    retryAt: pastDue ? daysBefore(now, -2) : null,
    amount: product.price.amount,
    currency: product.price.currency,
    question: 0,
    createdAt: first,
    updatedAt: first,
  });
}

/** One paid month: a period, its credit, and most of it shown by the end of the month. */
function pay(
  trade: Trade,
  chance: Chance,
  now: Date,
  company: Profile,
  order: Order,
  product: AdvertisingPackage,
  subscriptionId: string,
  n: number,
  month: number,
) {
  const at = daysBefore(order.createdAt, -month * MONTH);
  const paymentKey = `in_demo${String(n).padStart(3, '0')}m${String(month).padStart(2, '0')}`;
  const { bannerCount, tvSeconds, price } = product;
  trade.periods.push({
    ...periodOf(company, order, product.name, at),
    id: idOf(paymentKey),
    bannerCount,
    tvSeconds,
    amount: price.amount,
    subscriptionId,
    paymentKey,
    invoiceNumber: `VIDIK-${String(n + 1).padStart(4, '0')}-${String(month + 1).padStart(4, '0')}`,
    periodEnd: daysBefore(at, -MONTH),
  });
  const entry = { profileId: company.id, reason: 'package' as const, reference: paymentKey, actor: 'stripe' };
  trade.entries.push({ ...entry, unit: 'banner', delta: bannerCount, createdAt: at });
  trade.entries.push({ ...entry, unit: 'tv_second', delta: tvSeconds, createdAt: at });
  const shownAt = daysBefore(at, -MONTH + 1);
  if (shownAt > now) return;
  const share = 0.6 + chance.next() * 0.35;
  const shown = { ...entry, reason: 'shown' as const, actor: 'system', createdAt: shownAt };
  trade.entries.push({ ...shown, unit: 'banner', delta: -Math.round(bannerCount * share) });
  trade.entries.push({ ...shown, unit: 'tv_second', delta: -Math.round(tvSeconds * share) });
}

function issueVouchers(trade: Trade, chance: Chance, now: Date, members: Profile[]) {
  for (let n = 0; n < VOUCHERS; n += 1) {
    const code = String(100_000_000_000 + Math.floor(chance.next() * 899_999_999_999));
    const bannerCount = [500, 1_000, 2_500][n % 3]!;
    const createdAt = daysBefore(now, [210, 90, 12][n % 3]!);
    const used = n % 3 < 2 && chance.happens(0.6);
    const redeemer = used ? chance.one(members.filter((member) => member.createdAt < createdAt)) : null;
    const redeemedAt = used
      ? new Date(createdAt.getTime() + chance.next() * (now.getTime() - createdAt.getTime()))
      : null;
    trade.vouchers.push({
      code,
      bannerCount,
      batch: idOf(`batch ${n % 3}`),
      note: ['Sajam tehnike', 'Partneri', 'Novembarska akcija'][n % 3]!,
      used,
      redeemedBy: redeemer?.id ?? null,
      redeemedAt,
      voidedAt: !used && n % 17 === 4 ? daysBefore(createdAt, -5) : null,
      createdAt,
      updatedAt: redeemedAt ?? createdAt,
    });
    if (redeemer && redeemedAt)
      trade.entries.push({
        profileId: redeemer.id,
        unit: 'banner',
        delta: bannerCount,
        reason: 'voucher',
        reference: code,
        actor: redeemer.id,
        createdAt: redeemedAt,
      });
  }
}

function orderOf(name: string, buyer: Profile, product: Product, createdAt: Date, status: Order['status']): Order {
  const { firstName = '', lastName = '', country = '', address = '', addressNumber = '', city = '' } = buyer;
  const { postalCode = '', phone = '', companyName = '' } = buyer;
  const device = product.kind === 'device';
  const delivery: NonNullable<Order['delivery']> = device
    ? { firstName, lastName, country, address, addressNumber, city, postalCode, phone, companyName: '' }
    : {
        email: buyer.email,
        company_name: companyName,
        company_registration_number: String(buyer.companyRegistrationNumber),
        company_tax_number: String(buyer.companyTaxNumber),
        company_address: `${address} ${addressNumber}`,
        company_city: city,
        company_postal_code: postalCode,
        company_contact: `${firstName} ${lastName}`,
      };
  const paidAt = status === 'paid' ? new Date(createdAt.getTime() + 180_000) : null;
  return {
    id: idOf(`order ${name}`),
    profileId: buyer.id,
    email: buyer.email,
    kind: product.kind,
    productName: product.name,
    amount: product.price.amount,
    currency: product.price.currency,
    status,
    delivery,
    checkoutSessionId: `cs_demo_${idOf(name).slice(0, 13)}`,
    termsVersion: device ? documentVersions.memberTerms : documentVersions.companyTerms,
    paidAt,
    createdAt,
    updatedAt: paidAt ?? createdAt,
  };
}

const periodOf = (company: Profile, order: Order, packageName: string, createdAt: Date) => ({
  id: idOf(`period ${order.id}`),
  profileId: company.id,
  email: company.email,
  packageName,
  companyName: company.companyName,
  currency: order.currency ?? 'EUR',
  createdAt,
  updatedAt: createdAt,
});

/** Orders get their numbers in the order of the year; balances follow from the ledger by themselves. */
export async function writeTrade(tx: Tx, trade: Trade) {
  await insertRows(tx, orders, trade.orders);
  await insertRows(tx, subscriptions, trade.subscriptions);
  await insertRows(tx, packages, trade.periods);
  await insertRows(tx, vouchers, trade.vouchers);
  await insertRows(tx, ledger, trade.entries);
  await insertRows(
    tx,
    fulfilments,
    trade.orders
      .filter(({ status, kind }) => status === 'paid' && kind !== 'package')
      .map(({ checkoutSessionId, id, paidAt }) => ({
        key: checkoutSessionId!,
        orderId: id,
        source: 'webhook' as const,
        at: paidAt!,
      })),
  );
  await insertRows(
    tx,
    fulfilments,
    trade.periods
      .filter(({ paymentKey }) => paymentKey.startsWith('in_'))
      .map(({ paymentKey, createdAt }) => ({
        key: paymentKey,
        orderId: null,
        source: 'webhook' as const,
        at: createdAt,
      })),
  );
}
