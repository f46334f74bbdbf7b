import { and, count, desc, eq, getTableColumns, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { sumsOf } from '#domain/bank/money.ts';
import type { ListedReservation, ReservationFilter, ReservationTotal } from '#domain/events/contract.ts';
import { overdueBefore } from '#domain/events/payment/instructions.ts';
import { referencesIn } from '#domain/events/payment/reference.ts';
import { profiles } from '../accounts/schema.ts';
import { paymentParts } from '../bank/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { countUpTo, pageOf, rowsOf, wordSearchCondition } from '../platform/list.ts';
import { describeReservation, type ReservationRow } from './describe.ts';
import { threadsOf } from './notes/thread.ts';
import { readClaims } from './places/claim.ts';
import { HOLDS_A_PLACE } from './reservations/capacity.ts';
import { RESERVATION_WORDS, reservations } from './schema.ts';

interface Order {
  sort: 'number' | 'amount';
  direction: 'asc' | 'desc';
}

const HAS_ACCOUNT = sql<boolean>`exists (select 1 from ${profiles} owner where lower(owner.email) = porudzbine.email)`;
const HAD_MONEY = sql<boolean>`exists (select 1 from ${paymentParts} part where part.reservation_id = porudzbine.id)`;

/** Numbers are given in the order of reserving. */
export async function listReservations(
  deps: Dependencies,
  { after, sort, direction, ...filter }: ReservationFilter & Order & { after?: string | undefined },
) {
  const key = { number: reservations.createdAt, amount: reservations.amount }[sort];
  const page = pageOf({ key, id: reservations.id, direction, after });
  const wanted = where(deps, filter);
  const [found, counted] = await Promise.all([
    deps.db
      .select({ ...getTableColumns(reservations), hasAccount: HAS_ACCOUNT, hadMoney: HAD_MONEY, place: page.place })
      .from(reservations)
      .where(and(wanted, page.after))
      .orderBy(...page.orderBy)
      .limit(page.limit),
    countUpTo(deps.db, { total: rowsOf(deps.db, reservations, wanted) }),
  ]);
  const [threads, companies] = await Promise.all([threadsOf(deps.db, found), readClaims(deps.db, found)]);
  const described = ({ place, hasAccount, hadMoney, ...row }: (typeof found)[number]): ListedReservation => ({
    ...describeReservation(row),
    hasAccount,
    hadMoney,
    thread: threads.get(row.id) ?? [],
    claim: companies.get(row.id) ?? null,
  });
  return { ...page.show(found, described), ...counted };
}

/** All rows of a filter, for the exports. */
export async function allReservations(deps: Dependencies, filter: ReservationFilter): Promise<ReservationRow[]> {
  return deps.db
    .select()
    .from(reservations)
    .where(where(deps, filter))
    .orderBy(desc(reservations.createdAt), desc(reservations.id));
}

/** One year's event in sums: what is taken and paid. Capacity is known of this year's. */
export async function reservationTotals(deps: Dependencies, wanted: { year?: number | undefined }) {
  const { event } = deps.config;
  const year = wanted.year ?? event.year;
  const ofYear = eq(reservations.year, year);
  const amount = sql<number>`sum(${paymentParts.amount})`.mapWith(Number);
  const ofPackage = { packageId: reservations.packageId, country: reservations.country };
  const [totals, arrived, [overdue], held] = await Promise.all([
    deps.db
      .select({
        ...ofPackage,
        reserved: count(),
        paid: sql<number>`count(*) filter (where ${reservations.confirmed})`.mapWith(Number),
      })
      .from(reservations)
      .where(and(ofYear, inArray(reservations.status, HOLDS_A_PLACE)))
      .groupBy(reservations.packageId, reservations.country),
    deps.db
      .select({ ...ofPackage, state: paymentParts.state, currency: paymentParts.currency, amount })
      .from(paymentParts)
      .innerJoin(reservations, eq(reservations.id, paymentParts.reservationId))
      .where(and(ofYear, inArray(paymentParts.state, ['waiting', 'confirmed'])))
      .groupBy(reservations.packageId, reservations.country, paymentParts.state, paymentParts.currency),
    deps.db
      .select({ overdue: count() })
      .from(reservations)
      .where(and(ofYear, overdueAt(deps.now()))),
    deps.db.selectDistinct({ year: reservations.year }).from(reservations),
  ]);
  const confirmed = arrived.filter(({ state }) => state === 'confirmed');
  return {
    year,
    years: [...new Set([event.year, ...held.map((row) => row.year)])].sort((a, b) => b - a),
    totals: totals.map((row): ReservationTotal => {
      const same = confirmed.filter(({ packageId, country }) => packageId === row.packageId && country === row.country);
      return { ...row, arrived: sumsOf(same) };
    }),
    waiting: sumsOf(arrived.filter(({ state }) => state === 'waiting')),
    capacity: year === event.year ? event.capacity : {},
    overdue: overdue!.overdue,
  };
}

/** Waiting too long, and freed by nobody but a person. */
const overdueAt = (now: Date): SQL | undefined =>
  and(
    eq(reservations.status, 'pending'),
    or(
      and(isNull(reservations.lapsesAt), lt(reservations.createdAt, overdueBefore(now))),
      and(gt(reservations.arrived, 0), lt(reservations.lapsesAt, now)),
    ),
  );

function where(
  { config, now }: Dependencies,
  { search: text, status, country, packageId, overdue, year = config.event.year }: ReservationFilter,
): SQL | undefined {
  return and(
    eq(reservations.year, year),
    status && eq(reservations.status, status),
    country && eq(reservations.country, country),
    packageId && eq(reservations.packageId, packageId),
    overdue ? overdueAt(now()) : undefined,
    text ? matches(text) : undefined,
  );
}

/** Every word in name or e-mail; or a phone, a number, a reference. */
function matches(text: string): SQL | undefined {
  const numbers = referencesIn(text).map(({ number }) => number);
  if (/^#?\d{1,9}$/.test(text.trim())) numbers.push(Number(text.trim().replace('#', '')));
  return or(...numbers.map((number) => eq(reservations.number, number)), wordSearchCondition(RESERVATION_WORDS, text));
}
