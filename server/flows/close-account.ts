import { and, eq, isNull } from 'drizzle-orm';
import { ERASED_WITHIN_DAYS } from '#domain/accounts/retention.ts';
import { oneTimeTokens, profiles, sessions, users } from '../accounts/schema.ts';
import type { Edges } from '../app.ts';
import { devices } from '../devices/schema.ts';
import { unlinkDevice } from '../devices/unlink.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { queueMail } from '../platform/mail.ts';
import { endSubscriptions } from './end-subscriptions.ts';

const DAY_MS = 24 * 3600_000;

/** The last day on which the data of an account closed at that moment is still there. */
export const erasedBy = (closedAt: Date): Date => new Date(closedAt.getTime() + ERASED_WITHIN_DAYS * DAY_MS);

/**
 * An owner closes their account: nobody comes in any more, what renews ends, TVs are unlinked, and the clock of erasure
 * (`closed_at`) runs. Answers with the moment it was closed; a second time changes nothing and answers the same.
 */
export async function closeAccount(tx: Tx, edges: Edges, actor: Actor, id: string): Promise<Date | null> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update');
  const [person] = await tx.select().from(profiles).where(eq(profiles.id, id)).for('update');
  if (!person || person.closedAt) return person?.closedAt ?? null;
  const now = edges.now();
  await tx.update(profiles).set({ closedAt: now }).where(eq(profiles.id, id));
  await tx.delete(sessions).where(eq(sessions.userId, id));
  await tx.delete(oneTimeTokens).where(eq(oneTimeTokens.userId, id));
  await endSubscriptions(tx, edges, id);
  const linked = await tx
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.profileId, id), isNull(devices.unlinkedAt)));
  for (const device of linked) await unlinkDevice(tx, actor, device.id, id, now);
  await record(tx, actor, {
    action: 'accounts.closed',
    on: { kind: 'profile', id },
    after: { devices: linked.length },
  });
  await queueMail(tx, edges.queue, {
    to: person.email,
    template: 'accounts.closed',
    props: { email: person.email, at: now.toISOString(), erasedBy: erasedBy(now).toISOString() },
    onceKey: `accounts.closed:${id}`,
  });
  return now;
}
