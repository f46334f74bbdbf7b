import { and, eq, inArray } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import { profiles } from '../../accounts/schema.ts';
import type { Person } from '../../context.ts';
import type { Dependencies } from '../../dependencies.ts';
import { payouts } from '../../payouts/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { payeeLink, rewardsLink } from '../../rewards/links.ts';
import { refuseOwnStatement } from '../../rewards/own-statement.ts';
import { rewardPayees, rewardStatements } from '../../rewards/schema.ts';

type Statement = typeof rewardStatements.$inferSelect;

async function lockStatement(tx: Tx, id: string) {
  const [statement] = await tx.select().from(rewardStatements).where(eq(rewardStatements.id, id)).for('update');
  if (!statement) throw refuse('STATEMENT_OF_REWARD_GONE');
  return statement;
}

const subject = (profileId: string) => ({ kind: 'profile' as const, id: profileId });

/**
 * Not paid until it is released; its payout is stopped, and with it its tax. What the bank has already is not held. The same note again is
 * the one whose answer was lost; another one is refused, because the first stands.
 */
export async function holdStatement(tx: Tx, actor: Actor, id: string, note: string): Promise<void> {
  const { state, holdReason, holdNote, profileId, month } = await lockStatement(tx, id);
  if (state === 'held' && holdReason === 'staff' && holdNote === note) return;
  const listed = and(eq(payouts.statementId, id), eq(payouts.state, 'listed'));
  if (state !== 'payable' || (await tx.$count(payouts, listed)) > 0) throw refuse('REWARDS_CHANGED');
  await tx
    .update(payouts)
    .set({ state: 'stopped' })
    .where(and(eq(payouts.statementId, id), inArray(payouts.state, ['account', 'ready'])));
  await tx
    .update(rewardStatements)
    .set({ state: 'held', holdReason: 'staff', holdNote: note, taxRate: null, tax: null })
    .where(eq(rewardStatements.id, id));
  await record(tx, actor, { action: 'rewards.held', on: subject(profileId), after: { month, reason: note } });
}

/**
 * A company's is released with the number of its invoice, also a payable one of a viewer who became a company later; one below the smallest
 * payout enters the next statement, of whoever has closed the account it is paid as it is. The caller holds `BOOK_LOCK`, so that no month
 * that is being closed takes it for carried without its amount. Whoever was told that their statement is looked at hears that it was;
 * whoever was held at the closing and has no account is asked for one.
 */
export async function releaseStatement(
  tx: Tx,
  deps: Pick<Dependencies, 'config' | 'queue'>,
  by: Pick<Person, 'id' | 'level'>,
  actor: Actor,
  id: string,
  typed?: string,
): Promise<void> {
  const statement = await lockStatement(tx, id);
  refuseOwnStatement(statement.profileId, by);
  const { state, profileId, month, amount, carried, smallest } = statement;
  const [person] = await tx
    .select({ isCompany: profiles.isCompany, email: profiles.email, closedAt: profiles.closedAt })
    .from(profiles)
    .where(eq(profiles.id, profileId));
  const isOpen = person !== undefined && person.closedAt === null;
  const isCompany = person ? person.isCompany : statement.holdReason === 'company' || statement.invoiceNumber !== null;
  const needsInvoice = state === 'payable' && isCompany && statement.invoiceNumber === null;
  if ((state !== 'held' && !needsInvoice) || statement.holdReason === 'gone') {
    // Below the smallest payout a release leaves it carried.
    if (state === 'payable' || state === 'carried') return;
    throw refuse('REWARDS_CHANGED');
  }
  const invoiceNumber = typed || statement.invoiceNumber;
  const isCarried = isOpen && amount + carried < smallest;
  if (isCompany && !isCarried && !invoiceNumber) throw refuse('INVOICE_NUMBER_MISSING');
  await tx
    .update(rewardStatements)
    .set({ state: isCarried ? 'carried' : 'payable', holdReason: null, holdNote: '', invoiceNumber })
    .where(eq(rewardStatements.id, id));
  await record(tx, actor, {
    action: 'rewards.released',
    on: subject(profileId),
    after: { month, ...(invoiceNumber ? { invoice: invoiceNumber } : {}) },
  });
  const [payee] = await tx
    .select({ account: rewardPayees.account, taxNumber: rewardPayees.taxNumber })
    .from(rewardPayees)
    .where(eq(rewardPayees.profileId, profileId));
  const isNamed = statement.account !== null || Boolean(payee?.account);
  const lacksTaxNumber = !isCarried && isNamed && !isCompany && !payee?.taxNumber;
  if (person && state === 'held' && statement.holdReason !== 'company')
    await queueMail(tx, deps.queue, {
      to: person.email,
      profileId,
      template: 'rewards.released',
      props: {
        month,
        amount: amount + carried,
        smallest: isCarried ? smallest : null,
        lacksTaxNumber,
        link: rewardsLink(deps),
      },
    });
  if (isOpen && !isCarried && !isNamed) await askForAccount(tx, deps, statement, person.email);
  await deps.queue.send(tx, 'rewards.pay', {});
}

/** Once for a statement, as after the closing. */
async function askForAccount(
  tx: Tx,
  deps: Pick<Dependencies, 'config' | 'queue'>,
  { id, profileId, month, amount, carried }: Statement,
  email: string,
): Promise<void> {
  await queueMail(tx, deps.queue, {
    to: email,
    profileId,
    template: 'rewards.account-missing',
    props: { month, amount: amount + carried, again: false, link: payeeLink(deps) },
    idempotencyKey: `rewards.account-missing:${id}`,
  });
}
