import { and, desc, eq, gt, isNull, or } from 'drizzle-orm';
import { clientName } from '#domain/accounts/client-name.ts';
import type { OwnSession } from '#domain/accounts/own.ts';
import type { Person } from '../access.ts';
import type { Edges } from '../app.ts';
import { type Actor, record } from '../platform/audit.ts';
import { sessions } from './schema.ts';
import { DAY_MS, INACTIVE_DAYS } from './session.ts';

/** The person's living sessions, last used first. */
export async function listSessions(edges: Edges, person: Person): Promise<OwnSession[]> {
  const now = edges.now();
  const rows = await edges.db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, person.id),
        gt(sessions.refreshedAt, new Date(now.getTime() - INACTIVE_DAYS * DAY_MS)),
        or(isNull(sessions.notAfter), gt(sessions.notAfter, now)),
      ),
    )
    .orderBy(desc(sessions.refreshedAt), desc(sessions.id))
    .limit(200);
  return rows.map((row) => ({
    id: row.id,
    current: row.id === person.sessionId,
    ...clientName(row.userAgent),
    ip: row.ip,
    secondStep: row.aal === 'aal2',
    signedInAt: row.createdAt,
    lastUsedAt: row.refreshedAt,
  }));
}

/** Ends one of the person's own sessions; false when there is none with that id. It bites at the next request. */
export async function endSession(edges: Edges, actor: Actor, person: Person, id: string): Promise<boolean> {
  return edges.db.transaction(async (tx) => {
    const gone = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, person.id)))
      .returning({ id: sessions.id });
    if (gone.length === 0) return false;
    await record(tx, actor, {
      action: 'accounts.signed-out',
      on: { kind: 'profile', id: person.id },
      after: { scope: 'one', sessions: 1 },
    });
    return true;
  });
}
