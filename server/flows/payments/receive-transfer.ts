import { and, eq, sql, sum } from 'drizzle-orm';
import { debitCreditLines, type LedgerAccount } from '#domain/books/accounts.ts';
import { type Day, daysLater } from '#domain/day.ts';
import type { Currency } from '#domain/money.ts';
import { referenceWithModel } from '#domain/orders/transfer/reference.ts';
import { dayOf } from '#domain/time.ts';
import { isCollectedByParcel } from '../../bank/of-orders.ts';
import { post } from '../../books/post.ts';
import { buyerMailFields } from '../../orders/buyer-mail-fields.ts';
import { currentPaymentRequest, type OrderClaim } from '../../orders/claims.ts';
import { enterOrderEvent } from '../../orders/events.ts';
import { monthsOrdered } from '../../orders/months-ordered.ts';
import { orderClaims, orderEvents, orders } from '../../orders/schema.ts';
import { orderPayments } from '../../payments/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { issuePeriodInvoice } from '../documents/period-documents.ts';
import { addPrepaidPackageMonths } from '../transfers/add-prepaid-package-months.ts';
import { switchToTransfer } from '../transfers/switch-to-transfer.ts';
import { issueAdvance, issueProforma } from '../transfers/transfer-papers.ts';
import {
  accountLink,
  enterSpecialPackage,
  notifyOfSale,
  type OrderRow,
  type QueueDeps,
  transferPaymentKey,
} from './enter-sale.ts';
import { lockPaymentAccess } from './payment-access.ts';

export interface IncomingTransfer {
  /** The claim that was named, also one that was replaced. */
  claimId: string;
  /** Of the statement's line: the same key is the same money. */
  key: string;
  /** Minor units. */
  amount: number;
  currency: Currency;
  bookedOn: Day;
  /** Money of an order that is over, or that is to be paid another way by now: what was ordered is sold after all. */
  revive?: boolean;
  /** The rest comes in the same transaction: nobody is asked for it. */
  isRestComing?: boolean;
}

/**
 * What came of it. `counted` went towards the order, `surplus` stays the buyer's money: of what is paid, over or of a closed account, and
 * what is not asked for in dinars, that is all of it. `missing` is what the order still waits for.
 */
export interface TransferResult {
  outcome: 'known' | 'part' | 'whole' | 'surplus';
  orderId: string;
  counted: number;
  surplus: number;
  missing: number;
}

/**
 * Money that a line of a bank statement brought for an order, in the caller's transaction and once for its key. When the order is whole, it
 * gives what a card payment gives. Papers are numbered here, so a transaction that receives several goes through them by way of `lockSeries`
 * of both kinds first ('advance', then 'invoice'); the caller holds no order's lock that another caller could take in another order.
 */
export async function receiveTransfer(
  tx: Tx,
  deps: QueueDeps,
  actor: Actor,
  { claimId, key, amount, currency, bookedOn, revive = false, isRestComing = false }: IncomingTransfer,
): Promise<TransferResult> {
  const [named] = await tx
    .select({ orderId: orderClaims.orderId })
    .from(orderClaims)
    .where(eq(orderClaims.id, claimId));
  if (!named) throw new Error(`no claim ${claimId}`);
  const { orderId } = named;
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  const known = await tx.$count(orderPayments, eq(orderPayments.key, key));
  if (known > 0) return { outcome: 'known', orderId, counted: 0, surplus: 0, missing: 0 };

  const mayPay = (await lockPaymentAccess(tx, order!.profileId)) === 'open';
  const claim =
    mayPay && order!.status !== 'paid' && currency === 'RSD' ? await claimFor(tx, deps, order!, claimId, revive) : null;
  const asked = claim ? claim.amount - (await sumOfTransfersReceived(tx, orderId)) : 0;
  const counted = Math.min(amount, asked);
  const surplus = amount - counted;
  const missing = asked - counted;
  const came = { orderId, source: 'statement', way: 'transfer', currency, at: deps.now() } as const;
  const surplusKey = counted > 0 ? `${key}:surplus` : key;
  await tx
    .insert(orderPayments)
    .values([
      ...(counted > 0 ? [{ ...came, key, amount: counted }] : []),
      ...(surplus > 0 ? [{ ...came, key: surplusKey, amount: surplus, isSurplus: true }] : []),
    ]);
  if (surplus > 0) await keepSurplus(tx, deps, actor, order!, { key: surplusKey, amount: surplus, currency });
  if (claim && missing > 0) {
    await recordPart(tx, deps, actor, order!, { claim, key, counted, missing, bookedOn });
    if (!isRestComing) await askForRest(tx, deps, order!, { claim, key, missing });
  }
  if (claim && missing === 0) await sell(tx, deps, actor, order!, { claim, key, counted, bookedOn });
  const outcome = counted === 0 ? 'surplus' : missing > 0 ? 'part' : 'whole';
  return { outcome, orderId, counted, surplus, missing };
}

