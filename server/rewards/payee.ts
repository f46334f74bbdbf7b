import { and, eq, sql } from 'drizzle-orm';
import { parseAccount } from '#domain/events/payment/bank-accounts.ts';
import { isSerbianAccount, maskedAccount } from '#domain/payouts/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { isPersonalNumber } from '#domain/rewards/rules.ts';
import { profiles } from '../accounts/schema.ts';
import { decryptSecret, encryptSecret } from '../auth/factors/totp.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { DatabaseOrTransaction, Tx } from '../platform/db.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { payeeLink, rewardsLink } from './links.ts';
import { rewardPayees, rewardStatements } from './schema.ts';

/** Where rewards are paid from the next statement on, and what waits for an account. Answers with the masked account. */
export async function setPayoutAccount(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  profileId: string,
  { payee, account: typed }: { payee: string; account: string },
): Promise<string> {
  const account = parseAccount(typed);
  if (!account) throw refuse('ACCOUNT_WRONG', { reason: 'digits' });
  if (!isSerbianAccount(account)) throw refuse('ACCOUNT_WRONG', { reason: 'abroad' });
  const masked = maskedAccount(account);
  const values = { payee, account, namedAt: deps.now() };
  const [saved] = await tx
    .insert(rewardPayees)
    .values({ profileId, ...values })
    .onConflictDoUpdate({ target: rewardPayees.profileId, set: values })
    .returning({ taxNumber: rewardPayees.taxNumber });
  await record(tx, actor, { action: 'rewards.account-named', on: { kind: 'profile', id: profileId } });
  const [person] = await tx
    .select({ email: profiles.email, isCompany: profiles.isCompany })
    .from(profiles)
    .where(eq(profiles.id, profileId));
  const waiting = and(eq(rewardStatements.profileId, profileId), eq(rewardStatements.state, 'payable'));
  const lacksTaxNumber =
    !person!.isCompany && saved!.taxNumber === null && (await tx.$count(rewardStatements, waiting)) > 0;
  await queueMail(tx, deps.queue, {
    to: person!.email,
    profileId,
    template: 'rewards.account-changed',
    props: { account: masked, lacksTaxNumber, link: payeeLink(deps) },
    idempotencyKey: `rewards.account-changed:${profileId}:${values.namedAt.toISOString()}`,
  });
  await deps.queue.send(tx, 'rewards.pay', {});
  return masked;
}

const sealedFor = (profileId: string): string => `tax-number:${profileId}`;

/** The number by which tax is paid, once; nobody but accounting sees it again, also not in the mail that tells its owner. */
export async function setTaxNumber(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  profileId: string,
  typed: string,
): Promise<void> {
  const number = typed.replaceAll(/\s/g, '');
  if (!isPersonalNumber(number)) throw refuse('TAX_NUMBER_WRONG');
  await tx.insert(rewardPayees).values({ profileId }).onConflictDoNothing();
  const [known] = await tx.select().from(rewardPayees).where(eq(rewardPayees.profileId, profileId)).for('update');
  if (known!.taxNumber) {
    if (decryptSecret(deps.tokens, sealedFor(profileId), known!.taxNumber) === number) return;
    throw refuse('TAX_NUMBER_KNOWN');
  }
  const taxNumber = encryptSecret(deps.tokens, sealedFor(profileId), number);
  await tx
    .update(rewardPayees)
    .set({ taxNumber, taxNumberAt: deps.now() })
    .where(eq(rewardPayees.profileId, profileId));
  await record(tx, actor, { action: 'rewards.tax-number-named', on: { kind: 'profile', id: profileId } });
  const [person] = await tx.select({ email: profiles.email }).from(profiles).where(eq(profiles.id, profileId));
  await queueMail(tx, deps.queue, {
    to: person!.email,
    profileId,
    template: 'rewards.tax-number-named',
    props: { link: rewardsLink(deps) },
  });
  await deps.queue.send(tx, 'rewards.pay', {});
}

/**
 * Of people who are gone, of one or of all: where a reward goes that was calculated, and the number of its tax, stay until it is paid;
 * anything else goes.
 */
export async function forgetPayees(db: DatabaseOrTransaction, id?: string): Promise<void> {
  await db.execute(sql`
    delete from ${rewardPayees} where ${id === undefined ? sql`true` : eq(rewardPayees.profileId, id)}
      and not exists (select from ${profiles} where ${profiles.id} = ${rewardPayees.profileId})
      and not exists (select from ${rewardStatements} where ${rewardStatements.profileId} = ${rewardPayees.profileId}
        and ${rewardPayees.taxNumber} is not null and coalesce(${rewardStatements.account}, ${rewardPayees.account}) is not null
        and (${rewardStatements.state} = 'payable' or ${rewardStatements.holdReason} <> 'gone'
          or (${rewardStatements.state} = 'carried' and ${rewardStatements.carriedInto} is null)))`);
}

export async function taxNumberOf(
  db: DatabaseOrTransaction,
  { tokens }: Pick<Dependencies, 'tokens'>,
  profileId: string,
): Promise<string | null> {
  const [row] = await db.select().from(rewardPayees).where(eq(rewardPayees.profileId, profileId));
  return row?.taxNumber ? decryptSecret(tokens, sealedFor(profileId), row.taxNumber) : null;
}
