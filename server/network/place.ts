import { type SQL, sql } from 'drizzle-orm';
import { profiles } from '../accounts/schema.ts';

/** What a member is called in the tree: the full name, else the username. `memberName` of the domain, in the database. */
export const placeName: SQL<string> = sql<string>`coalesce(nullif(trim(concat_ws(' ', ${profiles.firstName}, ${profiles.lastName})), ''), ${profiles.username})`;
