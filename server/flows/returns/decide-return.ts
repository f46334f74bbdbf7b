import { and, asc, eq, inArray } from 'drizzle-orm';
import { EXCHANGE_REASON_MAX } from '#domain/fulfilment/exchanges.ts';
import { refuse } from '#domain/refuse.ts';
import { returnRecord } from '#domain/returns/record-copy.ts';
import { labelCost, possibleOutcomes, type ReturnOutcome, type ReturnState } from '#domain/returns/rules.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { IssuedDocument } from '../../documents/issue.ts';
import { buyerMailFields } from '../../orders/buyer-mail-fields.ts';
import { refreshOrder } from '../../orders/events.ts';
import type { Actor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { returns } from '../../returns/schema.ts';
import { giveBackDevice, requireNotWrittenOff } from '../../stock/move-devices.ts';
import { stockDevices } from '../../stock/schema.ts';
import { issueReturnRecord } from '../documents/issue-return-record.ts';
import { mailDocument } from '../documents/send-document.ts';
import { exchangeReturnedDevices } from '../exchanges/ask-exchange.ts';
import { askRefund, takeBackDevices } from '../refunds/ask-refund.ts';
import { listSentDevices } from '../refunds/plan.ts';
import type { OrderRow, ReturnRow } from './devices.ts';
import { resolveWithdrawalOfReturn } from './end-return.ts';
import {
  cameOn,
  hasCome,
  isFullyRefunded,
  isLostReturn,
  isToDecideAgain,
  planReturnRefund,
  withoutLabelCharge,
} from './read-returns.ts';
import { answerComplaint, lockReturn, moveReturn, returnMailProps } from './step-return.ts';

interface Decision {
  id: string;
  outcome: ReturnOutcome;
  goods: 'stock' | 'off';
  /** Our courier lost it on its way back. */
  lost: boolean;
  shown: number;
  /** Of a reduced price: how much of it goes back, minor units of the payment. */
  by?: number | undefined;
  refund: string;
  resolution: string;
}

/** What becomes of devices that came back. The same decision again is done; after a refund that did not go, it is made anew. */
export async function decideReturn(tx: Tx, deps: Dependencies, actor: Actor, said: Decision): Promise<ReturnRow> {
  const { order, row } = await lockReturn(tx, said.id);
  const { outcome, resolution } = said;
  if (row.outcome === outcome && (row.refundId === said.refund || (row.refundId === null && row.state === 'done')))
    return row;
  const isAnew = await isToDecideAgain(tx, row);
  if (!statesBefore(said).includes(row.state) && !isAnew) throw refuse('RETURN_MOVED');
  const came = isAnew && (await hasCome(tx, row));
  if (!possibleOutcomes(row, { isAnew, hasCome: came }).includes(outcome)) throw refuse('RETURN_OUTCOME_WRONG');
  const isLost = isLostReturn(row, { hasCome: came });
  const isExplained = outcome === 'money' && row.kind === 'withdrawal' && !isFullyRefunded(order) && !isLost;
  if (!isExplained && resolution === '') throw refuse('RETURN_RESOLUTION_MISSING');
  const decided =
    outcome === 'money'
      ? await giveBack(tx, deps, actor, order, row, { ...said, lost: isLost })
      : outcome === 'reduced'
        ? await reducePrice(tx, deps, actor, order, row, said)
        : await end(tx, deps, actor, row, said);
  if (outcome === 'exchanged') {
    const { serials, reason } = row;
    await exchangeReturnedDevices(tx, deps, actor, order, { serials, reason: reason.slice(0, EXCHANGE_REASON_MAX) });
  }
  // Decided anew as the same, it has its record already.
  const paper = row.outcome === outcome ? null : await recordOf(tx, deps, order, decided, said.goods);
  await notify(tx, deps, actor, order, decided, paper);
  return decided;
}

/** What is decided about for the first time has come, was lost, or stays with its buyer at a reduced price. */
function statesBefore({ outcome, lost }: Decision): readonly ReturnState[] {
  if (lost) return ['label_sent'];
  return outcome === 'reduced' ? ['requested', 'received'] : ['received'];
}

const decision = { event: 'return_decided', action: 'returns.decided' } as const;

async function giveBack(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  order: OrderRow,
  row: ReturnRow,
  { goods: wanted, lost, shown, refund, resolution }: Decision,
): Promise<ReturnRow> {
  const money = await planReturnRefund(tx, order, lost ? withoutLabelCharge(row) : row);
  const goods = lost ? 'off' : wanted;
  if (!money && isFullyRefunded(order)) return endPaidBack(tx, deps, actor, row, { goods, resolution });
  if (!money) throw refuse('RETURN_NOT_PAYABLE');
  if (money.amount !== shown) throw refuse('ORDER_CHANGED');
  await askRefund(tx, deps, actor, {
    id: refund,
    order: order.number,
    version: order.version,
    shown,
    payment: money.payment,
    scope: 'devices',
    devices: row.serials.length,
    ofReturn: { label: money.label, serials: row.serials },
    reason: row.kind,
    goods,
    serials: await stillTheirs(tx, row),
    note: resolution,
  });
  const facts: Record<string, string> = lost ? { outcome: 'money', lost: 'true' } : { outcome: 'money' };
  return waitForRefund(tx, deps, actor, row, { outcome: 'money', refundId: refund, resolution }, facts);
}

/** The devices stay with their buyer, and less than all of their price goes back. */
async function reducePrice(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  order: OrderRow,
  row: ReturnRow,
  { by = 0, refund, resolution }: Decision,
): Promise<ReturnRow> {
  const money = await planReturnRefund(tx, order, row);
  if (!money) throw refuse('RETURN_NOT_PAYABLE');
  const { amount, currency, label, payment } = money;
  if (by < 1 || by >= amount) throw refuse('RETURN_REDUCTION_WRONG', { price: { amount, currency } });
  await askRefund(tx, deps, actor, {
    id: refund,
    order: order.number,
    version: order.version,
    shown: by,
    payment,
    scope: 'amount',
    amount: by,
    ofReturn: { label, serials: row.serials },
    reason: row.kind,
    goods: 'none',
    serials: [],
    note: resolution,
  });
  const facts = { outcome: 'reduced' };
  return waitForRefund(tx, deps, actor, row, { outcome: 'reduced', refundId: refund, resolution }, facts);
}

/** Decided, or decided anew, and done when its refund is. */
async function waitForRefund(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  row: ReturnRow,
  set: Pick<ReturnRow, 'outcome' | 'refundId' | 'resolution'>,
  facts: Record<string, string>,
): Promise<ReturnRow> {
  if (row.state !== 'decided') return moveReturn(tx, deps, actor, row, { ...decision, to: 'decided', set, facts });
  const [again] = await tx.update(returns).set(set).where(eq(returns.id, row.id)).returning();
  // When its refund was entered, it was of no return yet.
  await refreshOrder(tx, deps.now(), row.orderId);
  return again!;
}

/** An earlier refund that did not go has put devices into stock, or written them off, already. */
async function stillTheirs(tx: Tx, { orderId, serials }: ReturnRow): Promise<string[]> {
  const theirs = new Set((await listSentDevices(tx, orderId)).map(({ serial }) => serial));
  return serials.filter((serial) => theirs.has(serial));
}

/** All of the money went back in another way, so only the devices are left to deal with. */
async function endPaidBack(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  row: ReturnRow,
  { goods, resolution }: Pick<Decision, 'goods' | 'resolution'>,
): Promise<ReturnRow> {
  const { orderId } = row;
  await takeBackDevices(tx, deps, actor, { orderId, goods, serials: await stillTheirs(tx, row), note: resolution });
  const set = { outcome: 'money', resolution, refundId: null } as const;
  const ended = await moveReturn(tx, deps, actor, row, { ...decision, to: 'done', set, facts: { outcome: 'money' } });
  await resolveWithdrawalOfReturn(tx, deps, ended, resolution);
  return ended;
}

async function end(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  row: ReturnRow,
  { outcome, resolution }: Decision,
): Promise<ReturnRow> {
  const set = { outcome, resolution, refundId: null };
  const ended = await moveReturn(tx, deps, actor, row, { ...decision, to: 'done', set, facts: { outcome } });
  if (row.kind === 'withdrawal') await giveBackDevices(tx, deps, actor, row);
  await resolveWithdrawalOfReturn(tx, deps, ended, resolution);
  return ended;
}

/** What was withdrawn from became ours when it came; refused, it is its buyer's again. */
async function giveBackDevices(tx: Tx, deps: Dependencies, actor: Actor, { orderId, serials }: ReturnRow) {
  await requireNotWrittenOff(tx, serials);
  const ours = await tx
    .select({ serial: stockDevices.serial })
    .from(stockDevices)
    .where(
      and(
        inArray(stockDevices.serial, serials),
        eq(stockDevices.orderId, orderId),
        eq(stockDevices.place, 'inspection'),
      ),
    )
    .orderBy(asc(stockDevices.serial));
  for (const { serial } of ours) await giveBackDevice(tx, deps, actor, serial);
}

/**
 * The record of devices that came: how they are, and what was decided. Of an exchange it is issued with the other device, and of what never
 * came there is none. Takes a number, so it is done late.
 */
async function recordOf(
  tx: Tx,
  deps: Dependencies,
  order: OrderRow,
  row: ReturnRow,
  goods: 'stock' | 'off',
): Promise<IssuedDocument | null> {
  const { kind, way, label, serials, outcome, refundId, resolution } = row;
  const receivedOn = await cameOn(tx, row);
  if (receivedOn === null || outcome === null || outcome === 'exchanged') return null;
  const isMoney = outcome === 'money';
  const isLabelTaken = isMoney && refundId !== null && label !== null && labelCost(kind, way, 'RSD', 1) > 0;
  const decision = isMoney && refundId === null ? returnRecord.paidBefore : returnRecord.decision(outcome, kind);
  // What was written off before stays so, whatever was decided.
  const off = await tx
    .select({ serial: stockDevices.serial })
    .from(stockDevices)
    .where(and(inArray(stockDevices.serial, serials), eq(stockDevices.place, 'off')));
  const goodsOf = (serial: string) => (off.some((one) => one.serial === serial) ? 'off' : goods);
  return issueReturnRecord(tx, deps, order, {
    receivedOn,
    why: kind,
    devices: serials.map((serial) => ({
      serial,
      condition: returnRecord.condition(outcome, goodsOf(serial)),
      replacedBy: null,
    })),
    decision: isLabelTaken ? `${decision} ${returnRecord.label}` : decision,
    note: resolution,
  });
}

/** Of a complaint it is the answer that is owed; of money the buyer hears when it went back, and has the record before. */
async function notify(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  order: OrderRow,
  row: ReturnRow,
  paper: IssuedDocument | null,
): Promise<void> {
  const { id, outcome, refundId, resolution } = row;
  if (await answerComplaint(tx, deps, actor, row, paper)) return;
  if (outcome === null || refundId !== null) {
    if (paper) await mailDocument(tx, deps, order, paper);
    return;
  }
  await queueMail(tx, deps.queue, {
    ...buyerMailFields(order),
    template: 'returns.decided',
    props: { ...returnMailProps(deps, order, row), outcome, resolution, record: paper?.number ?? null },
    ...(paper ? { awaits: paper.id } : {}),
    idempotencyKey: `returns.decided:${id}`,
  });
}
