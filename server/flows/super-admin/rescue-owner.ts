import { eq } from 'drizzle-orm';
import { noteChange } from '../../auth/changes/changes.ts';
import { users } from '../../auth/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { record, systemActor } from '../../platform/audit.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { readableSecret } from '../../platform/secrets/readable-secret.ts';
import { createSuperAdmin, lockSuperAdmin, type SignIn } from './ensure-super-admin.ts';

/**
 * The way back for the super-admin who lost the password or the second step, or whose account was taken: a new password,
 * every other way in gone, the account open. Only whoever runs programs on the server can ask for it; the address is mailed.
 */
export async function rescueOwner(
  deps: Pick<Dependencies, 'config' | 'db' | 'now' | 'passwords' | 'queue'>,
): Promise<SignIn> {
  const { email } = deps.config.superAdmin;
  const password = readableSecret(5);
  const passwordHash = await deps.passwords.hash(password);
  await deps.db.transaction(async (tx) => {
    await lockSuperAdmin(tx);
    const now = deps.now();
    const { id } = await createSuperAdmin(tx, deps, email, { passwordHash, generated: true });
    await noteChange(tx, id, { kind: 'owner-rescued', origin: null }, { at: now });
    await record(tx, systemActor, { action: 'accounts.owner-rescued', on: { kind: 'profile', id }, after: { email } });
    await queueMail(tx, deps.queue, {
      to: email,
      profileId: id,
      template: 'accounts.owner-rescued',
      props: { email, at: now.toISOString() },
    });
  });
  return { email, password };
}

/** Whether the configured password is another than the one that counts; false when none is configured. */
export async function configuredPasswordDiffers({
  config,
  db,
  passwords,
}: Pick<Dependencies, 'config' | 'db' | 'passwords'>): Promise<boolean> {
  const { email, password } = config.superAdmin;
  if (password === undefined) return false;
  const [user] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.email, email));
  return user !== undefined && !(await passwords.verify(user.passwordHash, password));
}
