import { and, count, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { SoldFilter, SoldPackage } from '#domain/advertising/contract.ts';
import { soldColumns as columns, soldFile, subscriptionStates } from '#domain/advertising/copy.ts';
import { packageTitle } from '#domain/advertising/package-title.ts';
import { common } from '#domain/copy.ts';
import { dayOf } from '#domain/time.ts';
import { orders } from '../orders/schema.ts';
import { type Actor, recordExport } from '../platform/audit.ts';
import { dayTotals } from '../platform/day-totals.schema.ts';
import type { Database } from '../platform/db.ts';
import { countUpTo, type ListCursor, pageOf, wordSearchCondition } from '../platform/list.ts';
import { type Cell, everyRow, streamedCsv, totalLines } from '../platform/spreadsheet.ts';
import { periodColumns, withDocuments } from './account.ts';
import { packages, subscriptions } from './schema.ts';
import { stateOf, subscriptionStatus } from './subscription-status.ts';

const WORDS = sql`search_fold(' ' || coalesce(${packages.companyName}, '') || ' ' || ${packages.email} || ' ' || coalesce(${packages.invoiceNumber}, ''))`;
export async function listSold(
  db: Database,
  {
    after,
    sort,
    direction,
    size,
    ...filter
  }: SoldFilter & { sort: 'date' | 'amount'; direction: 'asc' | 'desc'; after?: string | undefined; size?: number },
) {
  const key = { date: packages.createdAt, amount: packages.amount }[sort];
  const page = pageOf({ key, id: packages.id, direction, after, ...(size ? { size } : {}) });
  const rows = await readSold(db, page.place)
    .where(and(soldCondition(filter), page.after))
    .orderBy(...page.orderBy)
    .limit(page.limit);
  const { rows: shown, next } = page.show(rows, describe);
  return { rows: await withDocuments(db, shown), next };
}

export async function sumSold(db: Database, filter: SoldFilter) {
  const fit = db
    .select({ one: sql`1` })
    .from(packages)
    .leftJoin(subscriptions, eq(subscriptions.id, packages.subscriptionId))
    .where(soldCondition(filter));
  const isKept = !filter.search && !filter.state;
  const [{ total }, sums] = await Promise.all([
    countUpTo(db, { total: fit }),
    isKept ? keptSums(db, filter) : countedSums(db, filter),
  ]);
  return { total, sums };
}

/** Of all packages, of a name and of a currency, from the totals that are kept of each day. */
const keptSums = (db: Database, { packageName, currency }: SoldFilter) =>
  db
    .select({
      currency: sql<'EUR' | 'RSD'>`${dayTotals.currency}`,
      amount: sql<number>`sum(${dayTotals.amount} - ${dayTotals.refunded})`.mapWith(Number),
    })
    .from(dayTotals)
    .where(
      and(
        eq(dayTotals.list, 'packages'),
        packageName ? eq(dayTotals.kind, packageName) : undefined,
        currency && eq(dayTotals.currency, currency),
      ),
    )
    .groupBy(dayTotals.currency)
    .having(sql`sum(${dayTotals.count}) > 0`)
    .orderBy(dayTotals.currency);

const countedSums = (db: Database, filter: SoldFilter) =>
  db
    .select({
      currency: sql<'EUR' | 'RSD'>`${packages.currency}`,
      amount: sql<number>`sum(${packages.amount} - ${packages.refunded})`.mapWith(Number),
    })
    .from(packages)
    .leftJoin(subscriptions, eq(subscriptions.id, packages.subscriptionId))
    .where(soldCondition(filter))
    .groupBy(packages.currency)
    .orderBy(packages.currency);

export async function exportSold(db: Database, actor: Actor, filter: SoldFilter, now: Date): Promise<File> {
  const [found] = await db
    .select({ rows: count() })
    .from(packages)
    .leftJoin(subscriptions, eq(subscriptions.id, packages.subscriptionId))
    .where(soldCondition(filter));
  // Before anything leaves: what is cut off was taken all the same.
  await recordExport(db, actor, {
    action: 'advertising.exported',
    list: 'packages',
    chosen: filter,
    rows: found!.rows,
  });
  return streamedCsv(soldFile(dayOf(now)), linesOf(db, filter));
}

async function* linesOf(db: Database, filter: SoldFilter): AsyncGenerator<Cell[][]> {
  const header: string[] = Object.values(columns);
  yield [header];
  const wanted = { ...filter, sort: 'date', direction: 'desc' } as const;
  for await (const rows of everyRow((part) => listSold(db, { ...wanted, ...part }))) yield rows.map(cells);
  const sums = await db
    .select({
      currency: packages.currency,
      amount: sql<number>`sum(${packages.amount})`.mapWith(Number),
      refunded: sql<number>`sum(${packages.refunded})`.mapWith(Number),
    })
    .from(packages)
    .leftJoin(subscriptions, eq(subscriptions.id, packages.subscriptionId))
    .where(soldCondition(filter))
    .groupBy(packages.currency)
    .orderBy(packages.currency);
  const place = (name: string) => header.indexOf(name);
  const totals = sums.map(({ currency, amount, refunded }) => ({
    0: common.total,
    [place(columns.amount)]: { amount },
    [place(columns.currency)]: currency,
    [place(columns.refunded)]: { amount: refunded },
  }));
  yield totalLines(header.length, totals);
}

/** In the order of `soldColumns`. */
const cells = (sold: SoldPackage): Cell[] => [
  { at: sold.createdAt },
  sold.companyName,
  sold.email,
  packageTitle(sold.packageName),
  sold.bannerCount,
  sold.tvSeconds,
  { amount: sold.amount },
  sold.currency,
  { amount: sold.refunded },
  sold.invoiceNumber,
  subscriptionStates[sold.subscription?.state ?? 'once'],
  sold.subscription?.renewsAt ? { day: sold.subscription.renewsAt } : null,
  sold.subscription?.endsAt ? { day: sold.subscription.endsAt } : null,
];

const readSold = (db: Database, place: SQL<ListCursor | null> = sql`null`) =>
  db
    .select({
      sold: {
        ...periodColumns,
        email: packages.email,
        companyName: packages.companyName,
        orderNumber: orders.number,
      },
      subscription: subscriptions,
      state: stateOf,
      place,
    })
    .from(packages)
    .leftJoin(subscriptions, eq(subscriptions.id, packages.subscriptionId))
    .leftJoin(orders, eq(orders.id, packages.orderId))
    .$dynamic();

type Row = Omit<Awaited<ReturnType<typeof readSold>>[number], 'place'>;

const describe = ({ sold, subscription, state }: Row): Omit<SoldPackage, 'documents'> => ({
  ...sold,
  subscription: subscription && { id: subscription.id, ...subscriptionStatus(state, subscription) },
});

function soldCondition({ search: text, packageName, state, currency }: SoldFilter): SQL | undefined {
  return and(
    packageName ? eq(packages.packageName, packageName) : undefined,
    currency && eq(packages.currency, currency),
    state === 'once' ? isNull(subscriptions.id) : state && sql`${stateOf} = ${state}`,
    wordSearchCondition(WORDS, text),
  );
}
