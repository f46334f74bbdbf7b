import { and, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { debitCreditLines, ENTITIES } from '#domain/books/accounts.ts';
import type { PayoutMatch } from '#domain/payouts/contract.ts';
import { payoutLine } from '#domain/payouts/file-copy.ts';
import { PAYEE_MAX, type PayoutState } from '#domain/payouts/rules.ts';
import { shareOf } from '#domain/refunds/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { packages } from '../../advertising/schema.ts';
import { requireBalancedStatement, statementOf } from '../../bank/entities.ts';
import { lockLine } from '../../bank/lines/claim.ts';
import { lineShowsAnyPayoutCondition } from '../../bank/lines/payout-lines.ts';
import { paymentParts, statementImports, statementLines } from '../../bank/schema.ts';
import { post } from '../../books/post.ts';
import type { Dependencies } from '../../dependencies.ts';
import { enterOrderEvent } from '../../orders/events.ts';
import { orders } from '../../orders/schema.ts';
import { refunds } from '../../payments/schema.ts';
import { payouts } from '../../payouts/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { rewardStatements } from '../../rewards/schema.ts';
import { matchOrderDocuments } from '../documents/match-order-documents.ts';
import { postRefundAndDisputeEntries } from '../payments/book-payments.ts';
import { endReturnAndNotifyPaid } from '../refunds/close-refund.ts';
import { type Returnable, returnablesOf } from '../refunds/returnables.ts';
import { updateUnspentRefunds } from '../refunds/units-of-terms.ts';
import { markRewardBounced, markRewardPaid, reopenStatement } from '../rewards/settle-reward.ts';
import { pauseRun } from '../special/pause-run.ts';
import { lockPayout, type RefundPayout } from './name-account.ts';
import { openPayout } from './open-payout.ts';
import { reinstateRefusedPayout } from './paid-after-all.ts';
import { markPartBounced, markPartPaidBack, recordPartRefused } from './pay-part.ts';

type OrderRow = typeof orders.$inferSelect;
type LineRow = typeof statementLines.$inferSelect;
/** The line that brought what is owed back. */
const came = alias(statementLines, 'came');

/** Open lines of a statement of the company that show a payout: it left, or it came back. */
export async function matchesOf(db: DatabaseOrTransaction, importId: string): Promise<PayoutMatch[]> {
  await statementOf(db, ENTITIES, importId);
  const found = await db
    .select({
      line: statementLines.id,
      position: statementLines.position,
      outgoing: statementLines.outgoing,
      order: orders.number,
      month: rewardStatements.month,
      cameOn: came.bookedOn,
      payee: payouts.payee,
      amount: payouts.amount,
      currency: payouts.currency,
    })
    .from(statementLines)
    .innerJoin(statementImports, eq(statementImports.id, statementLines.importId))
    .innerJoin(payouts, and(eq(payouts.entity, statementImports.entity), lineShowsAnyPayoutCondition))
    .leftJoin(orders, eq(orders.id, payouts.orderId))
    .leftJoin(rewardStatements, eq(rewardStatements.id, payouts.statementId))
    .leftJoin(paymentParts, eq(paymentParts.id, payouts.partId))
    .leftJoin(came, eq(came.id, paymentParts.lineId))
    .where(and(eq(statementLines.importId, importId), eq(statementLines.state, 'open')))
    .orderBy(statementLines.position, payouts.reference);
  return found.map(({ outgoing, amount, currency, month, ...one }) => ({
    ...one,
    month: month?.slice(0, 7) ?? null,
    kind: outgoing ? ('executed' as const) : ('returned' as const),
    money: { amount, currency },
  }));
}

/** Each line in a transaction of its own; what another person confirmed meanwhile is left as it is. */
export async function confirmPayouts(
  deps: Dependencies,
  actor: Actor,
  { importId, lines }: { importId: string; lines: string[] },
): Promise<{ executed: number; returned: number }> {
  await statementOf(deps.db, ENTITIES, importId);
  const done = { executed: 0, returned: 0 };
  for (const id of new Set(lines)) {
    const kind = await deps.db.transaction(async (tx) => {
      await requireBalancedStatement(tx, importId);
      const [seen] = await tx
        .select({ id: payouts.id })
        .from(statementLines)
        .innerJoin(statementImports, eq(statementImports.id, statementLines.importId))
        .innerJoin(payouts, and(eq(payouts.entity, statementImports.entity), lineShowsAnyPayoutCondition))
        .where(and(eq(statementLines.id, id), eq(statementLines.importId, importId), eq(statementLines.state, 'open')))
        .limit(1);
      if (!seen) return null;
      const locked = await lockPayout(tx, seen.id);
      const line = await lockLine(tx, id);
      const wanted: readonly PayoutState[] = line.outgoing ? ['account', 'ready', 'listed'] : ['done'];
      if (line.state !== 'open') return null;
      const isShown = wanted.includes(locked.row.state) || (await reinstateRefusedPayout(tx, locked.row, line));
      if (!isShown) return null;
      if (locked.statement) {
        const { row, statement } = locked;
        await closeFor(
          tx,
          deps,
          actor,
          line,
          payoutLine[line.outgoing ? 'executedReward' : 'returnedReward'](statement.month),
        );
        const came = line.outgoing ? markRewardPaid : markRewardBounced;
        await came(tx, deps, actor, statement, row, line);
        return line.outgoing ? 'executed' : 'returned';
      }
      if (locked.part) {
        const { row, part } = locked;
        const [first] = await tx
          .select({ cameOn: statementLines.bookedOn })
          .from(statementLines)
          .where(eq(statementLines.id, part.lineId!));
        const said = payoutLine[line.outgoing ? 'executedPart' : 'returnedPart'](first!.cameOn);
        await closeFor(tx, deps, actor, line, said);
        await (line.outgoing ? markPartPaidBack : markPartBounced)(tx, deps, actor, part, row, line);
        return line.outgoing ? 'executed' : 'returned';
      }
      const { row, order } = locked;
      return line.outgoing ? execute(tx, deps, actor, order, row, line) : bringBack(tx, deps, actor, order, row, line);
    });
    if (kind) done[kind] += 1;
  }
  return done;
}

async function closeFor(tx: Tx, deps: Dependencies, actor: Actor, { id }: LineRow, reason: string): Promise<void> {
  const decidedBy = actor.email ?? actor.id;
  await tx
    .update(statementLines)
    .set({ state: 'closed', reason, decidedBy, decidedAt: deps.now() })
    .where(eq(statementLines.id, id));
}

/** The bank paid it: the refund is done, with its credit note and mail; sent a second time, only the money is booked. */
async function execute(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  order: OrderRow,
  row: RefundPayout,
  line: LineRow,
): Promise<'executed'> {
  const { id, refundId, amount, currency } = row;
  await closeFor(tx, deps, actor, line, payoutLine.executed(order.number));
  const named =
    row.account === null
      ? {
          account: line.payerAccount,
          payee: line.payer.slice(0, PAYEE_MAX),
          namedBy: 'statement',
          namedAt: deps.now(),
        }
      : {};
  await tx
    .update(payouts)
    .set({ ...named, state: 'done', lineId: line.id, executedOn: line.bookedOn })
    .where(eq(payouts.id, id));
  await bookPayout(tx, deps, order, row, 'left');
  await record(tx, actor, {
    action: 'payouts.executed',
    on: { kind: 'order', id: order.id },
    after: { amount, currency, bookedOn: line.bookedOn },
  });
  const [refund] = await tx.select().from(orderRefunds).where(eq(orderRefunds.id, refundId)).for('update');
  if (refund!.state !== 'done') await settle(tx, deps, actor, order, refund!);
  else
    await enterOrderEvent(tx, deps.now(), actor, order.id, {
      kind: 'payout_again',
      reference: id,
      facts: { amount, currency },
    });
  return 'executed';
}

/** What went back is written down, credited and told, as of a card payment. */
async function settle(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  order: OrderRow,
  refund: typeof orderRefunds.$inferSelect,
): Promise<void> {
  const { id, paymentKey, amount, currency } = refund;
  const payment = (await returnablesOf(tx, order)).find(({ key }) => key === paymentKey);
  if (!payment) throw new Error(`refund ${id} is of a payment that cannot go back`);
  let rest = amount;
  for (const part of payment.parts) {
    const taken = Math.min(rest, part.left);
    if (taken > 0)
      await tx
        .insert(refunds)
        .values({ id: `${id}:${part.key}`, paymentKey: part.key, amount: taken, currency, succeeded: true });
    rest -= taken;
  }
  if (rest !== 0) throw new Error(`refund ${id} is more than was paid`);
  await tx.update(orderRefunds).set({ state: 'done', refundId: id }).where(eq(orderRefunds.id, id));
  if (!payment.isSurplus && order.status === 'paid') {
    const unspent = await updateUnspentRefunds(tx, order.id, refund.periodKey);
    const refunded = refundedOf(order, payment, amount, unspent);
    await tx.update(orders).set({ refunded }).where(eq(orders.id, order.id));
    if (payment.period) await tx.update(packages).set({ refunded }).where(eq(packages.id, payment.period.id));
  }
  await enterOrderEvent(tx, deps.now(), actor, order.id, {
    kind: 'refunded',
    reference: id,
    facts: { amount, currency },
  });
  for (const { key } of payment.parts) await postRefundAndDisputeEntries(tx, deps.now(), key);
  await pauseRun(tx, deps, order.id);
  const papers = payment.isSurplus ? [] : await matchOrderDocuments(tx, deps, order.id, 'refund', { id, stands: true });
  await endReturnAndNotifyPaid(tx, deps, refund, papers);
}

/**
 * What of the order's price went back with this, in its money: of months paid ahead what they are of it, to the cent, and `unspent` of
 * those that began.
 */
function refundedOf(
  { amount: price }: OrderRow,
  { paid, parts, advance }: Returnable,
  amount: number,
  unspent: number,
): number {
  if (advance) return shareOf(price, advance.months, advance.months - advance.back, advance.back) + unspent;
  const gone = parts.reduce((sum, one) => sum + one.amount - one.left, 0) + amount;
  return Math.min(price, Math.round((price * gone) / paid));
}

/** The buyer's bank sent it back: it is owed again. */
async function bringBack(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  order: OrderRow,
  row: RefundPayout,
  line: LineRow,
): Promise<'returned'> {
  await closeFor(tx, deps, actor, line, payoutLine.returned(order.number));
  await tx.update(payouts).set({ state: 'returned', returnLineId: line.id }).where(eq(payouts.id, row.id));
  await bookPayout(tx, deps, order, row, 'returned');
  await askForAnother(tx, deps, actor, order, row, 'payouts.returned');
  return 'returned';
}

/** The bank did not pay it, so no statement will show it. Said twice, once. */
export const refusePayout = (deps: Dependencies, actor: Actor, id: string): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const locked = await lockPayout(tx, id);
    const { state } = locked.row;
    if (state === 'refused') return;
    if (state !== 'listed') throw refuse('PAYOUTS_CHANGED');
    await tx.update(payouts).set({ state: 'refused' }).where(eq(payouts.id, id));
    if (locked.part) await recordPartRefused(tx, actor, locked.row);
    else if (locked.statement) await reopenStatement(tx, deps, actor, locked.statement, locked.row, 'payouts.refused');
    else await askForAnother(tx, deps, actor, locked.order, locked.row, 'payouts.refused');
  });

/** The money did not arrive: the buyer is asked for another account. */
async function askForAnother(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  order: OrderRow,
  { id, refundId, amount, currency }: RefundPayout,
  action: 'payouts.returned' | 'payouts.refused',
): Promise<void> {
  const facts = { amount, currency };
  await enterOrderEvent(tx, deps.now(), actor, order.id, { kind: 'payout_returned', reference: id, facts });
  await record(tx, actor, { action, on: { kind: 'order', id: order.id }, after: facts });
  await openPayout(tx, deps, order, { id: refundId, amount }, { again: true });
}

const bookPayout = (
  tx: Tx,
  deps: Dependencies,
  { id: concerns, profileId }: OrderRow,
  { id, entity, amount, currency }: RefundPayout,
  state: 'left' | 'returned',
) =>
  post(tx, deps.now(), [
    {
      kind: 'payout',
      reference: id,
      entity,
      currency,
      concerns,
      profileId,
      lines: state === 'left' ? debitCreditLines('owed', 'bank', amount) : {},
    },
  ]);
