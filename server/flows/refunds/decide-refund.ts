import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import { dutiesFor } from '#domain/access.ts';
import { placeOfOrder } from '#domain/admin/subject-pages.ts';
import { RIGHTS_SETTLE_MS } from '#domain/bank/decisions.ts';
import { isBuyerOf } from '#domain/orders/is-buyer-of.ts';
import { type NotSecondReason, refundApprovalDeadline, SELF_APPROVAL_AFTER_MS } from '#domain/refunds/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf } from '#domain/time.ts';
import { requireFreshProof } from '../../access.ts';
import { profiles, staffDuties, staffMembers } from '../../accounts/schema.ts';
import { lockOpenSessionShared } from '../../auth/sessions/lock-with-session.ts';
import type { Person } from '../../context.ts';
import type { Dependencies } from '../../dependencies.ts';
import { enterOrderEvent } from '../../orders/events.ts';
import { orderEvents, orders } from '../../orders/schema.ts';
import { orderPayments, refunds } from '../../payments/schema.ts';
import { type Actor, record, systemActor, wasMadeAdministrator } from '../../platform/audit.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { stopPayout } from '../payouts/open-payout.ts';
import { changeRefundedMonths } from '../transfers/months-back.ts';
import { beginRefund, type RefundRow } from './ask-refund.ts';
import { returnablesOf } from './returnables.ts';
import { giveUnitsBack } from './units-of-terms.ts';

type Second = Pick<Person, 'id' | 'email' | 'level'>;
type Bought = Pick<typeof orders.$inferSelect, 'profileId' | 'email'>;

/** Why somebody may not be the second person for a request; `null` when they may. Neither who asked nor who gets the money is one. */
export async function whyNotSecondPerson(
  db: DatabaseOrTransaction,
  { now }: Pick<Dependencies, 'now'>,
  person: Second,
  order: Bought,
  asked: Pick<RefundRow, 'askedBy' | 'askedAt'>,
): Promise<NotSecondReason | null> {
  const isBuyer = isBuyerOf(order, person);
  if (asked.askedBy === person.id || isBuyer) {
    if (person.level !== 'superAdmin' || (await hasOthers(db, order, [person.id, asked.askedBy])))
      return isBuyer ? 'buyer' : 'own';
    return now().getTime() < asked.askedAt.getTime() + SELF_APPROVAL_AFTER_MS ? 'early' : null;
  }
  if (person.level === 'superAdmin') return null;
  const since = new Date(now().getTime() - RIGHTS_SETTLE_MS);
  const fresh = and(eq(staffDuties.profileId, person.id), allows, gt(staffDuties.since, since));
  const isNew = (await db.$count(staffDuties, fresh)) > 0 || (await wasMadeAdministrator(db, person.id, since));
  return isNew ? 'new' : null;
}

const allows = inArray(staffDuties.duty, [...dutiesFor('handle payments')]);

/** Whether anybody else could agree: an administrator with the duty, or one from before there were duties, whose account is open. */
async function hasOthers(db: DatabaseOrTransaction, order: Bought, than: readonly string[]): Promise<boolean> {
  const admins = await db
    .select({ id: profiles.id, email: profiles.email, member: staffMembers.profileId })
    .from(profiles)
    .leftJoin(staffMembers, eq(staffMembers.profileId, profiles.id))
    .where(and(eq(profiles.isAdmin, true), isNull(profiles.blockedAt), isNull(profiles.closedAt)));
  const given = await db.select({ id: staffDuties.profileId }).from(staffDuties).where(allows);
  const able = new Set(given.map(({ id }) => id));
  return admins.some(
    ({ member, ...one }) => !than.includes(one.id) && !isBuyerOf(order, one) && (member === null || able.has(one.id)),
  );
}

