import { and, asc, eq, exists, gt, isNull, sql } from 'drizzle-orm';
import { profiles } from '../accounts/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { devices } from '../devices/schema.ts';
import { queueMails } from '../platform/mail/mail.ts';
import { payeeLink, rewardsLink } from './links.ts';
import { rewardPayees, rewardRules, rewardStatements } from './schema.ts';

const BATCH = 500;

/**
 * Each viewer gets the statement of that month by mail, and is asked for an account where there is none, or for the tax number where only
 * that is missing; not of a closed account, which is paid whatever it comes to. Once, however often it runs.
 */
export async function notifyRewardStatements(deps: Dependencies, month: string): Promise<void> {
  const link = rewardsLink(deps);
  for (let after = ''; ; ) {
    const rows = await deps.db
      .select({
        statement: rewardStatements,
        email: profiles.email,
        isOpen: sql<boolean>`${profiles.closedAt} is null`,
        hasTaxNumber: sql<boolean>`(${profiles.isCompany} or ${rewardPayees.taxNumber} is not null)`,
      })
      .from(rewardStatements)
      .innerJoin(profiles, eq(profiles.id, rewardStatements.profileId))
      .leftJoin(rewardPayees, eq(rewardPayees.profileId, rewardStatements.profileId))
      .where(and(eq(rewardStatements.month, month), after === '' ? undefined : gt(rewardStatements.id, after)))
      .orderBy(asc(rewardStatements.id))
      .limit(BATCH);
    const last = rows.at(-1);
    if (!last) return;
    after = last.statement.id;
    await deps.db.transaction(async (tx) => {
      await queueMails(
        tx,
        deps.queue,
        rows.map(
          ({
            email,
            isOpen,
            hasTaxNumber,
            statement: { id, profileId, banners, tvSeconds, amount, carried, ...one },
          }) => ({
            to: email,
            profileId,
            template: 'rewards.statement' as const,
            props: {
              month,
              banners,
              tvSeconds,
              gross: amount + carried,
              link,
              smallest: one.smallest,
              state: one.state === 'carried' && !isOpen ? ('payable' as const) : one.state,
              holdReason: one.holdReason,
              lacksTaxNumber: isOpen && one.state === 'payable' && one.account !== null && !hasTaxNumber,
            },
            idempotencyKey: `rewards.statement:${id}`,
          }),
        ),
      );
      const unnamed = rows.filter(
        ({ isOpen, statement }) => isOpen && statement.state === 'payable' && statement.account === null,
      );
      await queueMails(
        tx,
        deps.queue,
        unnamed.map(({ email, statement: { id, profileId, amount, carried } }) => ({
          to: email,
          profileId,
          template: 'rewards.account-missing' as const,
          props: { month, amount: amount + carried, again: false, link: payeeLink(deps) },
          idempotencyKey: `rewards.account-missing:${id}`,
        })),
      );
    });
  }
}

/** Whoever has a linked TV hears of a rule that was published, or recalled after that. Once each, however often it runs. */
export async function notifyRewardRule(deps: Dependencies, id: string): Promise<void> {
  const [rule] = await deps.db.select().from(rewardRules).where(eq(rewardRules.id, id));
  if (!rule) return;
  const link = rewardsLink(deps);
  const template = rule.recalledAt ? ('rewards.rule-recalled' as const) : ('rewards.rule' as const);
  const hasTv = deps.db
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.profileId, profiles.id), isNull(devices.unlinkedAt)));
  for (let after = ''; ; ) {
    const rows = await deps.db
      .select({ id: profiles.id, email: profiles.email })
      .from(profiles)
      .where(and(exists(hasTv), isNull(profiles.closedAt), after === '' ? undefined : gt(profiles.id, after)))
      .orderBy(asc(profiles.id))
      .limit(BATCH);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    await deps.db.transaction((tx) =>
      queueMails(
        tx,
        deps.queue,
        rows.map(({ id: profileId, email }) => ({
          to: email,
          profileId,
          template,
          props: { day: rule.validFrom, link },
          idempotencyKey: `${template}:${id}:${profileId}`,
        })),
      ),
    );
  }
}