/** The claim that the money counts for: the live one by transfer; where it is asked for, one that is over lives again. */
async function claimFor(
  tx: Tx,
  deps: QueueDeps,
  order: OrderRow,
  namedId: string,
  revive: boolean,
): Promise<OrderClaim | null> {
  const claim = await currentPaymentRequest(tx, order.id);
  if (claim?.way === 'transfer' && claim.state === 'live') return claim;
  // What a parcel collects is not paid for a second time: the transfer is the buyer's.
  if (!claim || !revive || (await isCollectedByParcel(tx, order.id))) return null;
  if (claim.way === 'transfer') {
    await tx.update(orderClaims).set({ state: 'live' }).where(eq(orderClaims.id, claim.id));
    return { ...claim, state: 'live' };
  }
  // It is to be paid another way by now: the terms of the old pro-forma invoice hold again.
  const [named] = await tx.select().from(orderClaims).where(eq(orderClaims.id, namedId));
  if (named?.way !== 'transfer') return null;
  const validUntil = daysLater(dayOf(deps.now()), deps.config.transfer.days);
  return switchToTransfer(tx, deps, order, { amount: named.amount, validUntil });
}

/** How much of transfers counts for an order, para. */
export async function sumOfTransfersReceived(tx: DatabaseOrTransaction, orderId: string): Promise<number> {
  const counts = and(
    eq(orderPayments.orderId, orderId),
    eq(orderPayments.way, 'transfer'),
    eq(orderPayments.isSurplus, false),
  );
  const [row] = await tx
    .select({ came: sum(orderPayments.amount) })
    .from(orderPayments)
    .where(counts);
  return Number(row!.came ?? 0);
}

async function keepSurplus(
  tx: Tx,
  deps: QueueDeps,
  actor: Actor,
  order: OrderRow,
  money: { key: string; amount: number; currency: Currency },
): Promise<void> {
  const { key, ...facts } = money;
  await enterOrderEvent(tx, deps.now(), actor, order.id, { kind: 'overpaid', reference: key, facts });
  await record(tx, actor, { action: 'orders.overpaid', on: { kind: 'order', id: order.id }, after: facts });
  await bookTransfers(tx, deps, order, 'customer', [money]);
}

/** A part has come. */
async function recordPart(
  tx: Tx,
  deps: QueueDeps,
  actor: Actor,
  order: OrderRow,
  { claim, key, counted, missing, bookedOn }: Counted & { missing: number },
): Promise<void> {
  const facts = { amount: counted, currency: claim.currency, missing, bookedOn };
  await enterOrderEvent(tx, deps.now(), actor, order.id, { kind: 'part_paid', reference: key, facts });
  await record(tx, actor, { action: 'orders.part-paid', on: { kind: 'order', id: order.id }, after: facts });
  await bookTransfers(tx, deps, order, 'customer', [{ key, amount: counted, currency: claim.currency }]);
}

