import { eq, sql } from 'drizzle-orm';
import { profiles } from '../../accounts/schema.ts';
import type { Database } from '../../platform/db.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { sessions, users } from '../schema.ts';
import { personColumns } from './person-columns.ts';

/** The session with its person, asked at every request that carries a token; `undefined` once it has ended. */
export async function readSession(db: Database, sessionId: string) {
  const [found] = await sessionQuery(db).execute({ sessionId });
  return found;
}

/** Prepared, because planning these joins takes longer than reading the rows. */
const sessionQuery = perInstance((db: Database) =>
  db
    .select({
      session: sessions,
      ...personColumns,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(profiles, eq(profiles.id, sessions.userId))
    .where(eq(sessions.id, sql.placeholder('sessionId')))
    .prepare('session'),
);
