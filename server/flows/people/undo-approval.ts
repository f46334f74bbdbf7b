import { and, count, desc, eq, inArray, isNotNull, isNull, notExists, sql } from 'drizzle-orm';
import { approvalMail } from '../../accounts/requests/approve.ts';
import { profiles } from '../../accounts/schema.ts';
import { ledger } from '../../advertising/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { devices } from '../../devices/schema.ts';
import { isInviting } from '../../network/code-owner.ts';
import { orders } from '../../orders/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { takeBackMails } from '../../platform/mail/mail.ts';

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
  const wanted = approvals.flatMap(({ id, inviter }) => (id && inviter ? [{ id, inviter }] : []));
  if (wanted.length === 0) return;
  const free = await freePlaces(tx, [...new Set(wanted.map(({ inviter }) => inviter))], config.referralMaxDirect);
  const held = wanted.filter(({ inviter }) => {
    const left = free.get(inviter) ?? 0;
    free.set(inviter, left - 1);
    return left > 0;
  });
  if (held.length === 0) return;
  const places = sql.join(
    held.map(({ id, inviter }) => sql`(${id}::uuid, ${inviter}::uuid)`),
    sql`, `,
  );
  await tx
    .update(profiles)
    .set({ invitedBy: sql`place.inviter` })
    .from(sql`(values ${places}) as place (id, inviter)`)
    .where(eq(profiles.id, sql`place.id`));
}

/** How many more each of them may have directly below, registrations that wait included; nobody who does not invite. */
async function freePlaces(tx: Tx, ids: string[], maxDirect: number | undefined): Promise<Map<string, number>> {
  const below = (column: typeof profiles.parentId | typeof profiles.invitedBy) =>
    tx.select({ owner: column, taken: count() }).from(profiles).where(inArray(column, ids)).groupBy(column);
  const owners = await tx
    .select()
    .from(profiles)
    .where(and(inArray(profiles.id, ids), isNotNull(profiles.referralCode)));
  const direct = await below(profiles.parentId);
  const held = await below(profiles.invitedBy);
  const free = new Map(owners.filter(isInviting).map(({ id }) => [id, maxDirect ?? Number.POSITIVE_INFINITY]));
  for (const { owner, taken } of [...direct, ...held]) if (owner) free.set(owner, (free.get(owner) ?? 0) - taken);
  return free;
}
