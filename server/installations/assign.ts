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
export const isInstaller = and(
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
    const [earlier] = await tx.select().from(installations).where(eq(installations.id, key));
    if (earlier) return describeAssigned(earlier, await installerOf(earlier.installerId), deps.now());
    const [installer] = await tx
      .select()
      .from(profiles)
      .where(and(eq(profiles.id, installerId), isInstaller))
      .for('share');
    if (!installer) throw refuse('INSTALLER_GONE');
    const [assigned] = await tx
      .insert(installations)
      .values({ id: key, installerId, agreedAt: new Date(agreedAt), createdAt: deps.now(), ...contact })
      .onConflictDoNothing()
      .returning();
    if (!assigned) {
      const [other] = await tx.select().from(installations).where(eq(installations.id, key));
      return describeAssigned(other!, await installerOf(other!.installerId), deps.now());
    }
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

    async function installerOf(id: string | null) {
      const [found] = id ? await tx.select().from(profiles).where(eq(profiles.id, id)) : [];
      return found ?? null;
    }
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
