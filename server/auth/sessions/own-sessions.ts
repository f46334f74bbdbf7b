import { and, desc, eq, gt, isNull, or } from 'drizzle-orm';
import type { OwnSession } from '#domain/accounts/own.ts';
import { clientName } from '#domain/auth/client-name.ts';
import { DAY_MS } from '#domain/day.ts';
import { refuse } from '#domain/refuse.ts';
import type { Person } from '../../context.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type Actor, record } from '../../platform/audit.ts';
import { sessions } from '../schema.ts';
import { coarseNetwork } from '../sign-in/origin.ts';
import { INACTIVE_DAYS } from './session.ts';

/** The person's sessions that have not ended, last used first. */
export async function listSessions(deps: Dependencies, person: Person): Promise<OwnSession[]> {
  return (await listOpenSessions(deps, person.id)).map((session) => ({
    ...session,
    current: session.id === person.sessionId,
  }));
}

/** The same of anybody's account. */
export async function listOpenSessions(
  { db, now }: Dependencies,
  userId: string,
): Promise<Omit<OwnSession, 'current'>[]> {
  const moment = now();
  const rows = await db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        gt(sessions.refreshedAt, new Date(moment.getTime() - INACTIVE_DAYS * DAY_MS)),
        or(isNull(sessions.notAfter), gt(sessions.notAfter, moment)),
      ),
    )
    .orderBy(desc(sessions.refreshedAt), desc(sessions.id))
    .limit(200);
  return rows.map((row) => ({
    id: row.id,
    ...clientName(row.userAgent),
    network: row.ip && coarseNetwork(row.ip),
    secondStep: row.aal === 'aal2',
    signedInAt: row.createdAt,
    lastUsedAt: row.refreshedAt,
  }));
}

/** Ends one of the person's own sessions, from its next request on. */
export async function endSession(deps: Dependencies, actor: Actor, person: Person, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const gone = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, person.id)))
      .returning({ id: sessions.id });
    if (gone.length === 0) throw refuse('SESSION_GONE');
    await record(tx, actor, {
      action: 'accounts.signed-out',
      on: { kind: 'profile', id: person.id },
      after: { scope: 'one', sessions: 1 },
    });
  });
}
