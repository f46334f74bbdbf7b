import { and, type SQL, sql } from 'drizzle-orm';
import { profiles } from '../accounts/schema.ts';

/** Where a subtree hangs: a member's path and its short form. */
export interface SubtreeRoot {
  path: string;
  networkKey: string;
}

/**
 * Everybody below a member, without the member. The short key finds a range of the index (letters of a key are
 * hexadecimal, so `g` ends it); six characters a level may coincide, so the path decides.
 */
export function descendantsOf({ path, networkKey }: SubtreeRoot): SQL {
  const start = networkKey.slice(0, INDEXED);
  const key = sql`left(${profiles.networkKey}, ${sql.raw(String(INDEXED))})`;
  return and(
    profiles.inTree,
    sql`${key} ~>=~ ${start}::text`,
    sql`${key} ~<~ ${`${start}g`}::text`,
    sql`starts_with(${profiles.path}, ${`${path}.`}::text)`,
  )!;
}

/** As in index `profiles_network_path`. */
const INDEXED = 2400;
