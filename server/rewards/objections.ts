import { and, eq } from 'drizzle-orm';
import { daysLater } from '#domain/day.ts';
import { OBJECTION_ANSWER_DAYS, OBJECTION_DAYS } from '#domain/objections.ts';
import { refuse } from '#domain/refuse.ts';
import { firstDay, monthOf } from '#domain/rewards/rules.ts';
import { dayOf } from '#domain/time.ts';
import { profiles } from '../accounts/schema.ts';
import type { Person } from '../context.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { firstOpenMonth } from './enter-days.ts';
import { rewardsLink } from './links.ts';
import { refuseOwnStatement } from './own-statement.ts';
import { rewardEntries, rewardMonths, rewardObjections, rewardStatements } from './schema.ts';

interface Made {
  id: string;
  statement: string;
  text: string;
}

/** Answers with the day until which we answer. The same id again is the same objection. */
export async function submitRewardObjection(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  profileId: string,
  { id, statement, text }: Made,
): Promise<string> {
  const [found] = await tx
    .select({ month: rewardStatements.month, closedAt: rewardMonths.closedAt })
    .from(rewardStatements)
    .innerJoin(rewardMonths, eq(rewardMonths.month, rewardStatements.month))
    .where(and(eq(rewardStatements.id, statement), eq(rewardStatements.profileId, profileId)));
  if (!found) throw refuse('STATEMENT_OF_REWARD_GONE');
  const [known] = await tx.select().from(rewardObjections).where(eq(rewardObjections.statementId, statement));
  if (known?.id === id) return known.dueOn;
  if (known) throw refuse('OBJECTION_MADE');
  const madeAt = deps.now();
  if (dayOf(madeAt) > daysLater(dayOf(found.closedAt), OBJECTION_DAYS)) throw refuse('OBJECTION_LATE');
  const dueOn = daysLater(dayOf(madeAt), OBJECTION_ANSWER_DAYS);
  const written = await tx
    .insert(rewardObjections)
    .values({ id, statementId: statement, text, madeAt, dueOn })
    .onConflictDoNothing()
    .returning({ id: rewardObjections.id });
  if (written.length === 0) throw refuse('OBJECTION_MADE');
  await record(tx, actor, {
    action: 'rewards.objected',
    on: { kind: 'profile', id: profileId },
    after: { month: found.month, dueOn },
  });
  return dueOn;
}

/**
 * With what it gives or takes as a line of the first open month; the caller holds `BOOK_LOCK`. The same answer again is the one that was
 * lost; of two the first holds.
 */
export async function answerObjection(
  tx: Tx,
  deps: Dependencies,
  by: Pick<Person, 'id' | 'level'>,
  actor: Actor,
  { id, answer, correction }: { id: string; answer: string; correction: number },
): Promise<void> {
  const [found] = await tx.select().from(rewardObjections).where(eq(rewardObjections.id, id)).for('update');
  if (!found) throw refuse('OBJECTION_GONE');
  if (found.answeredAt) {
    const [line] = await tx
      .select({ amount: rewardEntries.amount })
      .from(rewardEntries)
      .where(eq(rewardEntries.objectionId, id));
    if (found.answer === answer && (line?.amount ?? 0) === correction) return;
    throw refuse('OBJECTION_ANSWERED');
  }
  const moment = deps.now();
  const [statement] = await tx.select().from(rewardStatements).where(eq(rewardStatements.id, found.statementId));
  const { profileId, month } = statement!;
  refuseOwnStatement(profileId, by);
  await tx
    .update(rewardObjections)
    .set({ answer, answeredAt: moment, answeredBy: actor.id })
    .where(eq(rewardObjections.id, id));
  if (correction !== 0)
    await tx.insert(rewardEntries).values({
      profileId,
      objectionId: id,
      banners: 0,
      tvSeconds: 0,
      amount: correction,
      moment,
      month: firstDay((await firstOpenMonth(tx)) ?? monthOf(dayOf(moment))),
    });
  await record(tx, actor, {
    action: 'rewards.objection-answered',
    on: { kind: 'profile', id: profileId },
    after: { month, amount: correction, currency: 'RSD' },
  });
  const [person] = await tx.select({ email: profiles.email }).from(profiles).where(eq(profiles.id, profileId));
  if (!person) return;
  await queueMail(tx, deps.queue, {
    to: person.email,
    profileId,
    template: 'rewards.objection-answered',
    props: { month, answer, correction, link: rewardsLink(deps) },
    idempotencyKey: `rewards.objection-answered:${id}`,
  });
}
