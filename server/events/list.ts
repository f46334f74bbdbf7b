import { and, asc, count, desc, eq, lte, or, type SQL, sql, sum } from 'drizzle-orm';
import type { ReservationFilter, ReservationTotal } from '#domain/events/contract.ts';
import { PAYMENT_DAYS } from '#domain/events/instructions.ts';
import { referencesIn } from '#domain/events/reference.ts';
import { fold, MARKED, PLAIN } from '#domain/fold.ts';
import type { Edges } from '../app.ts';
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
  number: { key: reservations.createdAt, type: 'timestamptz', shape: /^[\d\-: .+]{19,40}$/ },
  amount: { key: reservations.amount, type: 'bigint', shape: /^\d{1,15}$/ },
};

/** A page at a time; the cursor is the last row's place in that order, exact to the microsecond. Rows may be deleted. */
export async function listReservations(
  edges: Edges,
  { after, sort, direction, ...filter }: ReservationFilter & Order & { after?: string | undefined },
) {
  const { key } = SORTS[sort];
  const way = direction === 'asc' ? asc : desc;
  const wanted = where(filter, edges.now());
  const [page, [total]] = await Promise.all([
    edges.db
      .select({ row: reservations, place: sql<string>`${key}::text` })
      .from(reservations)
      .where(and(wanted, after ? beyond(after, { sort, direction }) : undefined))
      .orderBy(way(key), way(reservations.id))
      .limit(PAGE + 1),
    edges.db.select({ total: count() }).from(reservations).where(wanted),
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
export async function allReservations(edges: Edges, filter: ReservationFilter): Promise<ReservationRow[]> {
  return edges.db
    .select()
    .from(reservations)
    .where(where(filter, edges.now()))
    .orderBy(desc(reservations.createdAt), desc(reservations.id));
}

/** This year's event in sums: what is taken and paid. */
export async function reservationTotals(edges: Edges) {
  const { year, capacity } = edges.config.event;
  const overdueSince = new Date(edges.now().getTime() - PAYMENT_DAYS * DAY);
  const [totals, [overdue]] = await Promise.all([
    edges.db
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
      .where(eq(reservations.year, year))
      .groupBy(reservations.packageId, reservations.country, reservations.currency),
    edges.db
      .select({ overdue: count() })
      .from(reservations)
      .where(and(eq(reservations.status, 'pending'), lte(reservations.createdAt, overdueSince))),
  ]);
  return {
    totals: totals satisfies ReservationTotal[],
    capacity,
    overdue: overdue!.overdue,
  };
}

function beyond(cursor: string, { sort, direction }: Order): SQL | undefined {
  const { key, type, shape } = SORTS[sort];
  const [place = '', id] = /^([^_]+)_([0-9a-f-]{36})$/.exec(cursor)?.slice(1) ?? [];
  if (!shape.test(place)) return undefined;
  return sql`(${key}, ${reservations.id}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${place}::${sql.raw(type)}, ${id}::uuid)`;
}

function where({ search, status, country, packageId, overdue }: ReservationFilter, now: Date): SQL | undefined {
  return and(
    status && eq(reservations.status, status),
    country && eq(reservations.country, country),
    packageId && eq(reservations.packageId, packageId),
    overdue
      ? and(
          eq(reservations.status, 'pending'),
          lte(reservations.createdAt, new Date(now.getTime() - PAYMENT_DAYS * DAY)),
        )
      : undefined,
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
