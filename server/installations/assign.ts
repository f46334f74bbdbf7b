import { and, eq, isNull } from 'drizzle-orm';
import type { AssignedInstallation, NewInstallation } from '#domain/installations/contract.ts';
import { pages } from '#domain/pages.ts';
import { refuse } from '#domain/refuse.ts';
import { profiles } from '../accounts/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Actor, record } from '../platform/audit.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { describeAssigned } from './describe.ts';
import { installations } from './schema.ts';

export const myInstallationsPath = `${pages.account.path}#narudzbine`;

/** Who has the label and an account that is open. */
export const activeInstallerCondition = and(
  eq(profiles.isInstaller, true),
  eq(profiles.toBeRegistered, false),
  isNull(profiles.blockedAt),
  isNull(profiles.closedAt),
);

/** Gives an address to an installer and mails that it is there; the address itself stands in the account alone. */
export async function assignInstallation(
  deps: Dependencies,
  actor: Actor,
  { key, installerId, agreedAt, ...contact }: NewInstallation & { key: string },
): Promise<AssignedInstallation> {
  return deps.db.transaction(async (tx) => {
    // Locked, so that of two requests with the same key the second sees what the first has written.
    const [installer] = await tx
      .select()
      .from(profiles)
      .where(and(eq(profiles.id, installerId), activeInstallerCondition))
      .for('update');
    const [earlier] = await tx
      .select({ row: installations, installer: profiles })
      .from(installations)
      .leftJoin(profiles, eq(profiles.id, installations.installerId))
      .where(eq(installations.id, key));
    if (earlier) return describeAssigned(earlier.row, earlier.installer, deps.now());
    if (!installer) throw refuse('INSTALLER_GONE');
    if (new Date(agreedAt) < deps.now()) throw refuse('INSTALLATION_TIME_PAST');
    const [row] = await tx
      .insert(installations)
      .values({ id: key, installerId, agreedAt: new Date(agreedAt), createdAt: deps.now(), ...contact })
      .returning();
    const assigned = row!;
    await record(tx, actor, {
      action: 'installations.assigned',
      on: { kind: 'profile', id: installerId },
      after: { number: assigned.number, agreedAt: assigned.agreedAt },
    });
    await queueMail(tx, deps.queue, {
      to: installer.email,
      profileId: installerId,
      template: 'installations.assigned',
      props: {
        number: assigned.number,
        agreedAt: assigned.agreedAt.toISOString(),
        link: deps.config.publicUrl + myInstallationsPath,
      },
      idempotencyKey: `installations.assigned:${key}`,
    });
    return describeAssigned(assigned, installer, deps.now());
  });
}

/** Takes an open one back; the installer is mailed not to come. */
export async function cancelInstallation(deps: Dependencies, actor: Actor, id: string): Promise<AssignedInstallation> {
  return deps.db.transaction(async (tx) => {
    const [row] = await tx.select().from(installations).where(eq(installations.id, id)).for('update');
    if (!row) throw refuse('INSTALLATION_GONE');
    if (row.recordedAt) throw refuse('INSTALLATION_RECORDED');
    const [installer] = row.installerId ? await tx.select().from(profiles).where(eq(profiles.id, row.installerId)) : [];
    if (row.cancelledAt) return describeAssigned(row, installer ?? null, deps.now());
    const [cancelled] = await tx
      .update(installations)
      .set({ cancelledAt: deps.now() })
      .where(eq(installations.id, id))
      .returning();
    if (installer) {
      await record(tx, actor, {
        action: 'installations.cancelled',
        on: { kind: 'profile', id: installer.id },
        after: { number: row.number },
      });
      await queueMail(tx, deps.queue, {
        to: installer.email,
        profileId: installer.id,
        template: 'installations.cancelled',
        props: { number: row.number },
        idempotencyKey: `installations.cancelled:${id}`,
      });
    }
    return describeAssigned(cancelled!, installer ?? null, deps.now());
  });
}
