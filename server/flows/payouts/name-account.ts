import { eq } from 'drizzle-orm';
import { parseAccount } from '#domain/events/payment/bank-accounts.ts';
import { isSerbianAccount, type PayoutState } from '#domain/payouts/rules.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { enterOrderEvent } from '../../orders/events.ts';
import { orders } from '../../orders/schema.ts';
import { payouts } from '../../payouts/schema.ts';
import { type Actor, record, visitorActor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';

export type PayoutRow = typeof payouts.$inferSelect;

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
  if (ENDED.includes(row.state)) throw refuse('PAYOUT_LINK_ENDED');
  const actor = order.profileId ? { id: order.profileId } : visitorActor;
  return nameAccount(tx, deps, actor, row, { ...named, by: 'buyer' });
}

/** The buyer told staff where the money shall go. */
export async function nameByStaff(tx: Tx, deps: Dependencies, actor: Actor, { id, ...named }: Named & { id: string }) {
  const { row } = await lockPayout(tx, id);
  if (ENDED.includes(row.state)) throw refuse('PAYOUT_GONE');
  return nameAccount(tx, deps, actor, row, { ...named, by: 'staff' });
}

async function nameAccount(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  row: PayoutRow,
  { payee, account: typed, by }: Named & { by: 'buyer' | 'staff' },
): Promise<PayoutRow> {
  const account = parseAccount(typed);
  if (!account) throw refuse('ACCOUNT_WRONG', { reason: 'digits' });
  if (!isSerbianAccount(account)) throw refuse('ACCOUNT_WRONG', { reason: 'abroad' });
  if (row.account === account && row.payee === payee) return row;
  if (row.state !== 'account' && row.state !== 'ready') throw refuse('PAYOUT_LISTED');
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
  return named!;
}

/** The order first, as everybody who changes one. */
export async function lockPayout(tx: Tx, id: string) {
  const [seen] = await tx.select({ orderId: payouts.orderId }).from(payouts).where(eq(payouts.id, id));
  if (!seen) throw refuse('PAYOUT_GONE');
  const [order] = await tx.select().from(orders).where(eq(orders.id, seen.orderId)).for('update');
  const [row] = await tx.select().from(payouts).where(eq(payouts.id, id)).for('update');
  return { order: order!, row: row! };
}
