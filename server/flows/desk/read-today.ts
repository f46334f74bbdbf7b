import { type SQL, sql } from 'drizzle-orm';
import type { Permission } from '#domain/access.ts';
import type { Today } from '#domain/admin/today.ts';
import { mailFault } from '#domain/admin/waiting.ts';
import { COUNTED_TO } from '#domain/count.ts';
import type { Currency } from '#domain/money.ts';
import { FAILURES_UNTIL_PROBLEM } from '#domain/payments/problem.ts';
import { daysSince } from '#domain/time.ts';
import { isRequestCondition, profiles } from '../../accounts/schema.ts';
import { unmatchedLineCondition } from '../../bank/lines/unmatched.ts';
import { statementLines } from '../../bank/schema.ts';
import { campaigns } from '../../campaigns/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { shipments } from '../../fulfilment/schema.ts';
import { ordersToCallNowCondition, saleFilterCondition } from '../../orders/sales/list.ts';
import { COLLECTED_DAYS } from '../../orders/sales/row-details.ts';
import { orderClaims, orderEvents, orders } from '../../orders/schema.ts';
import { paymentEvents, providerTasks } from '../../payments/schema.ts';
import { countOf } from '../../platform/list.ts';
import { mails } from '../../platform/mail.schema.ts';
import {
  silentTvCountQuery,
  suspiciousTvCountsQuery,
  waitingPlaceCountQuery,
} from '../../playout/tvs/count-waiting.ts';
import { specialRequests } from '../../special/schema.ts';
import { stockDevices, stockLimits } from '../../stock/schema.ts';
import { behindTotals } from '../campaigns/behind.ts';
import { type DeadlineRow, deadlinesFor, describeDeadlines } from './deadlines.ts';
import { describeUnrecordedDeliveries, type UnsortedRows, unsortedParcelsQuery } from './unrecorded-deliveries.ts';

const ROWS_COUNTED = COUNTED_TO + 1;
/** Of so many of the newest mails that were given up it is said why. */
const EXPLAINED = 50;

interface Row {
  approve: { rows: number; oldest: string | null } | null;
  pack: { rows: number; on_delivery: number } | null;
  call: { rows: number; oldest: string | null; missed: number } | null;
  unmatched: { rows: number; currency: Currency; sum: number }[] | null;
  cod_late: { rows: number; sum: number; since: string | null } | null;
  mails: { rows: number; errors: (string | null)[] | null } | null;
  review: { rows: number; oldest: string | null } | null;
  places: number | null;
  suspicious: { tvs: number; accounts: number } | null;
  silent: number | null;
  asked: { rows: number; oldest: string | null } | null;
  low: { left: number; limit: number } | null;
  problems: number | null;
  unsorted: UnsortedRows | null;
}

/**
 * What waits today, as far as its reader may open the lists: one statement, whose counts come from partial indexes, beside it the deadlines
 * and the campaigns that run. Apart, so that PostgreSQL plans and reads them at the same time as the counts.
 */
export async function readToday(
  { db, config, now: clock }: Dependencies,
  permissions: ReadonlySet<Permission>,
): Promise<Today> {
  const now = clock();
  const advertises = permissions.has('manage campaigns');
  const deadlines = deadlinesFor(permissions, now, config);
  const parts: Record<keyof Row, SQL | null> = {
    approve: permissions.has('decide registrations') ? APPROVE : null,
    pack: permissions.has('see parcels') ? toPack(now) : null,
    call: permissions.has('handle payments') ? toCall(now) : null,
    unmatched: permissions.has('keep accounts') ? UNMATCHED_SUMS : null,
    cod_late: permissions.has('see sales') ? codLate(now) : null,
    mails: permissions.has('manage mail') ? FAILED : null,
    review: advertises ? TO_REVIEW : null,
    places: advertises ? waitingPlaceCountQuery : null,
    suspicious: advertises ? suspiciousTvCountsQuery : null,
    silent: advertises ? silentTvCountQuery(now) : null,
    asked: advertises ? ASKED : null,
    low: permissions.has('keep stock') ? LOW_STOCK : null,
    problems: permissions.has('see sales') ? PROBLEMS : null,
    unsorted: permissions.has('sort old parcels') ? unsortedParcelsQuery : null,
  };
  const columns = Object.entries(parts).map(
    ([name, part]) => sql`${part ? sql`(${part})` : sql`null`} as ${sql.identifier(name)}`,
  );
  const [{ rows }, due, behind] = await Promise.all([
    db.execute<Row & Record<string, unknown>>(sql`select ${sql.join(columns, sql`, `)}`),
    deadlines && db.execute<{ due: DeadlineRow[] }>(deadlines),
    advertises ? behindTotals(db, now) : null,
  ]);
  return {
    ...numbersOf(rows[0]!, now, config.specialPackageCheck === 'refuse'),
    behind,
    ...describeDeadlines(due ? due.rows[0]!.due : null),
  };
}

