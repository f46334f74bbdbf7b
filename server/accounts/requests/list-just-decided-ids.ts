import { and, desc, gt, inArray, sql } from 'drizzle-orm';
import type { AuditAction } from '#domain/audit-actions.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import type { Actor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';

const DECISIONS = ['accounts.approved', 'accounts.approval-undone', 'accounts.rejected'] satisfies AuditAction[];
type Decision = (typeof DECISIONS)[number];

/**
 * Of the given, those on whom the same person's last decision, a minute ago at most, was this one: a repeated request, whose
 * first answer was lost, is answered as the first was.
 */
export async function listJustDecidedIds(tx: Tx, actor: Actor, decision: Decision, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const last = await tx
    .selectDistinctOn([auditLog.subjectId], {
      id: auditLog.subjectId,
      actor: auditLog.actor,
      action: auditLog.action,
    })
    .from(auditLog)
    .where(
      and(
        inArray(auditLog.subjectId, ids),
        inArray(auditLog.action, DECISIONS),
        gt(auditLog.at, sql`now() - interval '1 minute'`),
      ),
    )
    .orderBy(auditLog.subjectId, desc(auditLog.id));
  return last.filter(({ actor: who, action }) => who === actor.id && action === decision).map(({ id }) => id);
}
