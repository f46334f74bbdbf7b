import { eq } from 'drizzle-orm';
import { profiles } from '../accounts/schema.ts';
import type { DatabaseOrTransaction } from '../platform/db.ts';
import { mfaFactors, recoveryCodes, users } from './schema.ts';

type User = typeof users.$inferSelect;
export type Factor = typeof mfaFactors.$inferSelect;

/** A person's sign-in together with what the profile says about letting them in. */
export interface Account extends AccountStatus {
  user: User;
}

/** What the profile says about letting its owner in. */
interface AccountStatus {
  blockedAt: Date | null;
  closedAt: Date | null;
}
const accountStatus = { blockedAt: profiles.blockedAt, closedAt: profiles.closedAt };

const accounts = (tx: DatabaseOrTransaction) =>
  tx
    .select({ user: users, ...accountStatus })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id));

export async function accountByEmail(tx: DatabaseOrTransaction, email: string): Promise<Account | undefined> {
  const [found] = await accounts(tx).where(eq(users.email, email));
  return found;
}

export async function accountById(tx: DatabaseOrTransaction, userId: string): Promise<Account | undefined> {
  const [found] = await accounts(tx).where(eq(users.id, userId));
  return found;
}

/** The account, locked until the transaction ends: whoever changes passwords or sessions of a person does it in turn. */
export async function lockAccount(tx: DatabaseOrTransaction, userId: string): Promise<Account | undefined> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
  return accountById(tx, userId);
}

/** Why this person may not come in, `null` when nothing stands in the way. */
export function signInBlock(
  user: Pick<User, 'bannedUntil'>,
  { blockedAt, closedAt }: AccountStatus,
  now: Date,
): 'user_banned' | 'account_closed' | null {
  if (closedAt) return 'account_closed';
  return blockedAt || (user.bannedUntil && user.bannedUntil > now) ? 'user_banned' : null;
}

/** The owner was seen reading the mailbox, or the operator vouches for them. */
export const isMailboxProven = ({ mailboxProvenAt, provisionedAt }: User): boolean =>
  mailboxProvenAt !== null || provisionedAt !== null;

export const verifiedFactors = (factors: Factor[]): Factor[] =>
  factors.filter((factor) => factor.status === 'verified');

export const factorsOf = (tx: DatabaseOrTransaction, userId: string): Promise<Factor[]> =>
  tx.select().from(mfaFactors).where(eq(mfaFactors.userId, userId)).orderBy(mfaFactors.createdAt);

/** The user as the sign-in client knows it: with all factors, so that every tab sees the second step it needs. */
export async function describeUser(tx: DatabaseOrTransaction, user: User) {
  const factors = await factorsOf(tx, user.id);
  const codes = await tx.select().from(recoveryCodes).where(eq(recoveryCodes.userId, user.id)).limit(1);
  return userBody(user, [...factors.map(factorBody), ...codes.map(recoveryCodesBody)]);
}

/** The same shape for an account that does not exist: what sign-up answers to somebody else's address. */
export function userBody(user: User, factors: object[] = []) {
  const confirmed = user.emailConfirmedAt
    ? { email_confirmed_at: user.emailConfirmedAt, confirmed_at: user.emailConfirmedAt }
    : {};
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    phone: '',
    ...confirmed,
    ...(user.confirmationSentAt ? { confirmation_sent_at: user.confirmationSentAt } : {}),
    ...(user.recoverySentAt ? { recovery_sent_at: user.recoverySentAt } : {}),
    ...(user.newEmail ? { new_email: user.newEmail, email_change_sent_at: user.emailChangeSentAt } : {}),
    ...(user.lastSignInAt ? { last_sign_in_at: user.lastSignInAt } : {}),
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: user.userMetadata,
    identities: [
      {
        identity_id: user.id,
        id: user.id,
        user_id: user.id,
        identity_data: {
          sub: user.id,
          email: user.email,
          email_verified: user.emailConfirmedAt !== null,
          phone_verified: false,
        },
        provider: 'email',
        last_sign_in_at: user.lastSignInAt ?? user.createdAt,
        created_at: user.createdAt,
        updated_at: user.updatedAt,
        email: user.email,
      },
    ],
    ...(factors.length > 0 ? { factors } : {}),
    created_at: user.createdAt,
    updated_at: user.updatedAt,
    is_anonymous: false,
  };
}

/** Never the secret. */
const factorBody = (factor: Factor) => ({
  id: factor.id,
  created_at: factor.createdAt,
  updated_at: factor.updatedAt,
  status: factor.status,
  friendly_name: factor.friendlyName ?? '',
  factor_type: 'totp',
  last_challenged_at: factor.lastChallengedAt,
});

/** A person has at most one set of recovery codes, so their own id names it. */
const recoveryCodesBody = (code: typeof recoveryCodes.$inferSelect) => ({
  id: code.userId,
  created_at: code.createdAt,
  updated_at: code.createdAt,
  status: 'verified',
  friendly_name: 'Recovery codes',
  factor_type: 'recovery_code',
  last_challenged_at: null,
});
