import { and, eq, gt, sql } from 'drizzle-orm';
import { auditLog } from './audit.schema.ts';
import type { DatabaseOrTransaction } from './db.ts';

/** Whether somebody was made an administrator after that moment, which gives all rights until duties are given. Only the log says when. */
export async function wasMadeAdministrator(db: DatabaseOrTransaction, id: string, since: Date): Promise<boolean> {
  const made = and(
    eq(auditLog.subjectId, id),
    gt(auditLog.at, since),
    eq(auditLog.action, 'accounts.role-changed'),
    sql`${auditLog.after} ->> 'isAdmin' = 'true'`,
  );
  return (await db.$count(auditLog, made)) > 0;
}
