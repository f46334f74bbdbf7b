import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { MINUTE_MS } from '#domain/day.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { fingerprint } from '../../platform/secrets/fingerprint.ts';
import { REPEAT_MS } from '../request.ts';
import { oneTimeTokens } from '../schema.ts';

export type TokenKind = (typeof oneTimeTokens.$inferSelect)['kind'];

/** How long a mailed link is good, in minutes. */
export const LINK_MINUTES: Record<TokenKind, number> = {
  signup: 24 * 60,
  recovery: 30,
  email_change_current: 24 * 60,
  email_change_new: 24 * 60,
  reauthentication: 15,
};
/** A six-digit code can be guessed, so it is valid for less time than its link and ends after five wrong tries. */
const CODE_MINUTES = 30;
const CODE_TRIES = 5;
/** In the place of the tries, once the link was used: more wrong codes keep it above. */
const USED = 1_000;

/** A new link token and code for that person and purpose; older ones of the same kind are dead from now on. */
export async function makeOneTimeToken(
  tx: Tx,
  deps: Dependencies,
  userId: string,
  kind: TokenKind,
  relatesTo: string,
): Promise<{ token: string; code: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const now = deps.now();
  const fresh = {
    linkHash: fingerprint(token),
    codeHash: hashCode(deps, userId, kind, code),
    relatesTo,
    attempts: 0,
    createdAt: now,
    expiresAt: new Date(now.getTime() + LINK_MINUTES[kind] * MINUTE_MS),
  };
  await tx
    .insert(oneTimeTokens)
    .values({ userId, kind, ...fresh })
    .onConflictDoUpdate({ target: [oneTimeTokens.userId, oneTimeTokens.kind], set: fresh });
  return { token, code, expiresAt: fresh.expiresAt };
}

/** Whose link this is, without using it up; `null` for an unknown one. */
export async function ownerOfLink(
  tx: DatabaseOrTransaction,
  token: string,
  kinds: TokenKind[],
): Promise<string | null> {
  const [found] = await tx
    .select({ userId: oneTimeTokens.userId })
    .from(oneTimeTokens)
    .where(and(eq(oneTimeTokens.linkHash, fingerprint(token)), inArray(oneTimeTokens.kind, kinds)));
  return found?.userId ?? null;
}

type UsedLink = typeof oneTimeTokens.$inferSelect & {
  /** The same press was answered before, and the answer may have been lost. */
  again: boolean;
};

/**
 * Uses a link up and says what it was for; `null` when it is unknown, used or too old. A press that names itself by a random key
 * and was remembered is recognised when it asks again.
 */
export async function redeemLink(
  tx: Tx,
  deps: Dependencies,
  { token, kinds, press }: { token: string; kinds: TokenKind[]; press: string | null },
): Promise<UsedLink | null> {
  const mine = and(eq(oneTimeTokens.linkHash, fingerprint(token)), inArray(oneTimeTokens.kind, kinds));
  const [found] = await tx.select().from(oneTimeTokens).where(mine).for('update');
  if (!found || found.expiresAt <= deps.now()) return null;
  const again = found.attempts >= USED;
  if (again && !(press !== null && timingSafeEqual(found.codeHash, fingerprint(press)))) return null;
  if (!again) await tx.delete(oneTimeTokens).where(mine);
  return { ...found, again };
}

/** After the link has done what it was for, which ends all other links of the person: for two minutes, the same press may ask again. */
export async function rememberPress(tx: Tx, deps: Dependencies, link: UsedLink, press: string | null): Promise<void> {
  if (press === null || link.again) return;
  const { again: _, ...row } = link;
  const until = Math.min(row.expiresAt.getTime(), deps.now().getTime() + REPEAT_MS);
  await tx
    .insert(oneTimeTokens)
    .values({ ...row, attempts: USED, codeHash: fingerprint(press), expiresAt: new Date(until) })
    .onConflictDoNothing();
}

/**
 * Uses a code up; false when it is wrong or too old. A wrong try counts, so the caller must let it be committed. Where the
 * network is `spared`, its tries are counted by the limiter alone: strangers who used up the code's tries do not count.
 */
export async function redeemCode(
  tx: Tx,
  deps: Dependencies,
  userId: string,
  kind: TokenKind,
  code: string,
  { spared = false }: { spared?: boolean } = {},
): Promise<boolean> {
  const mine = and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.kind, kind));
  const [found] = await tx.select().from(oneTimeTokens).where(mine).for('update');
  if (!found) return false;
  const now = deps.now();
  const codeEnds = found.createdAt.getTime() + CODE_MINUTES * MINUTE_MS;
  const alive = found.expiresAt > now && codeEnds > now.getTime() && (spared || found.attempts < CODE_TRIES);
  if (alive && timingSafeEqual(found.codeHash, hashCode(deps, userId, kind, code))) {
    await tx.delete(oneTimeTokens).where(mine);
    return true;
  }
  if (spared) return false;
  await tx
    .update(oneTimeTokens)
    .set({ attempts: sql`${oneTimeTokens.attempts} + 1` })
    .where(mine);
  return false;
}

/** Which of these people a code was mailed to; nothing is used up or counted. The lower id of several, `undefined` for none. */
export async function ownerOfMailedCode(
  tx: Tx,
  deps: Dependencies,
  userIds: string[],
  kind: TokenKind,
  code: string,
): Promise<string | undefined> {
  const theirs = await tx
    .select({ userId: oneTimeTokens.userId, codeHash: oneTimeTokens.codeHash })
    .from(oneTimeTokens)
    .where(and(inArray(oneTimeTokens.userId, userIds), eq(oneTimeTokens.kind, kind)))
    .orderBy(oneTimeTokens.userId);
  return theirs.find(({ userId, codeHash }) => timingSafeEqual(codeHash, hashCode(deps, userId, kind, code)))?.userId;
}

/** With a key of the server, because a million digests of six digits are computed in a second. */
const hashCode = (deps: Dependencies, userId: string, kind: TokenKind, code: string): Buffer =>
  createHmac('sha256', deps.tokens.deriveKey('one-time-code')).update(`${kind}:${userId}:${code}`).digest();