function numbersOf(row: Row, now: Date, takesRequests: boolean): Omit<Today, 'behind' | 'deadlines' | 'isCut'> {
  const { approve, pack, call, cod_late: late, review, suspicious, asked } = row;
  // No line of any currency is an answer, too.
  const unmatched = row.unmatched && { lines: row.unmatched.reduce((all, { rows }) => all + rows, 0) };
  return {
    approve: approve && { total: countOf(approve.rows), oldest: approve.oldest ? new Date(approve.oldest) : null },
    pack: pack && { total: countOf(pack.rows), onDelivery: pack.on_delivery },
    call: call && {
      total: countOf(call.rows),
      oldest: call.oldest ? new Date(call.oldest) : null,
      missed: call.missed,
    },
    unmatched: unmatched && {
      total: countOf(unmatched.lines),
      sums: row.unmatched!.map(({ sum, currency }) => ({ amount: sum, currency })),
    },
    codLate: late && {
      total: countOf(late.rows),
      sum: late.sum,
      daysLate: late.since ? daysSince(new Date(late.since), now) - COLLECTED_DAYS : 0,
    },
    mails: row.mails && {
      total: countOf(row.mails.rows),
      faults: [...new Set((row.mails.errors ?? []).map((error) => mailFault(error ?? '')))],
    },
    review: review && { total: countOf(review.rows), oldest: review.oldest ? new Date(review.oldest) : null },
    places: row.places === null ? null : { total: countOf(row.places) },
    suspicious: suspicious && { total: countOf(suspicious.tvs), accounts: suspicious.accounts },
    silent: row.silent === null ? null : { total: countOf(row.silent) },
    asked:
      asked && (takesRequests || asked.rows > 0)
        ? { total: countOf(asked.rows), oldest: asked.oldest ? new Date(asked.oldest) : null }
        : null,
    low: row.low,
    problems: row.problems,
    unsorted: row.unsorted && describeUnrecordedDeliveries(row.unsorted),
  };
}

const APPROVE = sql`select json_build_object('rows', count(*), 'oldest', min(since)) from (
  select ${profiles.createdAt} as since from ${profiles}
  where ${isRequestCondition} order by ${profiles.createdAt} limit ${ROWS_COUNTED}) waiting`;

const toPack = (now: Date) => sql`select json_build_object('rows', count(*),
    'on_delivery', count(*) filter (where state in ('due', 'collected'))) from (
  select ${orders.paymentState} as state from ${orders} where ${saleFilterCondition({ view: 'to_pack', now })} limit ${ROWS_COUNTED}) packed`;

const toCall = (
  now: Date,
) => sql`select json_build_object('rows', count(*), 'oldest', min(since) filter (where not missed),
    'missed', count(*) filter (where missed)) from (
  (select ${orders.createdAt} as since, false as missed from ${orders} where ${ordersToCallNowCondition(now)} order by ${orders.createdAt} limit ${ROWS_COUNTED})
  union all (select min(${shipments.missedAt}), true from ${shipments} where ${shipments.missedAt} is not null
    group by ${shipments.orderId} limit ${ROWS_COUNTED})) waiting`;

const UNMATCHED_SUMS = sql`select coalesce(json_agg(json_build_object('rows', n, 'currency', currency, 'sum', total)
    order by currency desc), '[]'::json) from (
  select currency, count(*) as n, sum(amount) as total from (
    select ${statementLines.currency}, ${statementLines.amount} from ${statementLines} where ${unmatchedLineCondition} limit ${ROWS_COUNTED}) line
  group by currency) sums`;

/** How late is counted from the first parcel of the order that came. */
const codLate = (now: Date) => sql`select json_build_object('rows', count(*), 'sum', coalesce(sum(owed), 0),
    'since', min(since)) from (
  select (select sum(asked.amount) from ${orderClaims} asked where asked.order_id = ${orders.id} and asked.state = 'live'
      and asked.way = 'cash_on_delivery' and asked.currency = 'RSD') as owed,
    (select min(came.moment) from ${orderEvents} came where came.order_id = ${orders.id} and came.kind = 'delivered') as since
  from ${orders} where ${saleFilterCondition({ view: 'cod_late', now })} limit ${ROWS_COUNTED}) late`;

const FAILED = sql`select json_build_object(
  'rows', (select count(*) from (select from ${mails} where ${mails.state} = 'failed' limit ${ROWS_COUNTED}) failed),
  'errors', (select json_agg(distinct error) from (
    select ${mails.lastError} as error from ${mails} where ${mails.state} = 'failed'
    order by ${mails.number} desc limit ${EXPLAINED}) newest))`;

const TO_REVIEW = sql`select json_build_object('rows', count(*), 'oldest', min(since)) from (
  select coalesce(${campaigns.sentAt}, ${campaigns.updatedAt}) as since from ${campaigns}
  where ${campaigns.state} = 'review' and ${campaigns.profileId} is not null limit ${ROWS_COUNTED}) waiting`;

const ASKED = sql`select json_build_object('rows', count(*), 'oldest', min(since)) from (
  select ${specialRequests.madeAt} as since from ${specialRequests}
  where ${specialRequests.closedAt} is null and ${specialRequests.answeredAt} is null limit ${ROWS_COUNTED}) waiting`;

/** Counted only while stock is low, so these are fewer than the limit. */
const LOW_STOCK = sql`select json_build_object('limit', ${stockLimits.warnBelow},
    'left', (select count(*) from ${stockDevices} where ${stockDevices.place} = 'stock')) from ${stockLimits} where ${stockLimits.isLow}`;

const PROBLEMS = sql`select (select count(*) from ${paymentEvents}
    where ${paymentEvents.problem} is not null and ${paymentEvents.resolvedAt} is null)::int
  + (select count(*) from ${providerTasks}
    where ${providerTasks.doneAt} is null and ${providerTasks.failures} >= ${FAILURES_UNTIL_PROBLEM})::int`;
