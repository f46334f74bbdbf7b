import { and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { LedgerEntry, LedgerUnit, PaidPeriod, Subscription } from '#domain/advertising/contract.ts';
import type { StaffDocument } from '#domain/documents/contract.ts';
import { isStanding } from '#domain/documents/standing.ts';
import { documents } from '../documents/schema.ts';
import { disputes, refunds } from '../payments/schema.ts';
import type { Database } from '../platform/db.ts';
import { PAGE } from '../platform/list.ts';
import { orderRefunds } from '../refunds/schema.ts';
import { ENDED_STATUSES, ledger, packages, subscriptions } from './schema.ts';
import { pauseAndNextCharge, stateOf, subscriptionStatus, unconfirmedPauseCondition } from './subscription-status.ts';

/** The running ones first, the newest first among them. */
export async function subscriptionsOf(db: Database, profileId: string): Promise<Subscription[]> {
  const rows = await db
    .select({ row: subscriptions, state: stateOf, changing: unconfirmedPauseCondition })
    .from(subscriptions)
    .where(eq(subscriptions.profileId, profileId))
    .orderBy(inArray(subscriptions.status, ENDED_STATUSES), desc(subscriptions.createdAt))
    .limit(100);
  return rows.map(({ row, state, changing }) => ({
    ...subscriptionStatus(state, row),
    ...pauseAndNextCharge(state, row),
    isChanging: changing,
    id: row.id,
    packageName: row.packageName,
    amount: row.amount,
    currency: row.currency as 'EUR',
    createdAt: row.createdAt,
  }));
}

/** Entries with the balance each of them left; what a refund was of is found through the payment it belongs to. */
export async function ledgerOf(
  db: Database,
  profileId: string,
  { unit, after }: { unit?: LedgerUnit | undefined; after?: number | undefined },
): Promise<{ rows: LedgerEntry[]; next: number | null }> {
  const entries = db.$with('entries').as(
    db
      .select({
        id: ledger.id,
        unit: ledger.unit,
        delta: ledger.delta,
        balance: sql<number>`sum(${ledger.delta}) over (partition by ${ledger.unit} order by ${ledger.id})`
          .mapWith(Number)
          .as('balance'),
        reason: ledger.reason,
        reference: ledger.reference,
        createdAt: ledger.createdAt,
      })
      .from(ledger)
      .where(and(eq(ledger.profileId, profileId), unit && eq(ledger.unit, unit))),
  );
  const rows = await db
    .with(entries)
    .select({
      id: entries.id,
      unit: entries.unit,
      delta: entries.delta,
      balance: entries.balance,
      reason: entries.reason,
      reference: entries.reference,
      packageName: packages.packageName,
      isOfRefund: sql<boolean>`coalesce(${refunds.id}, ${orderRefunds.periodKey}) is not null`,
      createdAt: entries.createdAt,
    })
    .from(entries)
    .leftJoin(refunds, and(sql`${entries.reason} in ('refund', 'correction')`, eq(refunds.id, entries.reference)))
    // What the terms give back takes its units when it is asked for.
    .leftJoin(
      orderRefunds,
      sql`${entries.reason} in ('refund', 'correction') and ${orderRefunds.id} =
        case when ${entries.reference} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${entries.reference}::uuid end`,
    )
    .leftJoin(disputes, and(sql`${entries.reason} = 'dispute'`, eq(disputes.id, entries.reference)))
    .leftJoin(
      packages,
      sql`${packages.paymentKey} = case when ${entries.reason} = 'package' then ${entries.reference}
        else coalesce(${refunds.paymentKey}, ${disputes.paymentKey}, ${orderRefunds.periodKey}) end`,
    )
    .where(after === undefined ? undefined : lt(entries.id, after))
    .orderBy(desc(entries.id))
    .limit(PAGE + 1);
  const page = rows.slice(0, PAGE).map(({ reference, isOfRefund, ...entry }) => ({
    ...entry,
    voucherCode: entry.reason === 'voucher' ? reference : null,
    note: entry.reason === 'correction' && !isOfRefund ? reference : null,
  }));
  return { rows: page, next: rows.length > PAGE ? page.at(-1)!.id : null };
}

export const periodColumns = {
  id: packages.id,
  packageName: packages.packageName,
  bannerCount: packages.bannerCount,
  tvSeconds: packages.tvSeconds,
  amount: packages.amount,
  currency: sql<'EUR' | 'RSD'>`${packages.currency}`,
  refunded: packages.refunded,
  invoiceNumber: packages.invoiceNumber,
  periodEnd: packages.periodEnd,
  createdAt: packages.createdAt,
};

export async function periodsOf(
  db: Database,
  profileId: string,
  after: string | undefined,
): Promise<{ rows: PaidPeriod[]; next: string | null }> {
  const rows = await db
    .select(periodColumns)
    .from(packages)
    .where(and(eq(packages.profileId, profileId), after ? olderThan(after) : undefined))
    .orderBy(desc(packages.createdAt), desc(packages.id))
    .limit(PAGE + 1);
  const page = await withDocuments(db, rows.slice(0, PAGE));
  return { rows: page, next: rows.length > PAGE ? page.at(-1)!.id : null };
}

/** Rows after that one in newest-first order; compared inside the database, where times keep their microseconds. */
const olderThan = (id: string): SQL =>
  sql`(${packages.createdAt}, ${packages.id}) < (select p.created_at, p.id from packages p where p.id = ${id})`;

/** Periods with the papers about them, the oldest first. */
export async function withDocuments<Period extends { id: string }>(
  db: Database,
  periods: Period[],
): Promise<(Period & { documents: StaffDocument[] })[]> {
  if (periods.length === 0) return [];
  const ids = periods.map(({ id }) => id);
  const issued = await db
    .select({
      periodId: documents.packageId,
      id: documents.id,
      kind: documents.kind,
      number: documents.number,
      ready: sql<boolean>`${documents.state} = 'ready'`,
      citedId: documents.citedId,
      price: documents.price,
    })
    .from(documents)
    .where(inArray(documents.packageId, ids))
    .orderBy(documents.nth);
  const byPeriod = Map.groupBy(issued, ({ periodId }) => periodId);
  return periods.map((period) => ({
    ...period,
    documents: (byPeriod.get(period.id) ?? []).map((paper, _, papers) => ({
      id: paper.id,
      kind: paper.kind,
      number: paper.number,
      ready: paper.ready,
      isStanding: isStanding(paper, papers),
    })),
  }));
}
