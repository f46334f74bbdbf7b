import { and, asc, eq, inArray, notExists } from 'drizzle-orm';
import { LIVE_PAYOUTS } from '#domain/payouts/rules.ts';
import { profiles } from '../../accounts/schema.ts';
import type { statementLines } from '../../bank/schema.ts';
import { post } from '../../books/post.ts';
import type { Dependencies } from '../../dependencies.ts';
import { payouts } from '../../payouts/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { payeeLink, rewardsLink } from '../../rewards/links.ts';
import { rewardPayees, rewardStatements } from '../../rewards/schema.ts';

type Statement = typeof rewardStatements.$inferSelect;
type Payout = typeof payouts.$inferSelect;
type Line = typeof statementLines.$inferSelect;

const on = ({ profileId }: Statement) => ({ kind: 'profile' as const, id: profileId });

/** The bank paid a viewer: net to the account, the tax is owed to the state. The caller holds statement and payout. */
export async function markRewardPaid(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  statement: Statement,
  row: Payout,
  line: Line,
): Promise<void> {
  const { amount, currency } = row;
  const executedOn = line.bookedOn;
  await tx.update(payouts).set({ state: 'done', lineId: line.id, executedOn }).where(eq(payouts.id, row.id));
  await tx
    .update(rewardStatements)
    .set({ state: 'paid', paidOn: executedOn })
    .where(eq(rewardStatements.id, statement.id));
  // Also where it was withheld before the statement waited anew.
  const tax = statement.amount + statement.carried - amount;
  await book(tx, deps, statement, row, { viewers: amount + tax, bank: -amount, ...(tax ? { tax: -tax } : {}) });
  await record(tx, actor, {
    action: 'payouts.executed',
    on: on(statement),
    after: { amount, currency, bookedOn: executedOn! },
  });
  const [person] = await tx
    .select({ email: profiles.email })
    .from(profiles)
    .where(eq(profiles.id, statement.profileId));
  if (!person) return;
  await queueMail(tx, deps.queue, {
    to: person.email,
    profileId: statement.profileId,
    template: 'rewards.paid',
    props: { month: statement.month, amount, day: executedOn, link: rewardsLink(deps) },
    idempotencyKey: `rewards.paid:${row.id}`,
  });
}

/** The viewer's bank sent it back: it is owed again, another account is asked for, and no later reward goes where it came back from. */
export async function markRewardBounced(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  statement: Statement,
  row: Payout,
  line: Line,
): Promise<void> {
  await tx.update(payouts).set({ state: 'returned', returnLineId: line.id }).where(eq(payouts.id, row.id));
  await book(tx, deps, statement, row, {});
  await leaveAccount(tx, deps, statement, row);
  await reopenStatement(tx, deps, actor, statement, row, 'payouts.returned');
}

/** What would go to the account from which a reward came back, now or once it is released, and is not with the bank yet, waits for another one. */
async function leaveAccount(
  tx: Tx,
  { queue }: Pick<Dependencies, 'queue'>,
  { profileId }: Statement,
  { account }: Payout,
): Promise<void> {
  if (account === null) return;
  await tx
    .update(rewardPayees)
    .set({ account: null })
    .where(and(eq(rewardPayees.profileId, profileId), eq(rewardPayees.account, account)));
  const waiting = await tx
    .select({ id: rewardStatements.id })
    .from(rewardStatements)
    .where(
      and(
        eq(rewardStatements.profileId, profileId),
        eq(rewardStatements.account, account),
        inArray(rewardStatements.state, ['payable', 'held']),
      ),
    )
    .orderBy(asc(rewardStatements.id))
    .for('update');
  if (waiting.length === 0) return;
  const ids = waiting.map(({ id }) => id);
  await tx
    .update(payouts)
    .set({ state: 'stopped' })
    .where(and(inArray(payouts.statementId, ids), eq(payouts.state, 'ready')));
  const live = tx
    .select({ id: payouts.id })
    .from(payouts)
    .where(and(eq(payouts.statementId, rewardStatements.id), inArray(payouts.state, LIVE_PAYOUTS)));
  await tx
    .update(rewardStatements)
    .set({ account: null, payee: '', taxRate: null, tax: null })
    .where(and(inArray(rewardStatements.id, ids), notExists(live)));
  // They may have named another one meanwhile.
  await queue.send(tx, 'rewards.pay', {});
}

/** The money did not arrive: the statement waits for an account that is named from now on, and its tax is that of the next payout. */
export async function reopenStatement(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  statement: Statement,
  { id, amount, currency }: Payout,
  action: 'payouts.returned' | 'payouts.refused',
): Promise<void> {
  await tx
    .update(rewardStatements)
    .set({
      state: 'payable',
      paidOn: null,
      account: null,
      payee: '',
      returnedAt: deps.now(),
      taxRate: null,
      tax: null,
    })
    .where(eq(rewardStatements.id, statement.id));
  await record(tx, actor, { action, on: on(statement), after: { amount, currency } });
  const [person] = await tx
    .select({ email: profiles.email })
    .from(profiles)
    .where(eq(profiles.id, statement.profileId));
  if (!person) return;
  await queueMail(tx, deps.queue, {
    to: person.email,
    profileId: statement.profileId,
    template: 'rewards.account-missing',
    props: {
      month: statement.month,
      amount,
      again: true,
      link: payeeLink(deps),
    },
    idempotencyKey: `rewards.account-missing:${id}`,
  });
}

const book = (tx: Tx, deps: Dependencies, { profileId }: Statement, { id, entity, currency }: Payout, lines: object) =>
  post(tx, deps.now(), [{ kind: 'payout', reference: id, entity, currency, concerns: null, profileId, lines }]);
