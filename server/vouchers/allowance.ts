import { and, eq, gte, inArray, isNull, sql } from 'drizzle-orm';
import { dayOf, startOfDay } from '#domain/time.ts';
import { BANNERS_A_DAY } from '#domain/vouchers/rules.ts';
import type { Person } from '../context.ts';
import { auditLog } from '../platform/audit.schema.ts';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import { vouchers } from './schema.ts';

/** What that person may issue today, in L-banners. The log says who issued which batch; what was voided since counts no more. */
export async function readAllowance(
  db: DatabaseOrTransaction,
  person: Pick<Person, 'id' | 'permissions'>,
  now: Date,
): Promise<{ limit: number; left: number }> {
  const limit =
    BANNERS_A_DAY[person.permissions.has('issue large vouchers') ? 'issue large vouchers' : 'manage vouchers'];
  const today = db
    .select({ batch: sql`${auditLog.subjectId}::uuid` })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.actor, person.id),
        eq(auditLog.action, 'vouchers.issued'),
        gte(auditLog.at, startOfDay(dayOf(now))),
      ),
    );
  const [issued] = await db
    .select({ banners: sql<number>`coalesce(sum(${vouchers.bannerCount}), 0)`.mapWith(Number) })
    .from(vouchers)
    .where(and(inArray(vouchers.batch, today), isNull(vouchers.voidedAt)));
  return { limit, left: Math.max(0, limit - issued!.banners) };
}
