import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Day } from '#domain/day.ts';
import { sumOf } from '#domain/documents/amounts.ts';
import type { MoneyDocument } from '#domain/documents/data.ts';
import { referenceWithModel } from '#domain/orders/transfer/reference.ts';
import { shareOf } from '#domain/refunds/rules.ts';
import { dayOf, startOfDay } from '#domain/time.ts';
import { profiles } from '../../accounts/schema.ts';
import { packageAdvances } from '../../advertising/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { IssuedDocument } from '../../documents/issue.ts';
import { buyerMailFields } from '../../orders/buyer-mail-fields.ts';
import { currentPaymentRequest, type OrderClaim } from '../../orders/claims.ts';
import { orders } from '../../orders/schema.ts';
import { orderPayments, refunds } from '../../payments/schema.ts';
import { type Actor, systemActor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { orderRefunds } from '../../refunds/schema.ts';
import { issuePeriodInvoice } from '../documents/period-documents.ts';
import {
  accountLink,
  enterPeriod,
  type OrderRow,
  type PackagePeriodRow,
  type QueueDeps,
} from '../payments/enter-sale.ts';
import { lockPaymentAccess } from '../payments/payment-access.ts';
import { monthBegins, type PackageAdvanceRow } from './months-back.ts';
import { advanceOf, newestPaper } from './transfer-papers.ts';

/** How the months were paid, for their papers. */
export interface CameBy {
  on: Day;
  /** As it stands on the paper: `97 kk-5YYYYnnnnnn`. */
  reference: string;
}

interface Crediting {
  advance: PackageAdvanceRow;
  order: OrderRow;
  claim: OrderClaim;
  came: CameBy;
  paper: IssuedDocument | null;
}

/** Credits every month whose day has come, however late: its row, its units, its invoice and, after the first, its mail. */
export async function creditDue(
  tx: Tx,
  deps: QueueDeps,
  actor: Actor,
  { advance, order, claim, came, paper }: Crediting,
): Promise<{ period: PackagePeriodRow; invoice: IssuedDocument }[]> {
  const today = dayOf(deps.now());
  const { months } = advance;
  const stay = months - advance.back;
  const begins = (nth: number) => monthBegins(advance, nth);
  const share = (whole: number, nth: number) => shareOf(whole, months, nth, 1);
  const credited: { period: PackagePeriodRow; invoice: IssuedDocument }[] = [];
  let nth = advance.credited;
  for (; nth < stay && begins(nth) <= today; nth += 1) {
    const period = await enterPeriod(tx, actor, order, {
      paymentKey: `advance:${order.id}:${nth + 1}`,
      amount: share(order.amount, nth),
      currency: order.currency,
      periodEnd: startOfDay(begins(nth + 1)),
    });
    const gross = share(claim.amount, nth);
    const invoice = await issuePeriodInvoice(tx, deps, order, period, {
      rate: order.rate,
      gross,
      partOf: { gross: claim.amount, before: shareOf(claim.amount, months, 0, nth) },
      from: begins(nth),
      // Without an advance invoice it is the only paper of the money, as of what is paid by card.
      ...(paper ? {} : { suppliedOn: came.on }),
      paid: paper ? null : { on: came.on, how: 'transfer', amount: gross, reference: came.reference },
      advances: (lines) => (paper ? advanceOf(paper, sumOf(lines)) : []),
    });
    credited.push({ period, invoice });
    if (paper) await notifyOfMonth(tx, deps, order, { period, invoice, nth: nth + 1, of: stay });
  }
  await tx
    .update(packageAdvances)
    .set({ credited: nth, nextOn: nth < stay ? begins(nth) : null })
    .where(eq(packageAdvances.orderId, order.id));
  return credited;
}

async function notifyOfMonth(
  tx: Tx,
  deps: QueueDeps,
  order: OrderRow,
  { period, invoice, nth, of }: { period: PackagePeriodRow; invoice: IssuedDocument; nth: number; of: number },
): Promise<void> {
  const { packageName, bannerCount, tvSeconds, periodEnd, paymentKey } = period;
  await queueMail(tx, deps.queue, {
    ...buyerMailFields(order),
    template: 'advertising.advance-month',
    props: {
      packageName,
      bannerCount,
      tvSeconds,
      nth,
      of,
      endsOn: dayOf(periodEnd!),
      invoiceNumber: invoice.number,
      link: accountLink(deps, order),
    },
    awaits: invoice.id,
    idempotencyKey: `advertising.paid:${paymentKey}`,
  });
}

/**
 * Every hour: months whose day has come, each order in a transaction of its own. Those of a blocked or closed account wait; months that go
 * back or went back are never credited, and once anything else of the money went back, none is. One that fails keeps no others waiting; the
 * job then fails as a whole and is tried again.
 */
export async function creditAdvances(deps: Dependencies): Promise<void> {
  const isDue = lte(packageAdvances.nextOn, dayOf(deps.now()));
  const due = await deps.db
    .select({ orderId: packageAdvances.orderId })
    .from(packageAdvances)
    .innerJoin(profiles, eq(profiles.id, packageAdvances.profileId))
    .where(and(isDue, isNull(profiles.closedAt), isNull(profiles.blockedAt)))
    .orderBy(asc(packageAdvances.nextOn));
  const failed: unknown[] = [];
  for (const { orderId } of due)
    try {
      await deps.db.transaction((tx) => creditOne(tx, deps, orderId));
    } catch (error) {
      deps.log.error({ error, orderId }, 'months paid ahead were not credited');
      failed.push(error);
    }
  if (failed.length > 0) throw new AggregateError(failed, `months of ${failed.length} orders were not credited`);
}

async function creditOne(tx: Tx, deps: QueueDeps, orderId: string): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  const [advance] = await tx.select().from(packageAdvances).where(eq(packageAdvances.orderId, orderId)).for('update');
  if (!order || !advance?.nextOn || (await lockPaymentAccess(tx, order.profileId)) !== 'open') return;
  if (await wentBackOtherwise(tx, orderId)) {
    await endAdvance(tx, advance);
    return;
  }
  const claim = (await currentPaymentRequest(tx, orderId))!;
  const [paper] = [await newestPaper(tx, orderId, 'advance')];
  const on = (paper?.data as MoneyDocument | undefined)?.paid?.on ?? dayOf(order.paidAt!);
  const came = { on, reference: referenceWithModel(claim.reference!) };
  await creditDue(tx, deps, systemActor, { advance, order, claim, came, paper });
}

