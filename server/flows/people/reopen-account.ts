import { and, desc, eq, inArray } from 'drizzle-orm';
import { lockPerson } from '../../accounts/lock-person.ts';
import { profiles } from '../../accounts/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { applyPaymentAccess } from '../payments/payment-access.ts';

/**
 * Opens an account that was closed in its owner's name after a change, when its owner takes that change back: else a thief who sets a
 * password and closes the account would make every mailed link worthless. One that we ended stays closed, and notice that we had given goes
 * on. TVs stay unlinked and ended subscriptions ended.
 */
export async function reopenForUndo(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  change: { userId: string; at: Date },
): Promise<void> {
  const { userId: id, at } = change;
  const person = await lockPerson(tx, id);
  if (!person?.closedAt || person.closedAt < at) return;
  const [ending] = await tx
    .select({ action: auditLog.action, before: auditLog.before })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subjectKind, 'profile'),
        eq(auditLog.subjectId, id),
        inArray(auditLog.action, ['accounts.closed', 'accounts.terminated']),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(1);
  if (ending?.action !== 'accounts.closed') return;
  const { terminatesAt } = (ending.before ?? {}) as { terminatesAt?: string };
  const notice = terminatesAt === undefined ? {} : { terminatesAt: new Date(terminatesAt) };
  await tx
    .update(profiles)
    .set({ closedAt: null, ...notice })
    .where(eq(profiles.id, id));
  await applyPaymentAccess(tx, deps, id);
  await record(tx, actor, {
    action: 'accounts.reopened',
    on: { kind: 'profile', id },
    before: { closedAt: person.closedAt },
    after: { closedAt: null, ...notice },
  });
}
