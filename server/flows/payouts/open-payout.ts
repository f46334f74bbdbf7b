import { randomBytes } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { referencesIn } from '#domain/events/payment/reference.ts';
import { orderReferencesIn } from '#domain/orders/transfer/reference.ts';
import { pages } from '#domain/pages.ts';
import { payoutReference } from '#domain/payouts/rules.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { buyerMailFields } from '../../orders/buyer-mail-fields.ts';
import type { orders } from '../../orders/schema.ts';
import { payouts } from '../../payouts/schema.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import type { orderRefunds } from '../../refunds/schema.ts';

const TOKEN_BYTES = 16;

/** A refund waits for the account it shall go to, and the buyer is asked for it. The caller holds the order. */
export async function openPayout(
  tx: Tx,
  deps: Dependencies,
  order: typeof orders.$inferSelect,
  { id: refundId, amount }: Pick<typeof orderRefunds.$inferSelect, 'id' | 'amount'>,
  { again = false }: { again?: boolean } = {},
): Promise<void> {
  const moment = deps.now();
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const reference = await nextPayoutReference(tx, Number(dayOf(moment).slice(0, 4)));
  const [payout] = await tx
    .insert(payouts)
    .values({ refundId, orderId: order.id, amount, reference, token, createdAt: moment })
    .returning();
  await queueMail(tx, deps.queue, {
    ...buyerMailFields(order),
    template: 'payouts.account',
    props: {
      number: order.number,
      amount,
      currency: 'RSD',
      again,
      link: deps.config.publicUrl + pages.payout.path.replace(':token', token),
    },
    idempotencyKey: `payouts.account:${payout!.id}`,
  });
}

/** Names a new payout, so that no other reference is read into it. */
export async function nextPayoutReference(tx: Tx, year: number): Promise<string> {
  for (;;) {
    const { rows } = await tx.execute<{ number: string }>(sql`select nextval('payout_numbers') as number`);
    const reference = payoutReference(year, Number(rows[0]!.number));
    if (orderReferencesIn(reference).length === 0 && referencesIn(reference).length === 0) return reference;
  }
}

/** What was not handed to the bank yet never goes. `false`: it was, or there is none. The caller holds the order. */
export async function stopPayout(tx: Tx, refundId: string): Promise<boolean> {
  const stopped = await tx
    .update(payouts)
    .set({ state: 'stopped' })
    .where(and(eq(payouts.refundId, refundId), inArray(payouts.state, ['account', 'ready'])))
    .returning({ id: payouts.id });
  return stopped.length > 0;
}
