import { randomBytes } from 'node:crypto';
import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, not, or, sql } from 'drizzle-orm';
import { LIVE_PAYOUTS } from '#domain/payouts/rules.ts';
import { taxOf } from '#domain/rewards/rules.ts';
import { dayOf } from '#domain/time.ts';
import { profiles } from '../../accounts/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { payouts } from '../../payouts/schema.ts';
import type { Tx } from '../../platform/db.ts';
import { BOOK_LOCK } from '../../rewards/enter-days.ts';
import { taxRateOn } from '../../rewards/rules.ts';
import { rewardPayees, rewardStatements } from '../../rewards/schema.ts';
import { nextPayoutReference } from '../payouts/open-payout.ts';

const BATCH = 200;
/** Of whoever is gone, the number of an invoice says so. */
const companyCondition = sql<boolean>`coalesce(${profiles.isCompany}, ${rewardStatements.invoiceNumber} is not null)`;
/** One batch sees the payouts of the one before. */
export const PAY_LOCK: [string, string] = ['rewards', 'pay'];

/**
 * Each payable statement that waits for nothing but the bank becomes a payout of the next payment order, once (`payouts_one_live_reward`).
 * Asked for by whatever may have been the last thing missing, and every night. Cut off, it goes on where it was.
 */
export async function payStatements({ db, now }: Pick<Dependencies, 'db' | 'now'>): Promise<void> {
  // The book is not waited for, when there is nothing to take out of it.
  if ((await db.$count(rewardStatements, carriedOfClosedCondition)) > 0)
    await db.transaction(releaseCarriedOfClosed, { lock: BOOK_LOCK });
  for (let after = ''; ; ) {
    const last = await db.transaction((tx) => payBatch(tx, now(), after), { lock: PAY_LOCK });
    if (last === null) return;
    after = last;
  }
}

/**
 * Nothing more comes to whoever closed the account, so that what was below the smallest payout is paid as it is. The caller holds
 * `BOOK_LOCK`.
 */
async function releaseCarriedOfClosed(tx: Tx): Promise<void> {
  await tx.update(rewardStatements).set({ state: 'payable' }).where(carriedOfClosedCondition);
}
const carriedOfClosedCondition = sql`${rewardStatements.state} = 'carried' and ${rewardStatements.carriedInto} is null
  and ${rewardStatements.profileId} in (
    select ${profiles.id} from ${profiles} where ${profiles.closedAt} is not null
    union select ${rewardPayees.profileId} from ${rewardPayees}
      where not exists (select from ${profiles} where ${profiles.id} = ${rewardPayees.profileId}))`;

/** Where the batch ended; `null`: there is nothing after it. */
async function payBatch(tx: Tx, moment: Date, after: string): Promise<string | null> {
  const rate = await taxRateOn(tx, dayOf(moment));
  const live = tx
    .select({ id: payouts.id })
    .from(payouts)
    .where(and(eq(payouts.statementId, rewardStatements.id), inArray(payouts.state, LIVE_PAYOUTS)));
  const rows = await tx
    .select({ statement: rewardStatements, payee: rewardPayees, isCompany: companyCondition })
    .from(rewardStatements)
    .leftJoin(profiles, eq(profiles.id, rewardStatements.profileId))
    .leftJoin(rewardPayees, eq(rewardPayees.profileId, rewardStatements.profileId))
    .where(
      and(
        eq(rewardStatements.state, 'payable'),
        after === '' ? undefined : gt(rewardStatements.id, after),
        not(exists(live)),
        or(
          isNotNull(rewardStatements.account),
          and(
            isNotNull(rewardPayees.account),
            or(isNull(rewardStatements.returnedAt), gt(rewardPayees.namedAt, rewardStatements.returnedAt)),
          ),
        ),
        // Whoever became a company after the closing sends an invoice like any other.
        or(
          and(companyCondition, isNotNull(rewardStatements.invoiceNumber)),
          rate === null ? undefined : and(not(companyCondition), isNotNull(rewardPayees.taxNumber)),
        ),
      ),
    )
    .orderBy(asc(rewardStatements.id))
    .limit(BATCH)
    .for('update', { of: rewardStatements });
  for (const { statement, payee, isCompany } of rows) {
    const named = statement.account === null ? payee! : statement;
    const gross = statement.amount + statement.carried;
    const withheld = isCompany ? 0 : rate!;
    const tax = taxOf(gross, withheld);
    await tx
      .update(rewardStatements)
      .set({ account: named.account, payee: named.payee, taxRate: withheld, tax })
      .where(eq(rewardStatements.id, statement.id));
    await tx.insert(payouts).values({
      statementId: statement.id,
      amount: gross - tax,
      state: 'ready' as const,
      createdAt: moment,
      payee: named.payee,
      account: named.account,
      namedBy: 'viewer',
      namedAt: payee?.namedAt ?? moment,
      reference: await nextPayoutReference(tx, Number(dayOf(moment).slice(0, 4))),
      token: randomBytes(16).toString('base64url'),
    });
  }
  return rows.length < BATCH ? null : rows.at(-1)!.statement.id;
}
