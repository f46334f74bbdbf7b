import { and, asc, count, desc, eq, sql } from 'drizzle-orm';
import type { SaleAsked } from '#domain/orders/views.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { orders } from '../schema.ts';
import { resolveSaleFilter, SALE_KEYS, saleFilterCondition } from './list.ts';

/** A longer list is not counted, so that going through it costs the same at every place. */
const COUNTED = 1000;

/** The orders before and after one in a list of sales, and its place there; `null`: it is not in it, or the list is too long to say. */
export async function readNeighbours(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  { number, sort, direction, ...filter }: SaleAsked & { number: number },
) {
  const inList = saleFilterCondition(await resolveSaleFilter(db, filter, now()));
  const key = SALE_KEYS[sort];
  // Compared where it stands: a moment that was read is less exact than the database's.
  const itself = sql`(select ${key}, ${orders.id} from ${orders} where ${orders.number} = ${number})`;
  const nearest = async (towards: 'asc' | 'desc') => {
    const [by, isBeyond] = towards === 'asc' ? [asc, sql`>`] : [desc, sql`<`];
    const [row] = await db
      .select({ number: orders.number })
      .from(orders)
      .where(and(inList, sql`(${key}, ${orders.id}) ${isBeyond} ${itself}`))
      .orderBy(by(key), by(orders.id))
      .limit(1);
    return row?.number ?? null;
  };
  const counted = async () => {
    const isBefore = direction === 'asc' ? sql`<` : sql`>`;
    const listed = db
      .select({
        isBefore: sql<boolean>`(${key}, ${orders.id}) ${isBefore} ${itself}`.as('is_before'),
        isItself: sql<boolean>`${orders.number} = ${number}`.as('is_itself'),
      })
      .from(orders)
      .where(inList)
      .limit(COUNTED + 1)
      .as('listed');
    const [row] = await db
      .select({
        of: count(),
        before: sql<number>`count(*) filter (where ${listed.isBefore})`.mapWith(Number),
        isListed: sql<boolean | null>`bool_or(${listed.isItself})`,
      })
      .from(listed);
    const { of, before, isListed } = row!;
    return isListed && of <= COUNTED ? { n: before + 1, of } : null;
  };
  const [found, previous, next, place] = await Promise.all([
    db.$count(orders, eq(orders.number, number)),
    nearest(direction === 'asc' ? 'desc' : 'asc'),
    nearest(direction),
    counted(),
  ]);
  if (found === 0) throw refuse('ORDER_GONE');
  return { previous, next, place };
}
