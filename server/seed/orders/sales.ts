import { createHash } from 'node:crypto';
import { devicePackages, type Product } from '#domain/catalogue/catalogue.ts';
import { company } from '#domain/company.ts';
import { DAY_MS } from '#domain/day.ts';
import { documentVersions } from '#domain/legal/versions.ts';
import { devices, pairings } from '../../devices/schema.ts';
import { orders } from '../../orders/schema.ts';
import { orderPayments, refunds } from '../../payments/schema.ts';
import { batchesOf } from '../../platform/batches.ts';
import type { Tx } from '../../platform/db.ts';
import { type Calendar, daysBefore, minutesAfter } from '../calendar.ts';
import { insertAll } from '../insert-all.ts';
import { keptTvs, type Tv } from '../kept-tvs.ts';
import { ROOMS } from '../names.ts';
import { memberAt, type Population, type Profile } from '../population.ts';
import { idOf, type SeededRandom, tokenOf } from '../seeded-random.ts';

export type Order = Omit<typeof orders.$inferInsert, 'number'> & {
  id: string;
  profileId: string;
  checkoutSessionId: string;
  delivery: Record<string, string>;
  createdAt: Date;
};
export type Refund = typeof refunds.$inferInsert & { createdAt: Date };

export interface Sales {
  orders: Order[];
  refunds: Refund[];
  tvs: Tv[];
}

/** A page for the payment stays open that long. */
const PAGE_OPEN = DAY_MS;
const DELIVERY_DAYS = 5;

/** A year of devices: bought by members, some never paid, some sent back, most of them linked to a TV after delivery. */
export function makeSales(random: SeededRandom, calendar: Calendar, { members }: Population): Sales {
  const sales: Sales = { orders: [], refunds: [], tvs: [] };
  buyFirst(sales, members[0]!, calendar.now);
  for (let n = 0; n < members.length * 0.22; n += 1) {
    const at = calendar.moment(members[4]!.createdAt);
    const order = sell(random, calendar, n, memberAt(random, members, at), at);
    sales.orders.push(order);
    if (order.status !== 'paid') continue;
    if (n % 37 === 20 && order.createdAt < daysBefore(calendar.now, DELIVERY_DAYS)) sendBack(sales, calendar, order, n);
    else linkTvs(sales, random, calendar, order);
  }
  // Three people are at the payment page right now.
  for (const [n, minutes] of [12, 95, 310].entries())
    sales.orders.push(
      orderOf(
        `waiting ${n}`,
        members[n * 5 + 3]!,
        devicePackages[n % 2]!,
        minutesAfter(calendar.now, -minutes),
        'pending',
      ),
    );
  return { ...sales, tvs: keptTvs(sales.tvs, members, calendar.now) };
}

/** The first member, by whom the demonstration is looked at, has ten devices and four TVs: two at home, two where guests are. */
function buyFirst(sales: Sales, buyer: Profile, now: Date): void {
  const at = new Date(Math.max(daysBefore(now, 100).getTime(), minutesAfter(buyer.createdAt, 60).getTime()));
  const order = orderOf('first', buyer, devicePackages[1]!, at, 'paid');
  sales.orders.push(order);
  const rooms = ['Dnevna soba', 'Vikendica', 'Kafić', 'Čekaonica'];
  for (const [n, room] of rooms.entries())
    linkTv(sales, order, {
      room,
      linkedAt: minutesAfter(at, 6 * 1_440 + n * 1_500),
      lastSeenAt: now,
      unlinkedAt: null,
    });
}

function sell(random: SeededRandom, calendar: Calendar, n: number, buyer: Profile, at: Date): Order {
  // A hundred at once are bought twice a year.
  const hundred = n % 200 === 60 && at < daysBefore(calendar.now, 40);
  const product = devicePackages[hundred ? 2 : random.happens(0.09) ? 1 : 0]!;
  const old = at.getTime() < calendar.now.getTime() - PAGE_OPEN;
  const status = old && n % 15 === 9 ? 'cancelled' : 'paid';
  return orderOf(`device ${n}`, buyer, product, at, status);
}

/** Within the 14 days of the law; the second keeps something and gets a part. */
function sendBack(sales: Sales, calendar: Calendar, order: Order, n: number): void {
  const amount = n % 2 === 0 ? order.amount : Math.round(order.amount / 2);
  const at = calendar.after(order.createdAt, 5 * 1440, 13 * 1440);
  order.refunded = amount;
  order.updatedAt = at;
  sales.refunds.push({
    id: `re_${tokenOf(`refund ${order.id}`, 24)}`,
    paymentKey: order.checkoutSessionId,
    amount,
    currency: order.currency ?? 'EUR',
    succeeded: true,
    createdAt: at,
  });
}

