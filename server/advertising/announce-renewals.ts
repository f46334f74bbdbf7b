import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm';
import { DAY_MS } from '#domain/day.ts';
import { mailboxOf } from '#domain/orders/delivery/delivery.ts';
import { pages } from '#domain/pages.ts';
import type { Dependencies } from '../dependencies.ts';
import { orders } from '../orders/schema.ts';
import { record, systemActor } from '../platform/audit.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { subscriptions } from './schema.ts';

/** How long before a charge its day is announced (company terms, article 5.1). */
const ANNOUNCED_DAYS = 7;

/** Mails everybody whose subscription renews within the week, once for each charge. */
export async function notifyOfRenewals({ db, queue, config, now }: Dependencies): Promise<void> {
  const today = now();
  const due = await db
    .select({ subscription: subscriptions, order: orders })
    .from(subscriptions)
    .innerJoin(orders, eq(orders.id, subscriptions.orderId))
    .where(
      and(
        eq(subscriptions.status, 'active'),
        eq(subscriptions.paused, false),
        isNull(subscriptions.pausedSince),
        isNull(subscriptions.stop),
        eq(subscriptions.cancelAtPeriodEnd, false),
        isNull(subscriptions.cancelAt),
        gt(subscriptions.currentPeriodEnd, today),
        lte(subscriptions.currentPeriodEnd, new Date(today.getTime() + ANNOUNCED_DAYS * DAY_MS)),
      ),
    )
    .orderBy(asc(subscriptions.currentPeriodEnd));
  for (const { subscription, order } of due) {
    const { id, packageName, amount, currency, currentPeriodEnd } = subscription;
    const chargedAt = currentPeriodEnd!.toISOString();
    await db.transaction(async (tx) => {
      const isNew = await queueMail(tx, queue, {
        to: mailboxOf(order),
        profileId: order.profileId,
        template: 'advertising.renewal-announced',
        props: { packageName, amount, currency, chargedAt, link: `${config.publicUrl}${pages.account.path}#reklame` },
        idempotencyKey: `advertising.renewal-announced:${id}:${chargedAt}`,
      });
      if (!isNew) return;
      await record(tx, systemActor, {
        action: 'advertising.renewal-announced',
        on: { kind: 'order', id: order.id },
        after: { chargedOn: chargedAt, amount, currency },
      });
    });
  }
}
