import { and, desc, eq, inArray } from 'drizzle-orm';
import type { AuditAction } from '#domain/audit-actions.ts';
import type { LastEdit } from '#domain/last-edit.ts';
import { actorNames } from './actor-names.ts';
import { auditLog } from './platform/audit.schema.ts';
import type { Actor } from './platform/audit.ts';
import type { Tx } from './platform/db.ts';

/** Who wrote it last by one of these actions, as staff may know it. */
export async function lastEditOf(tx: Tx, actor: Actor, id: string, actions: AuditAction[]): Promise<LastEdit> {
  const [last] = await tx
    .select({ actor: auditLog.actor, at: auditLog.at })
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, id), inArray(auditLog.action, actions)))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1);
  if (!last) return { by: null, you: false, at: null };
  const you = last.actor === actor.id;
  return { by: you ? null : ((await actorNames(tx, [last.actor])).get(last.actor) ?? null), you, at: last.at };
}
