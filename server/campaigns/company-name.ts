import { sql } from 'drizzle-orm';
import { profiles } from '../accounts/schema.ts';

/** What a company is called on screens of staff and on its report; empty once it was erased. */
export const companyName = sql<string>`coalesce(nullif(${profiles.companyName}, ''), nullif(concat_ws(' ', ${profiles.firstName}, ${profiles.lastName}), ''), ${profiles.username}, '')`;
