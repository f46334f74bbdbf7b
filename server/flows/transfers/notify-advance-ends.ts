import { and, eq, gt, isNull, lte, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { daysLater } from '#domain/day.ts';
import { pages } from '#domain/pages.ts';
import { dayOf } from '#domain/time.ts';
import { profiles } from '../../accounts/schema.ts';
import { packageAdvances } from '../../advertising/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { buyerMailFields } from '../../orders/buyer-mail-fields.ts';
import { orders } from '../../orders/schema.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { notAllMonthsRefundedCondition } from './months-back.ts';

/** So long before the end of what was paid its buyer is told. */
const ENDING_DAYS = 7;

/** Mails whoever paid in advance a week before it ends, once: nothing renews by itself. A closed or blocked account buys nothing more. */
export async function notifyOfAdvanceEnds(deps: Dependencies): Promise<void> {
  const today = dayOf(deps.now());
  const later = alias(packageAdvances, 'later');
  const ending = await deps.db
    .select({ advance: packageAdvances, order: orders })
    .from(packageAdvances)
    .innerJoin(orders, eq(orders.id, packageAdvances.orderId))
    .innerJoin(profiles, eq(profiles.id, packageAdvances.profileId))
    .where(
      and(
        isNull(profiles.closedAt),
        isNull(profiles.blockedAt),
        gt(packageAdvances.endsOn, today),
        lte(packageAdvances.endsOn, daysLater(today, ENDING_DAYS)),
        isNull(packageAdvances.nextOn),
        gt(packageAdvances.credited, 0),
        sql`${packageAdvances.credited} + ${packageAdvances.back} = ${packageAdvances.months}`,
        notExists(
          deps.db
            .select({ orderId: later.orderId })
            .from(later)
            .where(
              and(
                eq(later.profileId, packageAdvances.profileId),
                eq(later.packageName, packageAdvances.packageName),
                gt(later.endsOn, packageAdvances.endsOn),
                notAllMonthsRefundedCondition(later),
              ),
            ),
        ),
      ),
    );
  for (const { advance, order } of ending)
    await deps.db.transaction((tx) =>
      queueMail(tx, deps.queue, {
        ...buyerMailFields(order),
        template: 'advertising.advance-ending',
        props: {
          packageName: order.productName,
          endsOn: advance.endsOn,
          link: `${deps.config.publicUrl}${pages.marketingPackages.path}`,
        },
        idempotencyKey: `advertising.advance-ending:${order.id}`,
      }),
    );
}
