import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import type { AdminSubscription, SubscriptionFilter, SubscriptionState } from '#domain/advertising/contract.ts';
import type { Currency } from '#domain/money.ts';
import { profiles } from '../accounts/schema.ts';
import { orders } from '../orders/schema.ts';
import type { Database } from '../platform/db.ts';
import { type ListCursor, pageOf, wordSearchCondition } from '../platform/list.ts';
import { subscriptions } from './schema.ts';
import { pauseAndNextCharge, stateOf, subscriptionStatus, unconfirmedPauseCondition } from './subscription-status.ts';

/** Of its newest paid period. */
const latest = (column: SQL) => sql<string | null>`(
  select ${column} from packages p where p.subscription_id = ${subscriptions.id} order by p.created_at desc, p.id desc limit 1)`;
const invoiceNumber = latest(sql`p.invoice_number`);
const companyName = sql<string | null>`coalesce(${latest(sql`p.company_name`)}, ${profiles.companyName})`;
const email = sql<string>`coalesce(${profiles.email}, ${orders.email}, '')`;
/** As it was bought with, and as it stands in the account. */
const taxNumbers = sql`replace(coalesce(${orders.delivery} ->> 'company_tax_number', ''), ' ', '') || ' ' || coalesce(${profiles.companyTaxNumber}::text, '')`;
const WORDS = sql`search_fold(' ' || coalesce(${companyName}, '') || ' ' || ${email} || ' ' || coalesce(${invoiceNumber}, '') || ' ' || ${taxNumbers})`;
const lastPeriod = latest(sql`p.id`);
const monthlyBanners = sql<number | null>`(${latest(sql`p.l_banners`)})`;

export async function listSubscriptions(
  db: Database,
  {
    after,
    sort,
    direction,
    ...filter
  }: SubscriptionFilter & { sort: 'date' | 'amount'; direction: 'asc' | 'desc'; after?: string | undefined },
) {
  const key = { date: subscriptions.createdAt, amount: subscriptions.amount }[sort];
  const page = pageOf({ key, id: subscriptions.id, direction, after });
  const rows = await read(db, page.place)
    .where(and(subscriptionCondition(filter), page.after))
    .orderBy(...page.orderBy)
    .limit(page.limit);
  return page.show(rows, describe);
}

/** Every subscription is one, however often it renewed; those not active bring nothing. */
export async function sumSubscriptions(db: Database, text: string | undefined) {
  const states = await db
    .select({ state: stateOf, currency: sql<Currency>`${subscriptions.currency}`, n: count(), amount: sumOfAmount })
    .from(subscriptions)
    .leftJoin(profiles, eq(profiles.id, subscriptions.profileId))
    .leftJoin(orders, eq(orders.id, subscriptions.orderId))
    .where(wordSearchCondition(WORDS, text ?? ''))
    .groupBy(sql`1`, sql`2`)
    .orderBy(sql`2`);
  const counts: Record<SubscriptionState, number> = {
    starting: 0,
    active: 0,
    pastDue: 0,
    endsOn: 0,
    paused: 0,
    cancelled: 0,
  };
  for (const { state, n } of states) counts[state] += n;
  const active = states.filter(({ state }) => state === 'active');
  return { counts, monthly: active.map(({ currency, amount }) => ({ currency, amount })) };
}

const sumOfAmount = sql<number>`sum(${subscriptions.amount})`.mapWith(Number);

const subscriptionCondition = ({ search: text, state }: SubscriptionFilter): SQL | undefined =>
  and(state && sql`${stateOf} = ${state}`, wordSearchCondition(WORDS, text ?? ''));

const read = (db: Database, place: SQL<ListCursor | null>) =>
  db
    .select({
      row: subscriptions,
      state: stateOf,
      changing: unconfirmedPauseCondition,
      companyName,
      email,
      invoiceNumber,
      orderNumber: orders.number,
      lastPeriod,
      bannersLeft: profiles.bannerBalance,
      monthlyBanners,
      isBlocked: sql<boolean>`${profiles.blockedAt} is not null`,
      place,
    })
    .from(subscriptions)
    .leftJoin(profiles, eq(profiles.id, subscriptions.profileId))
    .leftJoin(orders, eq(orders.id, subscriptions.orderId))
    .$dynamic();

type Read = Omit<Awaited<ReturnType<typeof read>>[number], 'place'>;

const describe = ({
  row,
  state,
  changing,
  companyName: company,
  email: address,
  invoiceNumber: invoice,
  orderNumber: order,
  lastPeriod: period,
  bannersLeft: left,
  monthlyBanners: monthly,
  isBlocked,
}: Read): AdminSubscription => ({
  ...subscriptionStatus(state, row),
  ...pauseAndNextCharge(state, row),
  isChanging: changing,
  id: row.id,
  packageName: row.packageName,
  amount: row.amount,
  currency: row.currency as Currency,
  createdAt: row.createdAt,
  companyName: company,
  email: address,
  profileId: row.profileId,
  invoiceNumber: invoice,
  paid: order === null || period === null ? null : { order, period },
  attempts: state === 'pastDue' ? row.attempts : 0,
  banners: left === null || monthly === null ? null : { left, monthly },
  stopping: row.stop !== null && state !== 'cancelled' && !(row.stop === 'periodEnd' && state === 'endsOn'),
  stoppingNow: row.stop === 'now' && state !== 'cancelled',
  isBlocked,
});
