import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { SoldFilter, SoldPackage } from '#domain/advertising/contract.ts';
import { soldColumns as columns, soldFile, subscriptionStates } from '#domain/advertising/copy.ts';
import { packageTitle } from '#domain/advertising/package-title.ts';
import { formatDate, formatDateTime } from '#domain/time.ts';
import { orders } from '../orders/schema.ts';
import { type Actor, recordExport } from '../platform/audit.ts';
import { csvFile } from '../platform/csv.ts';
import type { Database } from '../platform/db.ts';
import { keyset } from '../platform/list-order.ts';
import { periodColumns } from './account.ts';
import { campaignStatus, stateOf } from './campaign-status.ts';
import { packages, subscriptions } from './schema.ts';

const PAGE = 50;
const NEWEST = keyset(packages.createdAt, packages.id, 'desc').by;
/** Rows of a file; more than a spreadsheet is looked through by. */
const MOST_ROWS = 50_000;

export async function listSold(
  db: Database,
  {
    after,
    sort,
    direction,
    ...filter
  }: SoldFilter & { sort: 'date' | 'amount'; direction: 'asc' | 'desc'; after?: string | undefined },
) {
  const order = keyset({ date: packages.createdAt, amount: packages.amount }[sort], packages.id, direction);
  const rows = await readSold(db, and(chosen(filter), after ? order.after(after) : undefined), order.by, PAGE + 1);
  const page = rows.slice(0, PAGE);
  return { rows: page, next: rows.length > PAGE ? page.at(-1)!.id : null };
}

export async function sumSold(db: Database, filter: SoldFilter) {
  const sums = await db
    .select({
      currency: sql<'EUR' | 'RSD'>`${packages.currency}`,
      amount: sql<number>`sum(${packages.amount} - ${packages.refunded})`.mapWith(Number),
      total: sql<number>`count(*)::int`,
    })
    .from(packages)
    .leftJoin(subscriptions, eq(subscriptions.id, packages.subscriptionId))
    .where(chosen(filter))
    .groupBy(packages.currency)
    .orderBy(packages.currency);
  return {
    total: sums.reduce((sum, { total }) => sum + total, 0),
    sums: sums.map(({ currency, amount }) => ({ currency, amount })),
  };
}

export async function exportSold(db: Database, actor: Actor, filter: SoldFilter, now: Date): Promise<File> {
  const rows = await readSold(db, chosen(filter), NEWEST, MOST_ROWS);
  await recordExport(db, actor, {
    action: 'advertising.exported',
    list: 'packages',
    chosen: filter,
    rows: rows.length,
  });
  const header = Object.values(columns);
  return csvFile(soldFile(now.toISOString().slice(0, 10)), [header, ...rows.map(cells)]);
}

/** In the order of `soldColumns`. */
const cells = (sold: SoldPackage) => [
  formatDateTime(sold.createdAt),
  sold.companyName,
  sold.email,
  packageTitle(sold.packageName),
  sold.bannerCount,
  sold.tvSeconds,
  sold.amount / 100,
  sold.currency,
  sold.refunded / 100,
  sold.invoiceNumber,
  subscriptionStates[sold.subscription?.state ?? 'once'],
  sold.subscription?.renewsAt ? formatDate(sold.subscription.renewsAt) : null,
  sold.subscription?.endsAt ? formatDate(sold.subscription.endsAt) : null,
];

async function readSold(db: Database, where: SQL | undefined, order: SQL[], limit: number): Promise<SoldPackage[]> {
  const rows = await db
    .select({
      ...periodColumns,
      email: packages.email,
      companyName: packages.companyName,
      orderNumber: orders.number,
      subscription: subscriptions,
      state: stateOf,
    })
    .from(packages)
    .leftJoin(subscriptions, eq(subscriptions.id, packages.subscriptionId))
    .leftJoin(orders, eq(orders.id, packages.orderId))
    .where(where)
    .orderBy(...order)
    .limit(limit);
  return rows.map(({ subscription, state, ...sold }) => ({
    ...sold,
    subscription: subscription && { id: subscription.id, ...campaignStatus(state, subscription) },
  }));
}

function chosen({ search = '', packageName, state, currency }: SoldFilter): SQL | undefined {
  return and(
    packageName ? eq(packages.packageName, packageName) : undefined,
    currency && eq(packages.currency, currency),
    state === 'once' ? isNull(subscriptions.id) : state && sql`${stateOf} = ${state}`,
    search === '' ? undefined : holds(search),
  );
}

/** What a person typed, looked for anywhere; `%` and `_` stand for themselves, marks on letters do not matter. */
const holds = (search: string): SQL =>
  sql`search_fold(concat_ws(' ', ${packages.companyName}, ${packages.email}, ${packages.invoiceNumber})) like search_fold(${`%${search.replace(/[\\%_]/g, '\\$&')}%`})`;
