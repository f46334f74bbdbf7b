import { and, count, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import { profiles } from '../accounts/schema.ts';
import { auditLog } from '../platform/audit.schema.ts';
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
  const [rows, [sum], version] = await Promise.all([
    db
      .select({ id: profiles.id, name: placeName, uplineId: profiles.parentId })
      .from(profiles)
      .where(and(within, last ? sql`(${order}) > (${cursor(last.id)})` : undefined))
      .orderBy(order)
      .limit(limit),
    after ? [{ total: null }] : db.select({ total: count() }).from(profiles).where(within),
    after ? null : lastMove(db, root ? within : undefined),
  ]);
  return { members: rows, total: sum!.total, version, next: rows.length === limit ? rows.at(-1)!.id : null };
}

/**
 * The newest entry about a move of whoever is here now, or came from here; 0 when there is none. Places are too many to be
 * compared one by one.
 */
async function lastMove(db: Database, within: SQL | undefined): Promise<number> {
  const concerned = sql`array[${auditLog.subjectId}::uuid, (${auditLog.before} ->> 'uplineId')::uuid]`;
  const here = within && sql`exists (select from ${profiles} where ${profiles.id} = any (${concerned}) and ${within})`;
  const [newest] = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(eq(auditLog.action, 'network.moved'), here))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1);
  return newest?.id ?? 0;
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