function linkTvs(sales: Sales, random: SeededRandom, calendar: Calendar, order: Order): void {
  const { deviceCount } = devicePackages.find(({ name }) => name === order.productName)!;
  const bought = Math.min(deviceCount, 12);
  const fresh = order.createdAt > daysBefore(calendar.now, DELIVERY_DAYS);
  for (let n = 0; n < bought; n += 1) {
    const linkedAt = calendar.after(order.createdAt, (DELIVERY_DAYS - 1) * 1_440, 13 * 1_440);
    if (fresh || random.happens(0.15)) continue;
    const unlinkedAt =
      linkedAt < daysBefore(calendar.now, 3) && random.happens(0.06)
        ? calendar.after(linkedAt, 1_440, 90 * 1_440)
        : null;
    const room = deviceCount === 1 ? random.one(ROOMS) : `${random.one(ROOMS)} ${n + 1}`;
    const seen = unlinkedAt ? unlinkedAt.getTime() : calendar.now.getTime() - random.next() ** 5 * 9 * DAY_MS;
    const lastSeenAt = new Date(Math.max(linkedAt.getTime(), seen));
    linkTv(sales, order, { room, linkedAt, lastSeenAt, unlinkedAt });
  }
}

function linkTv(
  sales: Sales,
  { profileId }: Order,
  {
    room,
    linkedAt,
    lastSeenAt,
    unlinkedAt,
  }: { room: string; linkedAt: Date; lastSeenAt: Date; unlinkedAt: Date | null },
): void {
  const name = `tv ${sales.tvs.length}`;
  sales.tvs.push({
    id: idOf(name),
    profileId,
    name: room,
    tokenHash: unlinkedAt ? null : sha256(name),
    number: 100_000_000 + ((sales.tvs.length * 618_033_989) % 899_999_999),
    linkedAt,
    lastSeenAt,
    unlinkedAt,
    updatedAt: unlinkedAt ?? linkedAt,
  });
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** An order as the buyer's or the company's form writes it; a paid one was paid three minutes later. */
export function orderOf(
  name: string,
  buyer: Profile,
  product: Product,
  createdAt: Date,
  status: 'pending' | 'paid' | 'cancelled',
): Order {
  const paidAt = status === 'paid' ? minutesAfter(createdAt, 3) : null;
  const closedAt = status === 'cancelled' ? minutesAfter(createdAt, PAGE_OPEN / 60_000) : createdAt;
  return {
    id: idOf(`order ${name}`),
    profileId: buyer.id,
    email: buyer.email,
    kind: product.kind,
    productName: product.name,
    amount: product.price.amount,
    currency: product.price.currency,
    rate: Number(company.eurRsdRate),
    status,
    delivery: product.kind === 'device' ? buyerForm(buyer) : companyForm(buyer),
    checkoutSessionId: `cs_test_${tokenOf(`checkout ${name}`, 58)}`,
    termsVersion: product.kind === 'device' ? documentVersions.memberTerms : documentVersions.companyTerms,
    paidAt,
    createdAt,
    updatedAt: paidAt ?? closedAt,
  };
}

/** Who lives where we do not deliver has it sent to Beograd. */
function buyerForm(buyer: Profile): Record<string, string> {
  const { firstName, lastName, companyName, address, addressNumber, phone } = buyer;
  const place =
    buyer.country === 'RS'
      ? { country: buyer.country, city: buyer.city, postalCode: buyer.postalCode }
      : { country: 'RS', city: 'Beograd', postalCode: '11000' };
  return Object.fromEntries(
    Object.entries({ firstName, lastName, companyName, address, addressNumber, phone, ...place }).map(
      ([field, value]) => [field, value ?? ''],
    ),
  );
}

export const companyForm = (company: Profile): Record<string, string> => ({
  email: company.email,
  company_name: company.companyName ?? '',
  company_registration_number: String(company.companyRegistrationNumber),
  company_tax_number: String(company.companyTaxNumber),
  company_address: `${company.address} ${company.addressNumber}`,
  company_city: company.city ?? '',
  company_postal_code: company.postalCode ?? '',
  company_contact: company.phone ?? '',
});

export type NumberedOrder = Order & { number: number };

/** Orders get their numbers in the order of the year. */
export async function writeOrders(tx: Tx, unsorted: Order[], paidBack: Refund[]): Promise<NumberedOrder[]> {
  const sorted = unsorted.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  const numbers: { number: number }[] = [];
  for (const batch of batchesOf(sorted))
    numbers.push(...(await tx.insert(orders).values(batch).returning({ number: orders.number })));
  await insertAll(
    tx,
    orderPayments,
    sorted
      .filter(({ paidAt, kind }) => paidAt && kind !== 'package')
      .map(({ checkoutSessionId, id, paidAt }) => ({
        key: checkoutSessionId,
        orderId: id,
        source: 'webhook' as const,
        at: paidAt!,
      })),
  );
  await insertAll(tx, refunds, paidBack);
  return sorted.map((order, index) => ({ ...order, number: numbers[index]!.number }));
}

/** TVs, and the numbers they were linked by, which are never given again. */
export async function writeTvs(tx: Tx, tvs: Tv[]): Promise<void> {
  for (let at = 0; at < tvs.length; at += 500) {
    const some = tvs.slice(at, at + 500);
    await tx.insert(devices).values(some);
    await tx.insert(pairings).values(
      some.map(({ number, profileId, linkedAt }) => ({
        id: number,
        userRef: profileId,
        secretHash: sha256(`pairing ${number}`),
        expiresAt: minutesAfter(linkedAt, 8),
        linkedAt,
        createdAt: minutesAfter(linkedAt, -2),
      })),
    );
  }
}
