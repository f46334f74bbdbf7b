import { and, desc, eq, inArray, isNull, notExists, sql } from 'drizzle-orm';
import { approvalMail } from '../accounts/approve.ts';
import { profiles } from '../accounts/schema.ts';
import { ledger } from '../advertising/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { devices } from '../devices/schema.ts';
import { orders } from '../orders/schema.ts';
import { auditLog } from '../platform/audit.schema.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { takeBackMails } from '../platform/mail/mail.ts';
import { reserveNetworkPlace } from './reserve-network-place.ts';

/**
 * Those of the given wait again whose mail of approval is still held and who have begun nothing as members: as if nobody had
 * approved them, with the place under their inviter if it is still free. Answers with their ids.
 */
export async function undoApproval(
  tx: Tx,
  deps: Pick<Dependencies, 'config'>,
  actor: Actor,
  ids: string[],
): Promise<string[]> {
  await tx.execute(sql`select lock_network()`);
  const idle = await tx
    .select({ id: profiles.id })
    .from(profiles)
    .where(
      and(
        inArray(profiles.id, ids),
        eq(profiles.toBeRegistered, false),
        eq(profiles.inTree, false),
        eq(profiles.isAdmin, false),
        isNull(profiles.closedAt),
        ...[orders, ledger, devices].map((table) =>
          notExists(tx.select({ one: sql`1` }).from(table).where(eq(table.profileId, profiles.id))),
        ),
      ),
    )
    .orderBy(profiles.id)
    .for('update');
  const taken = new Set(
    await takeBackMails(
      tx,
      idle.map(({ id }) => approvalMail(id)),
    ),
  );
  const undone = idle.map(({ id }) => id).filter((id) => taken.has(approvalMail(id)));
  if (undone.length === 0) return [];
  await tx.update(profiles).set({ toBeRegistered: true }).where(inArray(profiles.id, undone));
  await giveBackPlaces(tx, deps, undone);
  await record(
    tx,
    actor,
    undone.map((id) => ({
      action: 'accounts.approval-undone',
      on: { kind: 'profile', id },
      before: { toBeRegistered: false },
      after: { toBeRegistered: true },
    })),
  );
  return undone;
}

/** Approval gave up the place that a registration held; the log of the approval says under whom. */
async function giveBackPlaces(tx: Tx, { config }: Pick<Dependencies, 'config'>, ids: string[]): Promise<void> {
  const approvals = await tx
    .selectDistinctOn([auditLog.subjectId], {
      id: auditLog.subjectId,
      inviter: sql<string | null>`${auditLog.before} ->> 'invitedBy'`,
    })
    .from(auditLog)
    .where(and(inArray(auditLog.subjectId, ids), eq(auditLog.action, 'accounts.approved')))
    .orderBy(auditLog.subjectId, desc(auditLog.id));
  for (const { id, inviter } of approvals) {
    if (!inviter) continue;
    const [owner] = await tx.select({ code: profiles.referralCode }).from(profiles).where(eq(profiles.id, inviter));
    const invitedBy = owner?.code ? await reserveNetworkPlace(tx, owner.code, config.referralMaxDirect) : null;
    if (invitedBy) await tx.update(profiles).set({ invitedBy }).where(eq(profiles.id, id!));
  }
}
