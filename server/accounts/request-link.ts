import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Edges } from '../app.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { accountByEmail, barOf, lockAccount } from './account.ts';
import { mailConfirmation, mailEmailChange, mailRecovery } from './auth-mails.ts';
import { linkRequests, users } from './schema.ts';
import type { User, Visit } from './visit.ts';

type LinkRequest = typeof linkRequests.$inferSelect;

export const SEND_LINK = 'accounts.send-link';

/**
 * Notes that a link is wanted for an address and answers at once. Nobody is looked up here: a known and an unknown
 * address cost the asker exactly the same.
 */
export async function requestLink(tx: Tx, visit: Visit, kind: LinkRequest['kind'], email: string): Promise<void> {
  const [request] = await tx
    .insert(linkRequests)
    .values({ kind, email, ip: visit.ip, requestId: visit.requestId, createdAt: visit.edges.now() })
    .returning({ id: linkRequests.id });
  await visit.edges.queue.send(tx, SEND_LINK, { linkRequestId: request!.id });
}

/** The worker's half: mails the link when there is somebody to mail it to. Safe to run twice. */
export async function sendRequestedLink(edges: Edges, linkRequestId: string): Promise<void> {
  await edges.db.transaction(async (tx) => {
    const [request] = await tx.delete(linkRequests).where(eq(linkRequests.id, linkRequestId)).returning();
    if (!request) return;
    const actor: Actor = { id: 'visitor', ip: request.ip, requestId: request.requestId };
    const found = await accountByEmail(tx, request.email);
    const account = found && (await lockAccount(tx, found.user.id));
    const sent =
      account !== undefined &&
      barOf(account.user, account, edges.now()) === null &&
      (await mailLink(tx, edges, request.kind, account.user));
    await record(tx, actor, {
      action: sent ? LINK_SENT[request.kind] : 'accounts.link-not-sent',
      on: account ? { kind: 'profile', id: account.user.id } : unknownAddress(request.email),
      after: sent ? undefined : { kind: request.kind },
    });
  });
}

const LINK_SENT = {
  signup: 'accounts.confirmation-requested',
  recovery: 'accounts.recovery-requested',
  email_change: 'accounts.email-change-requested',
} as const;

async function mailLink(tx: Tx, edges: Edges, kind: LinkRequest['kind'], user: User): Promise<boolean> {
  const now = edges.now();
  const note = (sentAt: Partial<typeof users.$inferInsert>) =>
    tx.update(users).set(sentAt).where(eq(users.id, user.id));
  switch (kind) {
    case 'recovery':
      await mailRecovery(tx, edges, user);
      await note({ recoverySentAt: now });
      return true;
    case 'signup':
      if (user.emailConfirmedAt) return false;
      await mailConfirmation(tx, edges, user);
      await note({ confirmationSentAt: now });
      return true;
    case 'email_change':
      if (!user.newEmail) return false;
      await mailEmailChange(tx, edges, user, user.newEmail);
      await note({ emailChangeSentAt: now, emailChangeConfirmations: 0 });
      return true;
  }
}

/** In the log an address without an account is only a fingerprint: it may belong to somebody who never came here. */
export const unknownAddress = (email: string) => ({
  kind: 'address',
  id: createHash('sha256').update(email).digest('hex').slice(0, 16),
});
