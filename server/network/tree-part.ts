import { and, count, eq, or, sql } from 'drizzle-orm';
import { profiles } from '../accounts/schema.ts';
import type { Database } from '../platform/db.ts';
import { placeName } from './place.ts';
import { descendantsOf } from './subtree.ts';

const NIL_UUID = '00000000-0000-0000-0000-000000000000';
/** As in index `profiles_network_order`: by level, then siblings together, then as they joined. */
const order = sql`${profiles.networkLevel}, coalesce(${profiles.parentId}, ${sql.raw(`'${NIL_UUID}'`)}), ${profiles.joinedNetworkAt}, ${profiles.id}`;

/** One part of the whole network or of one member's subtree, from the top down; `null` when that member or `after` is gone. */
export async function treePart(
  db: Database,
  { under, after, limit }: { under?: string | undefined; after?: string | undefined; limit: number },
) {
  const [root, last] = await Promise.all([
    under ? subtreeRoot(db, under) : null,
    after ? subtreeRoot(db, after) : null,
  ]);
  if ((under && !root) || (after && !last)) return null;

  const within = root ? or(eq(profiles.id, root.id), descendantsOf(root)) : eq(profiles.inTree, true);
  const [rows, [sum]] = await Promise.all([
    db
      .select({ id: profiles.id, name: placeName, uplineId: profiles.parentId })
      .from(profiles)
      .where(and(within, last ? sql`(${order}) > (${cursor(last.id)})` : undefined))
      .orderBy(order)
      .limit(limit),
    after ? [{ total: null }] : db.select({ total: count() }).from(profiles).where(within),
  ]);
  return { members: rows, total: sum!.total, next: rows.length === limit ? rows.at(-1)!.id : null };
}

/** The place after which the next part begins; compared inside the database, where times keep their microseconds. */
const cursor = (id: string) =>
  sql`select p.network_level, coalesce(p.parent_id, ${NIL_UUID}::uuid), p.joined_network_at, p.id from profiles p where p.id = ${id}`;

async function subtreeRoot(db: Database, id: string) {
  const [row] = await db
    .select({ id: profiles.id, path: profiles.path, networkKey: profiles.networkKey })
    .from(profiles)
    .where(and(eq(profiles.id, id), profiles.inTree));
  return row ? { id: row.id, path: row.path!, networkKey: row.networkKey! } : null;
}
