import { and, eq, gte, isNotNull, lt, lte, notExists } from 'drizzle-orm';
import { daysLater } from '#domain/day.ts';
import { parseAccount } from '#domain/events/payment/bank-accounts.ts';
import { isLapsed } from '#domain/orders/transfer/transfer.ts';
import { pages } from '#domain/pages.ts';
import { dayOf } from '#domain/time.ts';
import { profiles } from '../../accounts/schema.ts';
import { isNamedByOpenLine, lastStatementDay } from '../../bank/of-orders.ts';
import type { Dependencies } from '../../dependencies.ts';
import { buyerMailFields } from '../../orders/buyer-mail-fields.ts';
import { enterOrderEvent } from '../../orders/events.ts';
import { orderClaims, orders } from '../../orders/schema.ts';
import { record, systemActor } from '../../platform/audit.ts';
import type { Database, Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import type { OrderRow, QueueDeps } from '../payments/enter-sale.ts';
import { sumOfTransfersReceived } from '../payments/receive-transfer.ts';
import { orderPageLink, proformaMailProps } from './send-proforma.ts';
import { newestPaper } from './transfer-papers.ts';

/** Orders that wait for a transfer, with what is asked for them. */
const waiting = (db: Pick<Database, 'select'>, which: ReturnType<typeof and>) =>
  db
    .select({ order: orders, claim: orderClaims })
    .from(orders)
    .innerJoin(orderClaims, and(eq(orderClaims.orderId, orders.id), eq(orderClaims.state, 'live')))
    .where(and(eq(orders.status, 'pending'), eq(orderClaims.way, 'transfer'), which));

/** Every hour of the day: whoever has until tomorrow is reminded, once for each last day. */
export async function remindOfTransfers(deps: Dependencies): Promise<void> {
  const today = dayOf(deps.now());
  const ending = and(
    gte(orderClaims.validUntil, today),
    lte(orderClaims.validUntil, daysLater(today, 1)),
    // What a blocked account pays is only kept for it.
    notExists(
      deps.db
        .select({ id: profiles.id })
        .from(profiles)
        .where(and(eq(profiles.id, orders.profileId), isNotNull(profiles.blockedAt))),
    ),
  );
  for (const { order, claim } of await waiting(deps.db, ending)) {
    const key = `orders.proforma-ending:${claim.id}:${claim.validUntil}`;
    if (claim.validUntil === today || (await isNamedByOpenLine(deps.db, claim.reference!))) continue;
    const paper = await newestPaper(deps.db, order.id, 'proforma');
    await deps.db.transaction((tx) =>
      queueMail(tx, deps.queue, {
        ...buyerMailFields(order),
        template: 'orders.proforma-ending',
        props: {
          ...proformaMailProps(paper!, order.number),
          validUntil: claim.validUntil!,
          link: orderPageLink(deps, order),
        },
        idempotencyKey: key,
      }),
    );
  }
}

/**
 * Every hour: what was not paid until its last day is over, once a statement of the account that it is paid to has shown that day, or the
 * banks had three days to send one.
 * Nothing of what a part was paid for, or what a payment names, or is held for, that nobody has decided about: that is for a person.
 */
export async function lapseTransfers(deps: Dependencies): Promise<void> {
  const today = dayOf(deps.now());
  const stated = await lastStatementDay(deps.db, parseAccount(deps.config.transfer.account)!);
  for (const { order, claim } of await waiting(deps.db, lt(orderClaims.validUntil, today))) {
    if (!isLapsed({ validUntil: claim.validUntil!, today, stated }, deps.config.transfer.holidays)) continue;
    await deps.db.transaction((tx) => lapse(tx, deps, order.id, claim.id));
  }
}

async function lapse(tx: Tx, deps: QueueDeps, orderId: string, claimId: string): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  const [claim] = await tx.select().from(orderClaims).where(eq(orderClaims.id, claimId));
  const isOver = order?.status === 'pending' && claim?.state === 'live' && claim.validUntil! < dayOf(deps.now());
  if (!isOver || (await sumOfTransfersReceived(tx, orderId)) > 0 || (await isNamedByOpenLine(tx, claim.reference!)))
    return;
  const { validUntil } = claim;
  await tx.update(orderClaims).set({ state: 'lapsed' }).where(eq(orderClaims.id, claimId));
  await enterOrderEvent(tx, deps.now(), systemActor, orderId, {
    kind: 'lapsed',
    reference: `${claimId}:${validUntil}`,
    facts: { validUntil },
  });
  await record(tx, systemActor, {
    action: 'orders.lapsed',
    on: { kind: 'order', id: orderId },
    before: { status: 'pending' },
    after: { status: 'cancelled', validUntil },
  });
  await notifyLapsed(tx, deps, order, validUntil!);
}

const notifyLapsed = (tx: Tx, deps: QueueDeps, order: OrderRow, validUntil: string) =>
  queueMail(tx, deps.queue, {
    ...buyerMailFields(order),
    template: 'orders.lapsed',
    props: { number: order.number, validUntil, link: `${deps.config.publicUrl}${pages.account.path}#narudzbine` },
    idempotencyKey: `orders.lapsed:${order.id}:${validUntil}`,
  });
