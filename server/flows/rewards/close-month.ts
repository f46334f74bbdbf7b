import { and, desc, eq, sql } from 'drizzle-orm';
import { debitCreditLines } from '#domain/books/accounts.ts';
import { refuse } from '#domain/refuse.ts';
import { firstDay } from '#domain/rewards/rules.ts';
import { post } from '../../books/post.ts';
import type { Dependencies } from '../../dependencies.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { type Closing, nextToClose, previewClosing } from '../../rewards/closing.ts';
import { BOOK_LOCK, enterDays } from '../../rewards/enter-days.ts';
import { findRewardDifferences } from '../../rewards/prove.ts';
import { rewardMonths } from '../../rewards/schema.ts';
import { suspectedOwners } from '../../rewards/suspected.ts';

interface Wanted {
  month: string;
  /** What the screen said that the month comes to, para. */
  shown: number;
  /** Viewers with a suspicious TV are held. */
  holdSuspected: boolean;
}

/**
 * Closes a month, once: each viewer gets a statement, the books owe it, and nothing in it changes any more. Mails and payouts follow as
 * jobs of the same transaction. Answers with the number of viewers, whoever closed it also when asked for the same again; refused is whose
 * choice was not taken, a colleague's or their own in another tab.
 */
export const closeMonth = (deps: Dependencies, actor: Actor, wanted: Wanted): Promise<number> =>
  deps.db.transaction((tx) => close(tx, deps, actor, wanted), { lock: BOOK_LOCK });

async function close(tx: Tx, deps: Dependencies, actor: Actor, wanted: Wanted): Promise<number> {
  const month = firstDay(wanted.month);
  const now = deps.now();
  const [known] = await tx.select().from(rewardMonths).where(eq(rewardMonths.month, month));
  if (known) {
    if (known.closedBy !== actor.id || known.amount !== wanted.shown) throw refuse('REWARDS_CHANGED');
    const held = await heldAtClosing(tx, month);
    if (wanted.holdSuspected ? held === null : held) throw refuse('MONTH_CLOSED', { held: held ?? 0 });
    return known.viewers;
  }
  if ((await nextToClose(tx, now)) !== wanted.month) throw refuse('REWARDS_CHANGED');
  await enterDays(tx, now);
  const closing = await previewClosing(tx, wanted.month, now);
  const reason = closing.stops[0];
  if (reason) throw refuse('CLOSING_STOPPED', { reason });
  if ((await findRewardDifferences(tx)).length > 0) throw refuse('CLOSING_STOPPED', { reason: 'rewards_differ' });
  if (closing.amount !== wanted.shown) throw refuse('REWARDS_CHANGED');
  const suspected = wanted.holdSuspected ? await suspectedOwners(tx, month) : [];
  const statements = await writeStatements(
    tx,
    closing,
    suspected.map(({ profileId }) => profileId),
  );
  const { amount, viewers } = closing;
  await tx.insert(rewardMonths).values({ month, viewers, amount, closedAt: now, closedBy: actor.id });
  await post(
    tx,
    now,
    statements.map(({ id, profileId, amount }) => ({
      kind: 'reward',
      reference: id,
      entity: 'company',
      currency: 'RSD',
      concerns: null,
      profileId,
      lines: debitCreditLines('rewards', 'viewers', amount),
    })),
  );
  await record(tx, actor, {
    action: 'rewards.closed',
    on: { kind: 'list', id: 'rewards' },
    after: { month, rows: viewers, amount, currency: 'RSD', ...(wanted.holdSuspected && { held: suspected.length }) },
  });
  await deps.queue.send(tx, 'rewards.tell', { month });
  await deps.queue.send(tx, 'rewards.pay', {});
  return viewers;
}

/**
 * Suspicious viewers that were held when that month was closed: `null` when that was not chosen, 0 when there was nobody to hold, so that
 * either choice had done the same, or when the log has the closing no more. Only the log says.
 */
async function heldAtClosing(tx: Tx, month: string): Promise<number | null> {
  const closing = and(
    eq(auditLog.subjectId, 'rewards'),
    eq(auditLog.action, 'rewards.closed'),
    sql`${auditLog.after} ->> 'month' = ${month}`,
  );
  const [row] = await tx
    .select({ held: sql<number | null>`(${auditLog.after} ->> 'held')::int` })
    .from(auditLog)
    .where(closing)
    .orderBy(desc(auditLog.at))
    .limit(1);
  return row ? row.held : 0;
}

/** One for each viewer with a line in the month; with it comes what earlier statements carried over. */
async function writeStatements(tx: Tx, { month, smallest }: Closing, suspected: string[]) {
  const { rows } = await tx.execute<{ id: string; profileId: string; amount: number }>(sql`
    with old as (
      select profile_id, sum(amount + carried) as carried from reward_statements where state = 'carried' and carried_into is null group by 1
    ), lines as (
      select e.profile_id, sum(e.banners) as banners, sum(e.tv_seconds) as tv_seconds, sum(e.amount) as amount,
        coalesce(max(old.carried), 0) as carried
      from reward_entries e left join old using (profile_id) where e.month = ${firstDay(month)}::date group by 1
    ), decided as (
      select lines.*, y.payee, y.account, case
        when p.id is null then 'gone'
        when lines.profile_id = any(${sql.param(suspected)}::uuid[]) then 'suspected'
        when p.is_company and lines.amount + lines.carried >= ${smallest} then 'company' end as hold
      from lines left join profiles p on p.id = lines.profile_id left join reward_payees y on y.profile_id = lines.profile_id
    )
    insert into reward_statements (profile_id, month, banners, tv_seconds, amount, carried, smallest, state, hold_reason, payee, account)
    select profile_id, ${firstDay(month)}, banners, tv_seconds, amount, carried, ${smallest},
      case when hold is not null then 'held' when amount + carried < ${smallest} then 'carried' else 'payable' end,
      hold, case when account is null then '' else payee end, account
    from decided order by profile_id
    returning id, profile_id as "profileId", amount::float8 as amount`);
  await tx.execute(sql`
    update reward_statements old set carried_into = s.id from reward_statements s
    where old.profile_id = s.profile_id and s.month = ${firstDay(month)}::date and old.month < s.month
      and old.state = 'carried' and old.carried_into is null`);
  return rows;
}
