import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { company } from '#domain/company.ts';
import type { Dependencies } from '../../dependencies.ts';
import { limitsOf } from '../../limits.ts';
import { type Actor, type AuditedThing, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { renderMail } from '../../platform/mail/write-mail.ts';
import { accountByEmail, lockAccount, signInBlock } from '../account.ts';
import { authEmails } from '../emails.tsx';
import { mayMailAccount } from '../mail-limits.ts';
import { mailConfirmation, mailEmailChange, mailRecovery } from '../mails.ts';
import type { AuthRequest, User } from '../request.ts';
import { linkRequests, users } from '../schema.ts';
import { isKnownNetwork } from '../sign-in/known-networks.ts';

type LinkRequest = typeof linkRequests.$inferSelect;

export const SEND_LINK = 'accounts.send-link';
export const RENDER_DECOY = 'accounts.render-decoy-mail';

/**
 * Notes that a link is wanted for an address and answers at once. Nobody is looked up here: a known and an unknown
 * address cost the asker exactly the same.
 */
export async function requestLink(
  tx: Tx,
  request: AuthRequest,
  kind: LinkRequest['kind'],
  email: string,
): Promise<void> {
  const [row] = await tx
    .insert(linkRequests)
    .values({ kind, email, ip: request.ip, requestId: request.requestId, createdAt: request.deps.now() })
    .returning({ id: linkRequests.id });
  await request.deps.queue.send(tx, SEND_LINK, { linkRequestId: row!.id });
}

/** The worker's half: mails the link when there is somebody to mail it to. Safe to run twice. */
export async function sendRequestedLink(deps: Dependencies, linkRequestId: string): Promise<void> {
  const [asked] = await deps.db.select().from(linkRequests).where(eq(linkRequests.id, linkRequestId));
  const mayMail = asked !== undefined && (await hasShareLeft(deps, asked));
  await deps.db.transaction(async (tx) => {
    const [request] = await tx.delete(linkRequests).where(eq(linkRequests.id, linkRequestId)).returning();
    if (!request) return;
    const actor: Actor = { id: 'visitor', ip: request.ip, requestId: request.requestId };
    const found = await accountByEmail(tx, request.email);
    // Locked whether found or not, so that the work is the same.
    const locked = await lockAccount(tx, found?.user.id ?? randomUUID());
    const account = found && locked;
    const sent =
      account !== undefined &&
      mayMail &&
      signInBlock(account.user, account, deps.now()) === null &&
      (await mailLink(tx, deps, request.kind, account.user));
    await record(tx, actor, {
      action: sent ? LINK_SENT[request.kind] : 'accounts.link-not-sent',
      on: account ? { kind: 'profile', id: account.user.id } : auditedAddressHash(request.email),
      after: sent ? undefined : { kind: request.kind },
    });
    if (!sent) await deps.queue.send(tx, RENDER_DECOY, { kind: request.kind });
  });
}

/** Only a mail that would be sent is counted: asking for one in vain uses nothing up. */
async function hasShareLeft(deps: Dependencies, { kind, email, ip }: LinkRequest): Promise<boolean> {
  const account = await accountByEmail(deps.db, email);
  if (!account || !hasUseFor(kind, account.user)) return false;
  const call = kind === 'recovery' ? 'POST /auth/v1/recover' : 'POST /auth/v1/resend';
  const known = ip !== null && (await isKnownNetwork(deps, ip, { email }, { onlyProven: true }));
  const asker = { ip: ip ?? '', known };
  const limits = limitsOf(deps, call, asker);
  if (!(await mayMailAccount(limits, kind, email))) return false;
  if (kind !== 'email_change') return true;
  return (await limits.tryConsume('mails to a new address', account.user.newEmail!)) === 0;
}

const hasUseFor = (kind: LinkRequest['kind'], user: User): boolean =>
  kind === 'recovery' || (kind === 'signup' ? !user.emailConfirmedAt : user.newEmail !== null);

/**
 * Writes the mail that a known address would get, and throws it away. Drawing a mail is most of the work that a link
 * causes, and whoever measures how busy the server is after asking for one must not learn from it who has an account.
 */
export async function renderDecoyMail({ config, db }: Dependencies, kind: string): Promise<void> {
  const link = `${config.publicUrl}/auth/confirm#token_hash=${randomBytes(32).toString('base64url')}&type=${kind}`;
  const template =
    kind === 'recovery'
      ? authEmails['accounts.recovery']({ email: '', link, code: '000000', minutes: 30 }, { company, config, db })
      : authEmails['accounts.confirm-address']({ link, code: '000000', hours: 24 }, { company, config, db });
  await renderMail(template, config.publicUrl);
}

const LINK_SENT = {
  signup: 'accounts.confirmation-requested',
  recovery: 'accounts.recovery-requested',
  email_change: 'accounts.email-change-requested',
} as const;

async function mailLink(tx: Tx, deps: Dependencies, kind: LinkRequest['kind'], user: User): Promise<boolean> {
  if (!hasUseFor(kind, user)) return false;
  const now = deps.now();
  const note = (sentAt: Partial<typeof users.$inferInsert>) =>
    tx.update(users).set(sentAt).where(eq(users.id, user.id));
  switch (kind) {
    case 'recovery':
      await mailRecovery(tx, deps, user);
      await note({ recoverySentAt: now });
      return true;
    case 'signup':
      await mailConfirmation(tx, deps, user);
      await note({ confirmationSentAt: now });
      return true;
    case 'email_change':
      await mailEmailChange(tx, deps, user, user.newEmail!);
      await note({ emailChangeSentAt: now, emailChangeConfirmations: 0 });
      return true;
  }
}

/** In the log an address without an account is only a fingerprint: it may belong to somebody who never came here. */
export const auditedAddressHash = (email: string): AuditedThing => ({
  kind: 'address',
  id: createHash('sha256').update(email).digest('hex').slice(0, 16),
});
