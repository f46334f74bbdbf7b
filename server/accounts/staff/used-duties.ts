import { and, count, eq, gte, inArray, ne } from 'drizzle-orm';
import { DUTIES, type Duty } from '#domain/access.ts';
import { USED_DAYS } from '#domain/accounts/staff/contract.ts';
import { DUTY_SHOWING_ACTIONS, dutyOfAuditAction } from '#domain/accounts/staff/rules.ts';
import { HOUR_MS } from '#domain/day.ts';
import type { Dependencies } from '../../dependencies.ts';
import { auditLog } from '../../platform/audit.schema.ts';

/** How often the log of the last thirty days shows somebody at work on each duty; what they did to their own account does not count. */
export async function usedDuties({ db, now }: Dependencies, id: string): Promise<{ duty: Duty; count: number }[]> {
  const since = new Date(now().getTime() - USED_DAYS * 24 * HOUR_MS);
  const rows = await db
    .select({ action: auditLog.action, entries: count() })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.actor, id),
        gte(auditLog.at, since),
        inArray(auditLog.action, DUTY_SHOWING_ACTIONS),
        ne(auditLog.subjectId, id),
      ),
    )
    .groupBy(auditLog.action);
  const counted = DUTIES.map((duty) => ({
    duty,
    count: rows.reduce((sum, { action, entries }) => sum + (dutyOfAuditAction(action) === duty ? entries : 0), 0),
  }));
  return counted.filter(({ count: n }) => n > 0).sort((one, other) => other.count - one.count);
}