/** The rest is asked for with a pro-forma invoice of its own, by the same reference, for as long as a new one. */
async function askForRest(
  tx: Tx,
  deps: QueueDeps,
  order: OrderRow,
  { claim, key, missing }: Pick<Counted, 'claim' | 'key'> & { missing: number },
): Promise<void> {
  const until = daysLater(dayOf(deps.now()), deps.config.transfer.days);
  const validUntil = until > claim.validUntil! ? until : claim.validUntil!;
  await tx.update(orderClaims).set({ validUntil }).where(eq(orderClaims.id, claim.id));
  const months = await monthsOrdered(tx, order.id);
  const proforma = await issueProforma(tx, deps, order, { ...claim, validUntil }, { gross: missing, months });
  await queueMail(tx, deps.queue, {
    ...buyerMailFields(order),
    template: 'orders.part-paid',
    props: {
      number: order.number,
      came: claim.amount - missing,
      amount: claim.amount,
      missing,
      currency: claim.currency,
      proforma: proforma.number,
      validUntil,
      link: accountLink(deps, order),
    },
    awaits: proforma.id,
    idempotencyKey: `orders.part-paid:${key}`,
  });
}

interface Counted {
  claim: OrderClaim;
  key: string;
  counted: number;
  bookedOn: Day;
}

/** The order is whole: the same as a card payment gives. */
async function sell(
  tx: Tx,
  deps: QueueDeps,
  actor: Actor,
  order: OrderRow,
  { claim, key, counted, bookedOn: lineOn }: Counted,
): Promise<void> {
  const payments = await tx.select().from(orderPayments).where(eq(orderPayments.orderId, order.id));
  const counting = payments.filter(({ isSurplus }) => !isSurplus);
  const bookedOn = await wholeOn(tx, order.id, { lineOn, counting });
  const facts = { amount: counted, currency: claim.currency, bookedOn };
  await enterOrderEvent(tx, deps.now(), actor, order.id, { kind: 'paid', reference: key, facts });
  await bookTransfers(
    tx,
    deps,
    order,
    'sales',
    counting.map((one) => ({ key: one.key, amount: one.amount!, currency: one.currency! })),
  );
  const came = { on: bookedOn, reference: referenceWithModel(claim.reference!) };
  const sold = { amount: claim.amount, currency: claim.currency };
  if (order.kind === 'package') {
    await notifyOfSale(tx, deps, actor, order, { ...sold, paper: null });
    await addPrepaidPackageMonths(tx, deps, actor, order, { claim, months: await monthsOrdered(tx, order.id), came });
    return;
  }
  const paper =
    order.kind === 'device'
      ? await issueAdvance(tx, deps, order, claim, { ...came, months: 1 })
      : await sellSpecialPackage(tx, deps, order, claim, came);
  await notifyOfSale(tx, deps, actor, order, { ...sold, paper });
}

/** The day on which the last of the money came, in whatever order its lines are confirmed. */
async function wholeOn(
  tx: Tx,
  orderId: string,
  { lineOn, counting }: { lineOn: Day; counting: { key: string }[] },
): Promise<Day> {
  const parts = await tx
    .select({ key: orderEvents.reference, on: sql<Day | null>`${orderEvents.facts} ->> 'bookedOn'` })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.kind, 'part_paid')));
  const keys = new Set(counting.map(({ key }) => key));
  const days = parts.flatMap(({ key, on }) => (on !== null && keys.has(key) ? [on] : []));
  return [lineOn, ...days].toSorted().at(-1)!;
}

async function sellSpecialPackage(
  tx: Tx,
  deps: QueueDeps,
  order: OrderRow,
  claim: OrderClaim,
  { on, reference }: { on: Day; reference: string },
) {
  const { amount, currency } = order;
  const paymentKey = transferPaymentKey(order.id);
  const period = await enterSpecialPackage(tx, deps, order, { paymentKey, amount, currency });
  const gross = claim.amount;
  return issuePeriodInvoice(tx, deps, order, period, {
    rate: order.rate,
    gross,
    from: dayOf(deps.now()),
    suppliedOn: on,
    paid: { on, how: 'transfer', amount: gross, reference },
    advances: () => [],
  });
}

/** The customer's until the order is whole, then what was sold. */
export const bookTransfers = (
  tx: Tx,
  deps: QueueDeps,
  { id, profileId }: OrderRow,
  credited: Extract<LedgerAccount, 'customer' | 'sales'>,
  payments: { key: string; amount: number; currency: string }[],
): Promise<void> =>
  post(
    tx,
    deps.now(),
    payments.map(({ key, amount, currency }) => ({
      kind: 'payment',
      reference: key,
      entity: 'company',
      currency,
      concerns: id,
      profileId,
      lines: debitCreditLines('bank', credited, amount),
    })),
  );