/** A second person agrees, and the money goes back. Asked twice, it goes once. */
export async function agreeToRefund(
  tx: Tx,
  deps: Dependencies,
  person: Person,
  actor: Actor,
  id: string,
): Promise<RefundRow> {
  const { row, order } = await lockRefund(tx, id);
  if (row.state === 'sending' || row.state === 'done') {
    if (row.decidedBy === person.id) return row;
    throw refuse('REFUND_DECIDED');
  }
  if (row.state !== 'asked') throw refuse('REFUND_DECIDED');
  const why = await whyNotSecondPerson(tx, deps, person, order, row);
  if (why) throw refuse('REFUND_SECOND_NEEDED', { reason: why });
  const isAlone = row.askedBy === person.id || isBuyerOf(order, person);
  if (isAlone) {
    requireFreshProof(deps, person);
    await lockOpenSessionShared(tx, person);
  }
  const payment = (await returnablesOf(tx, order)).find(({ key }) => key === row.paymentKey);
  if (!payment || payment.isDisputed) throw refuse('REFUND_OF_DISPUTE');
  await record(tx, actor, {
    action: 'refunds.agreed',
    on: { kind: 'order', id: order.id },
    after: { amount: row.amount, currency: row.currency, alone: isAlone },
  });
  const begun = await beginRefund(tx, deps, actor, order, row);
  if (isAlone)
    await queueMail(tx, deps.queue, {
      to: deps.config.superAdmin.email,
      profileId: null,
      orderId: order.id,
      template: 'refunds.agreed-alone',
      props: {
        number: order.number,
        amount: row.amount,
        currency: row.currency,
        link: deps.config.publicUrl + placeOfOrder(order.number).path,
      },
      idempotencyKey: `refunds.agreed-alone:${id}`,
    });
  return begun;
}

/** Nothing goes back; of money for an account also later, until it is in a list. */
export async function declineRefund(tx: Tx, deps: Dependencies, actor: Actor, id: string): Promise<RefundRow> {
  const { row, order } = await lockRefund(tx, id);
  if (row.state === 'declined' && row.decidedBy === actor.id) return row;
  const isStopped = row.state === 'sending' && row.way === 'account' && (await stopPayout(tx, id));
  if (row.state !== 'asked' && !isStopped) throw refuse('REFUND_DECIDED');
  return endRefund(tx, deps, actor, order, row, 'declined');
}

async function endRefund(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  order: typeof orders.$inferSelect,
  row: RefundRow,
  state: 'declined' | 'lapsed',
): Promise<RefundRow> {
  const { id, orderId, amount, currency, months } = row;
  if (months > 0) await changeRefundedMonths(tx, orderId, -months);
  await giveUnitsBack(tx, actor, order, row);
  if (order.status === 'cancelled' && row.way === 'account') await countAgain(tx, row);
  const [ended] = await tx
    .update(orderRefunds)
    .set({ state, decidedBy: actor.id, decidedAt: deps.now() })
    .where(eq(orderRefunds.id, id))
    .returning();
  await enterOrderEvent(tx, deps.now(), actor, orderId, {
    kind: state === 'declined' ? 'refund_declined' : 'refund_lapsed',
    reference: id,
    facts: { amount, currency, months },
  });
  await record(tx, actor, {
    action: `refunds.${state}`,
    on: { kind: 'order', id: orderId },
    after: { amount, currency },
  });
  return ended!;
}

/**
 * A part that came for an order that is over was the buyer's while its refund waited (`askRefund`). It counts towards the order again, which
 * a late rest makes whole, unless some of it went back.
 */
async function countAgain(tx: Tx, { orderId, paymentKey: key }: RefundRow): Promise<void> {
  const counted = and(
    eq(orderEvents.orderId, orderId),
    eq(orderEvents.kind, 'part_paid'),
    eq(orderEvents.reference, key),
  );
  if ((await tx.$count(orderEvents, counted)) === 0) return;
  if ((await tx.$count(refunds, and(eq(refunds.paymentKey, key), refunds.succeeded))) > 0) return;
  await tx.update(orderPayments).set({ isSurplus: false }).where(eq(orderPayments.key, key));
}

/** Requests that nobody agreed to in time. */
export async function lapseRefunds(deps: Dependencies): Promise<void> {
  const today = dayOf(deps.now());
  const waiting = await deps.db.select().from(orderRefunds).where(eq(orderRefunds.state, 'asked'));
  for (const { id } of waiting.filter(({ askedAt }) => refundApprovalDeadline(dayOf(askedAt)) < today))
    await deps.db.transaction(async (tx) => {
      const { row, order } = await lockRefund(tx, id);
      if (row.state === 'asked') await endRefund(tx, deps, systemActor, order, row, 'lapsed');
    });
}

/** The order first, as everybody who changes one. */
async function lockRefund(tx: Tx, id: string) {
  const [seen] = await tx.select({ orderId: orderRefunds.orderId }).from(orderRefunds).where(eq(orderRefunds.id, id));
  if (!seen) throw refuse('REFUND_GONE');
  const [order] = await tx.select().from(orders).where(eq(orders.id, seen.orderId)).for('update');
  const [row] = await tx.select().from(orderRefunds).where(eq(orderRefunds.id, id)).for('update');
  return { order: order!, row: row! };
}
