import { and, count, eq, gt, inArray, ne, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { ANSWERS_FOR_AVERAGE, AVERAGE_DAYS } from '#domain/accounts/own.ts';
import type { AuditAction } from '#domain/audit-actions.ts';
import { DAY_MS } from '#domain/day.ts';
import type { Dependencies } from '../../dependencies.ts';
import { auditLog } from '../../platform/audit.schema.ts';

const ANSWERS = ['accounts.approved', 'accounts.rejected'] satisfies AuditAction[];

/**
 * How many hours people waited until staff answered their request, of the last `AVERAGE_DAYS`; `null` when too few were answered. Read
 * from the log, because a rejected request is gone. An approval that was undone is no answer, nor is the one by which people with a
 * referral code let themselves in.
 */
export async function averageAnswerHours({ db, now }: Pick<Dependencies, 'db' | 'now'>): Promise<number | null> {
  const sent = alias(auditLog, 'sent');
  const undone = alias(auditLog, 'undone');
  const [row] = await db
    .select({
      answers: count(),
      seconds: sql<number | null>`avg(extract(epoch from ${auditLog.at} - ${sent.at}))::float8`,
    })
    .from(auditLog)
    .innerJoin(
      sent,
      and(eq(sent.subjectId, auditLog.subjectId), eq(sent.action, 'accounts.signed-up' satisfies AuditAction)),
    )
    .where(
      and(
        inArray(auditLog.action, ANSWERS),
        ne(auditLog.actor, auditLog.subjectId),
        gt(auditLog.at, new Date(now().getTime() - AVERAGE_DAYS * DAY_MS)),
        notExists(
          db
            .select({ id: undone.id })
            .from(undone)
            .where(
              and(
                eq(undone.subjectId, auditLog.subjectId),
                eq(undone.action, 'accounts.approval-undone' satisfies AuditAction),
                gt(undone.id, auditLog.id),
              ),
            ),
        ),
      ),
    );
  if (row!.answers < ANSWERS_FOR_AVERAGE) return null;
  return Math.max(1, Math.round(row!.seconds! / 3600));
}
