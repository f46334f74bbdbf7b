import { and, asc, count, desc, eq, isNull, lte, ne, or, type SQL, sql, sum } from 'drizzle-orm';
import type { ReservationFilter, ReservationTotal } from '#domain/events/contract.ts';
import { PAYMENT_DAYS } from '#domain/events/instructions.ts';
import { referencesIn } from '#domain/events/reference.ts';
import { fold, MARKED, PLAIN } from '#domain/fold.ts';
import type { Dependencies } from '../dependencies.ts';
import { isWrittenTime } from '../platform/written-time.ts';
import { describeReservation, type ReservationRow } from './describe.ts';
import { reservations } from './schema.ts';

const PAGE = 50;
const DAY = 86_400_000;

interface Order {
  sort: 'number' | 'amount';
  direction: 'asc' | 'desc';
}
/** Numbers are given in the order of reserving. */
const SORTS = {
  number: { key: reservations.createdAt, type: 'timestamptz', isPlace: isWrittenTime },
  amount: { key: reservations.amount, type: 'bigint', isPlace: (text: string) => /^\d{1,15}$/.test(text) },
};

/** A page at a time; the cursor is the last row's place in that order, exact to the microsecond. Rows may be deleted. */
export async function listReservations(
  deps: Dependencies,
  { after, sort, direction, ...filter }: ReservationFilter & Order & { after?: string | undefined },
) {
  const { key } = SORTS[sort];
  const way = direction === 'asc' ? asc : desc;
  const wanted = where(deps, filter);
  const [page, [total]] = await Promise.all([
    deps.db
      .select({ row: reservations, place: sql<string>`${key}::text` })
      .from(reservations)
      .where(and(wanted, after ? afterCursor(after, { sort, direction }) : undefined))
      .orderBy(way(key), way(reservations.id))
      .limit(PAGE + 1),
    deps.db.select({ total: count() }).from(reservations).where(wanted),
  ]);
  const rows = page.slice(0, PAGE);
  const last = rows.at(-1);
  return {
    rows: rows.map(({ row }) => describeReservation(row)),
    next: page.length > PAGE && last ? `${last.place}_${last.row.id}` : null,
    total: total!.total,
  };
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
  const [totals, [overdue], held] = await Promise.all([
    deps.db
      .select({
        packageId: reservations.packageId,
        country: reservations.country,
        currency: reservations.currency,
        reserved: count(),
        paid: sql<number>`count(*) filter (where ${reservations.confirmed})`.mapWith(Number),
        paidAmount:
          sql<number>`coalesce(${sum(reservations.amount)} filter (where ${reservations.confirmed}), 0)`.mapWith(
            Number,
          ),
      })
      .from(reservations)
      .where(and(eq(reservations.year, year), ne(reservations.status, 'isteklo')))
      .groupBy(reservations.packageId, reservations.country, reservations.currency),
    deps.db
      .select({ overdue: count() })
      .from(reservations)
      .where(and(eq(reservations.year, year), overdueAt(deps.now()))),
    deps.db.selectDistinct({ year: reservations.year }).from(reservations),
  ]);
  return {
    year,
    years: [...new Set([event.year, ...held.map((row) => row.year)])].sort((a, b) => b - a),
    totals: totals satisfies ReservationTotal[],
    capacity: year === event.year ? event.capacity : {},
    overdue: overdue!.overdue,
  };
}

function afterCursor(cursor: string, { sort, direction }: Order): SQL | undefined {
  const { key, type, isPlace } = SORTS[sort];
  const [place = '', id] = /^([^_]+)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor)?.slice(1) ?? [];
  if (!isPlace(place)) return undefined;
  return sql`(${key}, ${reservations.id}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${place}::${sql.raw(type)}, ${id}::uuid)`;
}

/** Waiting too long, and freed by nobody but a person. */
const overdueAt = (now: Date): SQL | undefined =>
  and(
    eq(reservations.status, 'pending'),
    isNull(reservations.lapsesAt),
    lte(reservations.createdAt, new Date(now.getTime() - PAYMENT_DAYS * DAY)),
  );

function where(
  { config, now }: Dependencies,
  { search, status, country, packageId, overdue, year = config.event.year }: ReservationFilter,
): SQL | undefined {
  return and(
    eq(reservations.year, year),
    status && eq(reservations.status, status),
    country && eq(reservations.country, country),
    packageId && eq(reservations.packageId, packageId),
    overdue ? overdueAt(now()) : undefined,
    search ? matches(search) : undefined,
  );
}

/** Every word somewhere in name or e-mail, letters with and without marks alike; or a number; or a reference. */
function matches(search: string): SQL | undefined {
  const numbers = referencesIn(search).map(({ number }) => number);
  if (/^#?\d{1,9}$/.test(search.trim())) numbers.push(Number(search.trim().replace('#', '')));
  const folded = sql`translate(lower(${reservations.firstName} || ' ' || ${reservations.lastName} || ' ' || ${reservations.email}), ${MARKED}, ${PLAIN})`;
  const words = fold(search).split(/\s+/).filter(Boolean);
  return or(
    ...numbers.map((number) => eq(reservations.number, number)),
    and(...words.map((word) => sql`position(${word} in ${folded}) > 0`)),
  );
}