/** Whether more of what was paid for the months went back than that of months that never begin. What was paid too much is none of it. */
async function wentBackOtherwise(tx: Tx, orderId: string): Promise<boolean> {
  const sumOf = (column: typeof refunds.amount | typeof orderRefunds.amount) =>
    sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);
  const [went] = await tx
    .select({ amount: sumOf(refunds.amount) })
    .from(refunds)
    .innerJoin(orderPayments, eq(orderPayments.key, refunds.paymentKey))
    .where(and(eq(orderPayments.orderId, orderId), eq(orderPayments.isSurplus, false), eq(refunds.succeeded, true)));
  const [ofMonths] = await tx
    .select({ amount: sumOf(orderRefunds.amount) })
    .from(orderRefunds)
    .where(
      and(
        eq(orderRefunds.orderId, orderId),
        inArray(orderRefunds.scope, ['months', 'terms']),
        eq(orderRefunds.state, 'done'),
      ),
    );
  return went!.amount > ofMonths!.amount;
}

/** Nothing more is credited: what was begun stays. */
async function endAdvance(tx: Tx, advance: PackageAdvanceRow): Promise<void> {
  await tx
    .update(packageAdvances)
    .set({ nextOn: null, endsOn: monthBegins(advance, advance.credited) })
    .where(eq(packageAdvances.orderId, advance.orderId));
}
