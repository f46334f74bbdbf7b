import { and, eq, isNotNull, ne } from 'drizzle-orm';
import { profiles } from '../../accounts/schema.ts';
import { users } from '../../auth/schema.ts';
import { revokeOtherSessions } from '../../auth/sessions/session.ts';
import type { Dependencies } from '../../dependencies.ts';
import { record, systemActor } from '../../platform/audit.ts';
import { queueMails } from '../../platform/mail/mail.ts';
import { revokeKeys } from '../people/revoke-keys.ts';
import { lockSuperAdmin } from './ensure-super-admin.ts';

/**
 * Whoever was the super-admin before the configured address changed goes on as a plain member: no rights, no session,
 * no link, no key. The former and the present one are mailed.
 */
export async function demoteFormerSuperAdmin(
  deps: Pick<Dependencies, 'config' | 'db' | 'now' | 'queue'>,
): Promise<void> {
  const current = deps.config.superAdmin.email;
  const former = and(isNotNull(users.provisionedAt), ne(users.email, current));
  const [anybody] = await deps.db.select({ id: users.id }).from(users).where(former).limit(1);
  if (!anybody) return;
  await deps.db.transaction(async (tx) => {
    await lockSuperAdmin(tx);
    const demoted = await tx
      .update(users)
      .set({ provisionedAt: null, mustChangePassword: false })
      .where(former)
      .returning({ id: users.id, email: users.email });
    for (const { id, email } of demoted) {
      await tx.update(profiles).set({ isAdmin: false }).where(eq(profiles.id, id));
      await revokeOtherSessions(tx, id, null);
      await revokeKeys(tx, deps, systemActor, { userId: id });
      await record(tx, systemActor, {
        action: 'accounts.super-admin-left',
        on: { kind: 'profile', id },
        before: { isAdmin: true },
        after: { isAdmin: false, current },
      });
      const props = { former: email, current, at: deps.now().toISOString() };
      await queueMails(
        tx,
        deps.queue,
        [
          { to: email, profileId: id },
          { to: current, profileId: null },
        ].map((addressee) => ({ ...addressee, template: 'accounts.super-admin-moved' as const, props })),
      );
    }
  });
}
