import { eq } from 'drizzle-orm';
import { noticeEnds } from '#domain/accounts/retention.ts';
import { profiles } from '../accounts/schema.ts';
import type { Edges } from '../app.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { queueMail } from '../platform/mail.ts';
import { closeAccount, holdPerson } from './close-account.ts';

type Profile = typeof profiles.$inferSelect;

export type Terminated =
  | { refused: 'PERSON_GONE' | 'SUPER_ADMIN_STAYS' | 'OWN_RIGHTS' | 'PERSON_WAITS' | 'PERSON_CLOSED' }
  | { refused: null; profile: Profile };

/**
 * Our ends of the contract. With notice the account goes on for thirty days, after which a job closes it; until then the
 * notice can be taken back. For a cause it is closed at once. Given twice, notice runs from the first time.
 */
export async function giveNotice(tx: Tx, edges: Edges, actor: Actor, id: string, reason: string): Promise<Terminated> {
  const held = await mayEnd(tx, edges, actor, id);
  if (held.refused !== null || held.profile.terminatesAt) return held;
  const now = edges.now();
  const terminatesAt = noticeEnds(now);
  const [profile] = await tx.update(profiles).set({ terminatesAt }).where(eq(profiles.id, id)).returning();
  await record(tx, actor, {
    action: 'accounts.notice-given',
    on: { kind: 'profile', id },
    after: { terminatesAt, ...(reason === '' ? {} : { reason }) },
  });
  await queueMail(tx, edges.queue, {
    to: profile!.email,
    template: 'accounts.notice',
    props: { email: profile!.email, endsAt: terminatesAt.toISOString(), reason: reason || null },
    onceKey: `accounts.notice:${id}:${now.getTime()}`,
  });
  return { refused: null, profile: profile! };
}

export async function takeBackNotice(tx: Tx, edges: Edges, actor: Actor, id: string): Promise<Terminated> {
  const held = await mayEnd(tx, edges, actor, id);
  if (held.refused !== null || !held.profile.terminatesAt) return held;
  const { terminatesAt, email } = held.profile;
  const [profile] = await tx.update(profiles).set({ terminatesAt: null }).where(eq(profiles.id, id)).returning();
  await record(tx, actor, {
    action: 'accounts.notice-taken-back',
    on: { kind: 'profile', id },
    before: { terminatesAt },
    after: { terminatesAt: null },
  });
  await queueMail(tx, edges.queue, {
    to: email,
    template: 'accounts.notice-taken-back',
    props: { email },
    onceKey: `accounts.notice-taken-back:${id}:${edges.now().getTime()}`,
  });
  return { refused: null, profile: profile! };
}

export async function terminateAtOnce(
  tx: Tx,
  edges: Edges,
  actor: Actor,
  id: string,
  reason: string,
): Promise<Terminated> {
  const held = await mayEnd(tx, edges, actor, id);
  if (held.refused !== null) return held;
  await closeAccount(tx, edges, actor, id, { by: 'cause', reason });
  return { refused: null, profile: (await holdPerson(tx, id))! };
}

/** Nobody ends the super-admin's contract, nor their own; a request that waits is deleted, not terminated. */
async function mayEnd(tx: Tx, edges: Edges, actor: Actor, id: string): Promise<Terminated> {
  const profile = await holdPerson(tx, id);
  if (!profile) return { refused: 'PERSON_GONE' };
  if (profile.email === edges.config.superAdmin.email) return { refused: 'SUPER_ADMIN_STAYS' };
  if (profile.id === actor.id) return { refused: 'OWN_RIGHTS' };
  if (profile.toBeRegistered) return { refused: 'PERSON_WAITS' };
  if (profile.closedAt) return { refused: 'PERSON_CLOSED' };
  return { refused: null, profile };
}
