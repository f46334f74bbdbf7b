import { eq } from 'drizzle-orm';
import { parseAccount } from '#domain/events/payment/bank-accounts.ts';
import { pages } from '#domain/pages.ts';
import { isSerbianAccount, maskedAccount, type PayoutState } from '#domain/payouts/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { paymentParts } from '../../bank/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { buyerMailFields, requestedMailFields } from '../../orders/buyer-mail-fields.ts';
import { enterOrderEvent } from '../../orders/events.ts';
import { orders } from '../../orders/schema.ts';
import { payouts } from '../../payouts/schema.ts';
import { type Actor, record, visitorActor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { rewardStatements } from '../../rewards/schema.ts';
import type { PartPayout } from './pay-part.ts';

export type PayoutRow = typeof payouts.$inferSelect;
/** Of an order's refund. */
export type RefundPayout = PayoutRow & { refundId: string; orderId: string };
/** Of a viewer's statement. */
export type RewardPayout = PayoutRow & { statementId: string };
type Locked =
  | { row: RefundPayout; order: typeof orders.$inferSelect; statement: null; part: null }
  | { row: RewardPayout; order: null; statement: typeof rewardStatements.$inferSelect; part: null }
  | { row: PartPayout; order: null; statement: null; part: typeof paymentParts.$inferSelect };

/** Another one took its place, or none. */
const ENDED: readonly PayoutState[] = ['stopped', 'returned', 'refused'];

interface Named {
  payee: string;
  account: string;
}

/** Whoever has the mailed link says where the money shall go, until it is in a list. */
export async function nameByLink(tx: Tx, deps: Dependencies, { token, ...named }: Named & { token: string }) {
  const [seen] = await tx.select({ id: payouts.id }).from(payouts).where(eq(payouts.token, token));
  if (!seen) throw refuse('PAYOUT_LINK_ENDED');
  const { row, order } = await lockPayout(tx, seen.id);
  if (!order || ENDED.includes(row.state)) throw refuse('PAYOUT_LINK_ENDED');
  const actor = order.profileId ? { id: order.profileId } : visitorActor;
  return nameAccount(tx, deps, actor, { row, order }, { ...named, by: 'buyer' });
}

/** The buyer told staff where the money shall go, who do not write over what they have not seen. */
export async function nameByStaff(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { id, seen, ...named }: Named & { id: string; seen: string | null },
) {
  const { row, order } = await lockPayout(tx, id);
  if (!order || ENDED.includes(row.state)) throw refuse('PAYOUT_GONE');
  return nameAccount(tx, deps, actor, { row, order }, { ...named, by: 'staff', over: seen && parseAccount(seen) });
}

/** The buyer is mailed each account that is named and each that takes its place, or a thief's would stay unknown until it is paid. */
async function nameAccount(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { row, order }: { row: RefundPayout; order: typeof orders.$inferSelect },
  { payee, account: typed, by, over = row.account }: Named & { by: 'buyer' | 'staff'; over?: string | null },
): Promise<PayoutRow> {
  const account = parseAccount(typed);
  if (!account) throw refuse('ACCOUNT_WRONG', { reason: 'digits' });
  if (!isSerbianAccount(account)) throw refuse('ACCOUNT_WRONG', { reason: 'abroad' });
  if (row.account === account && row.payee === payee) return row;
  if (row.state !== 'account' && row.state !== 'ready') throw refuse('PAYOUT_LISTED');
  if (row.account !== over) throw refuse('PAYOUT_ACCOUNT_CHANGED');
  const namedAt = deps.now();
  const [named] = await tx
    .update(payouts)
    .set({ state: 'ready', payee, account, namedBy: by === 'buyer' ? by : actor.id, namedAt })
    .where(eq(payouts.id, row.id))
    .returning();
  await enterOrderEvent(tx, namedAt, actor, row.orderId, {
    kind: 'payout_account',
    reference: `${row.id}:${namedAt.toISOString()}`,
    facts: { amount: row.amount, currency: row.currency, by },
  });
  await record(tx, actor, {
    action: 'payouts.account-named',
    on: { kind: 'order', id: row.orderId },
    after: { amount: row.amount, currency: row.currency, by },
  });
  await queueMail(tx, deps.queue, {
    ...(by === 'buyer' ? await requestedMailFields(tx, deps, order) : buyerMailFields(order)),
    template: 'payouts.account-named',
    props: {
      number: order.number,
      amount: row.amount,
      currency: row.currency,
      account: maskedAccount(account),
      by,
      link: deps.config.publicUrl + pages.accountOrder.path.replace(':number', String(order.number)),
    },
  });
  return named!;
}

/** The order, the statement or what is owed first, as everybody who changes one. */
export async function lockPayout(tx: Tx, id: string): Promise<Locked> {
  const of = { orderId: payouts.orderId, statementId: payouts.statementId, partId: payouts.partId };
  const [seen] = await tx.select(of).from(payouts).where(eq(payouts.id, id));
  if (!seen) throw refuse('PAYOUT_GONE');
  if (seen.orderId !== null) {
    const [order] = await tx.select().from(orders).where(eq(orders.id, seen.orderId)).for('update');
    const [row] = await tx.select().from(payouts).where(eq(payouts.id, id)).for('update');
    return { row: row as RefundPayout, order: order!, statement: null, part: null };
  }
  if (seen.partId !== null) {
    const [part] = await tx.select().from(paymentParts).where(eq(paymentParts.id, seen.partId)).for('update');
    const [row] = await tx.select().from(payouts).where(eq(payouts.id, id)).for('update');
    return { row: row as PartPayout, order: null, statement: null, part: part! };
  }
  const [statement] = await tx
    .select()
    .from(rewardStatements)
    .where(eq(rewardStatements.id, seen.statementId!))
    .for('update');
  const [row] = await tx.select().from(payouts).where(eq(payouts.id, id)).for('update');
  return { row: row as RewardPayout, order: null, statement: statement!, part: null };
}
