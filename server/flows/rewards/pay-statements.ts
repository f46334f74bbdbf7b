import { randomBytes } from 'node:crypto';
import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, not, or } from 'drizzle-orm';
import { LIVE_PAYOUTS } from '#domain/payouts/rules.ts';
import { taxOf } from '#domain/rewards/rules.ts';
import { dayOf } from '#domain/time.ts';
import { profiles } from '../../accounts/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { payouts } from '../../payouts/schema.ts';
import type { Tx } from '../../platform/db.ts';
import { taxRateOn } from '../../rewards/rules.ts';
import { rewardPayees, rewardStatements } from '../../rewards/schema.ts';
import { nextPayoutReference } from '../payouts/open-payout.ts';

const BATCH = 200;
/** One batch sees the payouts of the one before. */
const PAY_LOCK: [string, string] = ['rewards', 'pay'];

/**
 * Each payable statement that waits for nothing but the bank becomes a payout of the next payment order, once (`payouts_one_live_reward`).
 * Asked for by whatever may have been the last thing missing, and every night. Cut off, it goes on where it was.
 */
export async function payStatements({ db, now }: Pick<Dependencies, 'db' | 'now'>): Promise<void> {
  for (let after = ''; ; ) {
    const last = await db.transaction((tx) => payBatch(tx, now(), after), { lock: PAY_LOCK });
    if (last === null) return;
    after = last;
  }
}

/** Where the batch ended; `null`: there is nothing after it. */
async function payBatch(tx: Tx, moment: Date, after: string): Promise<string | null> {
  const rate = await taxRateOn(tx, dayOf(moment));
  const live = tx
    .select({ id: payouts.id })
    .from(payouts)
    .where(and(eq(payouts.statementId, rewardStatements.id), inArray(payouts.state, LIVE_PAYOUTS)));
  const rows = await tx
    .select({ statement: rewardStatements, payee: rewardPayees, isCompany: profiles.isCompany })
    .from(rewardStatements)
    .innerJoin(profiles, eq(profiles.id, rewardStatements.profileId))
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
          and(eq(profiles.isCompany, true), isNotNull(rewardStatements.invoiceNumber)),
          rate === null ? undefined : and(eq(profiles.isCompany, false), isNotNull(rewardPayees.taxNumber)),
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
