import { and, asc, desc, eq, gt, inArray, isNull, lte, max, notExists, notInArray, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import { productNamed } from '#domain/catalogue/catalogue.ts';
import { type Day, daysLater } from '#domain/day.ts';
import { sumOf } from '#domain/documents/amounts.ts';
import type { MoneyDocument } from '#domain/documents/data.ts';
import { referenceWithModel } from '#domain/orders/transfer/reference.ts';
import { pages } from '#domain/pages.ts';
import { shareOf } from '#domain/refunds/rules.ts';
import { dayOf, startOfDay } from '#domain/time.ts';
import { profiles } from '../../accounts/schema.ts';
import { ENDED_STATUSES, packageAdvances, packages, subscriptions } from '../../advertising/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { IssuedDocument } from '../../documents/issue.ts';
import { claimOf, type OrderClaim } from '../../orders/claims.ts';
import { mailToBuyer } from '../../orders/mail-to-buyer.ts';
import { orders } from '../../orders/schema.ts';
import { orderPayments, refunds } from '../../payments/schema.ts';
import { queueProviderTasks } from '../../payments/tasks.ts';
import { type Actor, record, systemActor } from '../../platform/audit.ts';
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
import { advanceOf, issueAdvance, newestPaper } from './transfer-papers.ts';

/** So long before the end of what was paid its buyer is told. */
const ENDING_DAYS = 7;

/** How the months were paid, for their papers. */
interface CameBy {
  on: Day;
  /** As it stands on the paper: `97 kk-5YYYYnnnnnn`. */
  reference: string;
}

/**
 * Months of a package were paid together: they follow on what the account has of the same package, and those whose day has come are
 * credited. A subscription by card of the same package ends with its paid month. The caller holds the order and the account.
 */
export async function beginAdvance(
  tx: Tx,
  deps: QueueDeps,
  actor: Actor,
  order: OrderRow,
  { claim, months, came }: { claim: OrderClaim; months: number; came: CameBy },
): Promise<void> {
  const today = dayOf(deps.now());
  const after = await afterWhat(tx, deps, actor, order, today);
  const [advance] = await tx
    .insert(packageAdvances)
    .values({
      orderId: order.id,
      profileId: order.profileId,
      packageName: order.productName,
      ...after,
      months,
      nextOn: monthBegins(after, 0),
      endsOn: monthBegins(after, months),
    })
    .returning();
  // The only month has its invoice at once when it begins today; otherwise nothing would say until then that its money came.
  const isAhead = months > 1 || advance!.nextOn! > today;
  const paper = isAhead ? await issueAdvance(tx, deps, order, claim, { ...came, months }) : null;
  const first = await creditDue(tx, deps, actor, { advance: advance!, order, claim, came, paper });
  const { bannerCount, tvSeconds } = packageOf(order);
  await queueMail(tx, deps.queue, {
    ...mailToBuyer(order),
    template: 'advertising.advance-paid',
    props: {
      packageName: order.productName,
      months,
      bannerCount,
      tvSeconds,
      startsOn: advance!.nextOn!,
      endsOn: advance!.endsOn,
      amount: claim.amount,
      currency: claim.currency,
      paper: paper?.number ?? first[0]?.invoice.number ?? null,
      isAdvance: paper !== null,
      link: accountLink(deps, order),
    },
    ...((paper ?? first[0]) ? { awaits: (paper ?? first[0]!.invoice).id } : {}),
    idempotencyKey: `advertising.advance-paid:${order.id}`,
  });
}

/** Not all of it went back. */
const staysOf = ({ months, back }: { months: AnyPgColumn; back: AnyPgColumn }) => gt(months, back);

/** Where the first month begins: after earlier advances of the package, after what a subscription has paid, which ends, or today. */
async function afterWhat(tx: Tx, deps: QueueDeps, actor: Actor, { profileId, productName }: OrderRow, today: Day) {
  const ofPerson = (table: typeof packageAdvances | typeof subscriptions) =>
    and(eq(table.profileId, profileId!), eq(table.packageName, productName));
  const [earlier] = await tx
    .select()
    .from(packageAdvances)
    .where(and(ofPerson(packageAdvances), gt(packageAdvances.endsOn, today), staysOf(packageAdvances)))
    .orderBy(desc(packageAdvances.endsOn))
    .limit(1);
  const running = await tx
    .select()
    .from(subscriptions)
    .where(and(ofPerson(subscriptions), notInArray(subscriptions.status, ENDED_STATUSES)))
    .for('update');
  for (const { id, stop, packageName } of running.filter((one) => one.stop === null)) {
    await tx.update(subscriptions).set({ stop: 'periodEnd' }).where(eq(subscriptions.id, id));
    await queueProviderTasks(tx, deps, [{ kind: 'match-subscription', objectId: id }]);
    await record(tx, actor, {
      action: 'advertising.subscription-stopped',
      on: { kind: 'subscription', id },
      before: { stop },
      after: { stop: 'periodEnd', package: packageName },
    });
  }
  const until: Day[] = [today];
  for (const one of running) until.push((await paidUntil(tx, one)) ?? today);
  const begins = until.sort().at(-1)!;
  if (!earlier || earlier.endsOn < begins) return { anchorOn: begins, monthsBefore: 0 };
  const { anchorOn, monthsBefore, months, back } = earlier;
  return { anchorOn, monthsBefore: monthsBefore + months - back };
}

/** States of a subscription, in the provider's words, in which the month that runs there is not paid. */
const UNPAID_STATUSES = ['past_due', 'unpaid'];

/**
 * The months of a paused subscription go on at the provider, and nothing is paid or credited for them; of one whose renewal failed so does
 * the month that was to be charged.
 */
async function paidUntil(
  tx: Tx,
  { id, status, paused, pausedSince, currentPeriodEnd }: typeof subscriptions.$inferSelect,
): Promise<Day | null> {
  const isPaid = !paused && pausedSince === null && !UNPAID_STATUSES.includes(status);
  if (isPaid) return currentPeriodEnd && dayOf(currentPeriodEnd);
  const [paid] = await tx
    .select({ until: max(packages.periodEnd) })
    .from(packages)
    .where(eq(packages.subscriptionId, id));
  return paid?.until ? dayOf(paid.until) : null;
}

interface Crediting {
  advance: PackageAdvanceRow;
  order: OrderRow;
  claim: OrderClaim;
  came: CameBy;
  paper: IssuedDocument | null;
}

/** Credits every month whose day has come, however late: its row, its units, its invoice and, after the first, its mail. */
async function creditDue(
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
    ...mailToBuyer(order),
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

const packageOf = ({ productName }: OrderRow) => {
  const product = productNamed(productName);
  if (product?.kind !== 'package') throw new Error(`${productName} is no package`);
  return product;
};

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
  const claim = (await claimOf(tx, orderId))!;
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
export async function endAdvance(tx: Tx, advance: PackageAdvanceRow): Promise<void> {
  await tx
    .update(packageAdvances)
    .set({ nextOn: null, endsOn: monthBegins(advance, advance.credited) })
    .where(eq(packageAdvances.orderId, advance.orderId));
}

/** Mails whoever paid in advance a week before it ends, once: nothing is renewed by itself. A closed account buys nothing more. */
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
                staysOf(later),
              ),
            ),
        ),
      ),
    );
  for (const { advance, order } of ending)
    await deps.db.transaction((tx) =>
      queueMail(tx, deps.queue, {
        ...mailToBuyer(order),
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
