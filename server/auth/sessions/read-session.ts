import { eq, sql } from 'drizzle-orm';
import type { Duty } from '#domain/access.ts';
import { profiles, staffDuties, staffMembers } from '../../accounts/schema.ts';
import type { Database } from '../../platform/db.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { mfaFactors, sessions, users } from '../schema.ts';

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
      user: users,
      profile: profiles,
      hasFactor: sql<boolean>`exists (select from ${mfaFactors} where ${mfaFactors.userId} = ${users.id} and ${mfaFactors.status} = 'verified')`,
      duties: sql<
        Duty[] | null
      >`case when ${profiles.isAdmin} and exists (select from ${staffMembers} where ${staffMembers.profileId} = ${profiles.id})
        then array(select ${staffDuties.duty} from ${staffDuties} where ${staffDuties.profileId} = ${profiles.id}) end`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(profiles, eq(profiles.id, sessions.userId))
    .where(eq(sessions.id, sql.placeholder('sessionId')))
    .prepare('session'),
);
