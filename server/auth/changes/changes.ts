import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { CHANGES_KEPT_DAYS, type ChangeFacts, type ChangeKind, UNDO_DAYS } from '#domain/auth/changes.ts';
import type { AccountChange } from '#domain/auth/changes-contract.ts';
import { clientName } from '#domain/auth/client-name.ts';
import { DAY_MS } from '#domain/day.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { PRIORITY, queueMail } from '../../platform/mail/mail.ts';
import { fingerprint } from '../../platform/secrets/fingerprint.ts';
import { accountChanges, type RemovedFactor } from '../schema.ts';
import { coarseNetwork, type Origin } from '../sign-in/origin.ts';

interface Change {
  kind: ChangeKind;
  /** `null` when no request of the owner's caused it: staff or the clock did. */
  origin: Origin | null;
  about?: ChangeFacts;
  removed?: RemovedFactor[];
  dueAt?: Date;
}

/** Writes down a change of who may enter, and mails it to the account's address with the link that takes it back. */
export async function notifyOfChange(
  tx: Tx,
  deps: Dependencies,
  user: { id: string; email: string },
  change: Change,
): Promise<string> {
  const at = deps.now();
  const undoEndsAt = new Date(at.getTime() + UNDO_DAYS * DAY_MS);
  const { id, token, from } = await noteChange(tx, user.id, change, { at, undoEndsAt });
  const { kind, about = {}, dueAt } = change;
  const props = { kind, about, at: at.toISOString(), dueAt: dueAt?.toISOString() ?? null, ...from };
  const link = `${deps.config.publicUrl}/auth/undo#token=${token}`;
  const send = (to: string, undo: { link: string; until: string } | null) =>
    queueMail(tx, deps.queue, {
      to,
      profileId: user.id,
      template: 'accounts.way-in-changed',
      props: { ...props, undo },
      validUntil: undoEndsAt,
      priority: PRIORITY.signIn,
    });
  await send(user.email, { link, until: undoEndsAt.toISOString() });
  // The new address is mailed as well, but only the old one can take the move back.
  if (kind === 'address' && about.to) await send(about.to, null);
  return id;
}

/** Only the entry in the owner's list; without `undoEndsAt` nobody takes it back. */
export async function noteChange(
  tx: Tx,
  userId: string,
  { kind, origin, about = {}, removed = undefined, dueAt = undefined }: Change,
  { at, undoEndsAt = at }: { at: Date; undoEndsAt?: Date },
) {
  const token = randomBytes(32).toString('base64url');
  const from = { ...clientName(origin?.userAgent ?? null), network: origin ? coarseNetwork(origin.ip) : null };
  const undoHash = fingerprint(token);
  const [row] = await tx
    .insert(accountChanges)
    .values({ userId, kind, about, removed, ...from, at, undoHash, undoEndsAt, dueAt })
    .returning({ id: accountChanges.id });
  return { id: row!.id, token, from };
}

/** Whoever had the mailbox before takes nothing back any more, and no removal of a second step is waited for. */
export async function endUndoRights(tx: Tx, userId: string, now: Date): Promise<void> {
  const mine = eq(accountChanges.userId, userId);
  await tx
    .update(accountChanges)
    .set({ closedAt: now, outcome: 'called off' })
    .where(and(mine, eq(accountChanges.kind, 'second-step-recovery'), isNull(accountChanges.closedAt)));
  await tx
    .update(accountChanges)
    .set({ undoEndsAt: now, removed: null })
    .where(and(mine, gt(accountChanges.undoEndsAt, now)));
}

type Row = typeof accountChanges.$inferSelect;

export const isUndoable = ({ outcome, undoEndsAt }: Row, now: Date): boolean =>
  (outcome === null || outcome === 'done') && undoEndsAt > now;

/** The account's changes of the last twelve months, newest first. */
export async function listChanges(deps: Dependencies, userId: string): Promise<AccountChange[]> {
  const now = deps.now();
  const rows = await deps.db
    .select()
    .from(accountChanges)
    .where(
      and(
        eq(accountChanges.userId, userId),
        gt(accountChanges.at, new Date(now.getTime() - CHANGES_KEPT_DAYS * DAY_MS)),
      ),
    )
    .orderBy(desc(accountChanges.at), desc(accountChanges.id))
    .limit(500);
  return rows.map((row) => {
    const undoable = isUndoable(row, now);
    return { ...row, undoable, asks: undoable && row.seenAt === null };
  });
}

/** Somebody's former address is nobody else's while the move can still be taken back. */
export async function isHeldForUndo(
  db: DatabaseOrTransaction,
  email: string,
  now: Date,
  { exceptUserId }: { exceptUserId?: string } = {},
): Promise<boolean> {
  const [held] = await db
    .select({ id: accountChanges.id })
    .from(accountChanges)
    .where(
      and(
        eq(accountChanges.kind, 'address'),
        sql`${accountChanges.about} ->> 'from' = ${email}`,
        isNull(accountChanges.outcome),
        gt(accountChanges.undoEndsAt, now),
        exceptUserId ? ne(accountChanges.userId, exceptUserId) : undefined,
      ),
    )
    .limit(1);
  return held !== undefined;
}
