import { and, asc, eq, or } from 'drizzle-orm';
import { ORDER_VIEWS, type OrderView } from '#domain/orders/shapes.ts';
import { MAX_VIEWS, type SavedView, saleQueryFromSearch } from '#domain/orders/views.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import { countUpTo } from '../../platform/list.ts';
import { saleViews } from '../schema.ts';
import { resolveSaleFilter } from './list.ts';
import { ordersToCountQuery } from './sums.ts';

/** The views of the list of sales that a person sees, and how many orders are in each. */
export async function readViews({ db, now }: Dependencies, personId: string) {
  const saved = await db
    .select()
    .from(saleViews)
    .where(or(eq(saleViews.ownerId, personId), eq(saleViews.isShared, true)))
    .orderBy(asc(saleViews.createdAt), asc(saleViews.name));
  const at = now();
  const filters = await Promise.all(
    saved.map(
      async ({ id, query }) =>
        [id, await resolveSaleFilter(db, saleQueryFromSearch(new URLSearchParams(query)), at)] as const,
    ),
  );
  const counts = await countUpTo(
    db,
    Object.fromEntries([
      ['every', ordersToCountQuery(db, { now: at })],
      ...ORDER_VIEWS.map((view) => [view, ordersToCountQuery(db, { view, now: at })]),
      ...filters.map(([id, filter]) => [id, ordersToCountQuery(db, filter)]),
    ]),
  );
  return {
    every: counts.every!,
    shipped: Object.fromEntries(ORDER_VIEWS.map((view) => [view, counts[view]!])) as Record<
      OrderView,
      SavedView['rows']
    >,
    saved: saved.map(({ id, name, query, isShared, ownerId }) => ({
      id,
      name,
      query,
      isShared,
      isOwn: ownerId === personId,
      rows: counts[id]!,
    })),
  };
}

/** One more view; the same id again, by the same person, changes nothing. */
export const saveView = (
  { db, now }: Dependencies,
  actor: Actor,
  { id, name, query, isShared }: { id: string; name: string; query: string; isShared: boolean },
): Promise<void> =>
  db.transaction(
    async (tx) => {
      const [there] = await tx.select().from(saleViews).where(eq(saleViews.id, id));
      if (there?.ownerId === actor.id) return;
      if (there || (await tx.$count(saleViews, eq(saleViews.ownerId, actor.id))) >= MAX_VIEWS)
        throw refuse('TOO_MANY_VIEWS');
      await tx.insert(saleViews).values({ id, ownerId: actor.id, name, query, isShared, createdAt: now() });
      await record(tx, actor, { action: 'orders.view-saved', on: LIST, after: { name, isShared } });
    },
    { lock: ['sale_views', actor.id] },
  );

/** Whoever made it takes it away, from everybody. */
export const removeView = ({ db }: Dependencies, actor: Actor, id: string): Promise<void> =>
  db.transaction(async (tx) => {
    const [removed] = await tx
      .delete(saleViews)
      .where(and(eq(saleViews.id, id), eq(saleViews.ownerId, actor.id)))
      .returning();
    if (!removed) throw refuse('VIEW_GONE');
    const { name, isShared } = removed;
    await record(tx, actor, { action: 'orders.view-removed', on: LIST, before: { name, isShared } });
  });

const LIST = { kind: 'list', id: 'orders' } as const;
