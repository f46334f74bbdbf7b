import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { company } from '#domain/company.ts';
import { formatAccount, parseAccount } from '#domain/events/payment/bank-accounts.ts';
import { payoutFile } from '#domain/payouts/file-copy.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf } from '#domain/time.ts';
import { restores } from '../../backup/schema.ts';
import { paymentParts, statementLines } from '../../bank/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { enterOrderEvent } from '../../orders/events.ts';
import { orders } from '../../orders/schema.ts';
import { paymentOrderXml, sha256Of } from '../../payouts/payment-order.ts';
import { payoutLists, payouts } from '../../payouts/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { csvLines } from '../../platform/spreadsheet.ts';
import { rewardStatements } from '../../rewards/schema.ts';

type PayoutList = typeof payoutLists.$inferSelect;

interface Wanted {
  id: string;
  payouts: string[];
  shown: number;
}

/**
 * Chosen payouts become a payment order of the company, which never changes. The same id again is the same list; one that is in another
 * list, or waits for its account again, refuses all of them.
 */
export async function exportPayouts(tx: Tx, deps: Dependencies, actor: Actor, wanted: Wanted): Promise<PayoutList> {
  const ids = [...new Set(wanted.payouts)];
  const purposes = await lockWhatIsPaid(tx, ids);
  const [known] = await tx.select().from(payoutLists).where(eq(payoutLists.id, wanted.id));
  if (known) return known;
  await refuseUnchecked(tx);
  const rows = await tx
    .select()
    .from(payouts)
    .where(and(inArray(payouts.id, ids), eq(payouts.state, 'ready')))
    .orderBy(asc(payouts.createdAt), asc(payouts.id))
    .for('update');
  const total = rows.reduce((sum, { amount }) => sum + amount, 0);
  if (rows.length !== ids.length || total !== wanted.shown) throw refuse('PAYOUTS_CHANGED');
  const moment = deps.now();
  const payer = { name: company.legalName, account: parseAccount(deps.config.transfer.account)! };
  const values = { id: wanted.id, entity: 'company', currency: 'RSD', account: payer.account, total } as const;
  const exported = { payouts: rows.length, exportedBy: actor.id, exportedAt: moment };
  // The list's number is in its own file.
  const [begun] = await tx
    .insert(payoutLists)
    .values({ ...values, ...exported, xml: '', csv: '', sha256: '' })
    .returning({ number: payoutLists.number });
  const { number } = begun!;
  const { xml, csv } = filesOf({ number, moment, payer, rows, purposes });
  const [list] = await tx
    .update(payoutLists)
    .set({ xml, csv, sha256: sha256Of(xml) })
    .where(eq(payoutLists.id, wanted.id))
    .returning();
  await tx.update(payouts).set({ state: 'listed', listId: wanted.id }).where(inArray(payouts.id, ids));
  for (const { id, orderId, amount, currency } of rows)
    if (orderId !== null)
      await enterOrderEvent(tx, moment, actor, orderId, {
        kind: 'payout_listed',
        reference: id,
        facts: { amount, currency, list: number },
      });
  await record(tx, actor, {
    action: 'payouts.exported',
    on: { kind: 'list', id: 'payouts' },
    after: { rows: rows.length, number, amount: total, currency: 'RSD' },
  });
  return list!;
}

/** Locks the orders, statements and parts that are paid out; the purpose of each by its id. */
async function lockWhatIsPaid(tx: Tx, ids: string[]): Promise<ReadonlyMap<string, string>> {
  const orderOf = tx.select({ id: payouts.orderId }).from(payouts).where(inArray(payouts.id, ids));
  const concerned = await tx
    .select({ id: orders.id, number: orders.number })
    .from(orders)
    .where(inArray(orders.id, orderOf))
    .orderBy(orders.id)
    .for('update');
  const statementOf = tx.select({ id: payouts.statementId }).from(payouts).where(inArray(payouts.id, ids));
  const statements = await tx
    .select({ id: rewardStatements.id, month: rewardStatements.month })
    .from(rewardStatements)
    .where(inArray(rewardStatements.id, statementOf))
    .orderBy(rewardStatements.id)
    .for('update');
  const partOf = tx.select({ id: payouts.partId }).from(payouts).where(inArray(payouts.id, ids));
  const parts = await tx
    .select({ id: paymentParts.id, cameOn: statementLines.bookedOn })
    .from(paymentParts)
    .innerJoin(statementLines, eq(statementLines.id, paymentParts.lineId))
    .where(inArray(paymentParts.id, partOf))
    .orderBy(paymentParts.id)
    .for('update', { of: paymentParts });
  return new Map([
    ...concerned.map(({ id, number }) => [id, payoutFile.purpose(number)] as const),
    ...statements.map(({ id, month }) => [id, payoutFile.reward(month)] as const),
    ...parts.map(({ id, cameOn }) => [id, payoutFile.part(cameOn)] as const),
  ]);
}

interface Content {
  number: number;
  moment: Date;
  payer: { name: string; account: string };
  rows: readonly (typeof payouts.$inferSelect)[];
  purposes: ReadonlyMap<string, string>;
}

/** The payment order, for the bank and for reading. */
function filesOf({ number, moment, payer, rows, purposes }: Content) {
  const payments = rows.map(({ reference, amount, payee, account, orderId, statementId, partId }) => ({
    reference,
    amount,
    payee,
    account: account!,
    purpose: purposes.get(orderId ?? statementId ?? partId!)!,
  }));
  const xml = paymentOrderXml({ number, moment, day: dayOf(moment), payer, payments });
  const csv = csvLines([
    payoutFile.heads,
    ...payments.map(({ reference, amount, payee, account, purpose }) => [
      ...[payee, formatAccount(account), { amount }, 'RSD', purpose],
      `97 ${reference}`,
    ]),
  ]);
  return { xml, csv };
}

/** A shop that came from an archive does not know what the bank paid since, until whoever resumes it has looked. */
async function refuseUnchecked(tx: Tx): Promise<void> {
  const asked = and(isNull(restores.resumedAt), isNull(restores.payouts));
  if ((await tx.$count(restores, asked)) > 0) throw refuse('SERVICE_UNAVAILABLE', { seconds: 60 });
}
