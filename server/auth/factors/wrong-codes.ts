import { and, count, eq, gt, sql } from 'drizzle-orm';
import { DAY_MS } from '#domain/day.ts';
import type { Dependencies } from '../../dependencies.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { notifyOfChange } from '../changes/changes.ts';
import { accountChanges } from '../schema.ts';
import type { Origin } from '../sign-in/origin.ts';

/** Wrong codes of the second step in a day after which the owner is mailed; once a day. */
const TELL_AFTER = 10;

/** Writes a wrong code down. The caller holds the account's lock, so that no tenth is missed. */
export async function noteWrongCode(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  owner: { id: string; email: string },
  origin: Origin,
  factorId?: string,
): Promise<void> {
  const action = 'accounts.factor-refused';
  await record(tx, actor, {
    action,
    on: { kind: 'profile', id: owner.id },
    after: factorId === undefined ? undefined : { factorId },
  });
  const [wrong] = await tx
    .select({ number: count() })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subjectKind, 'profile'),
        eq(auditLog.subjectId, owner.id),
        eq(auditLog.action, action),
        gt(auditLog.at, sql`now() - interval '1 day'`),
      ),
    );
  if (wrong!.number < TELL_AFTER) return;
  const noticedToday = and(
    eq(accountChanges.userId, owner.id),
    eq(accountChanges.kind, 'codes-guessed'),
    gt(accountChanges.at, new Date(deps.now().getTime() - DAY_MS)),
  );
  if ((await tx.$count(accountChanges, noticedToday)) === 0)
    await notifyOfChange(tx, deps, owner, { kind: 'codes-guessed', origin });
}
