import { and, desc, eq, gt, max, notInArray } from 'drizzle-orm';
import { productNamed } from '#domain/catalogue/catalogue.ts';
import type { Day } from '#domain/day.ts';
import { dayOf } from '#domain/time.ts';
import { ENDED_STATUSES, packageAdvances, packages, subscriptions, UNPAID_STATUSES } from '../../advertising/schema.ts';
import { buyerMailFields } from '../../orders/buyer-mail-fields.ts';
import type { OrderClaim } from '../../orders/claims.ts';
import { queueProviderTasks } from '../../payments/tasks.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { accountLink, type OrderRow, type QueueDeps } from '../payments/enter-sale.ts';
import { type CameBy, creditDue } from './credit-advance.ts';
import { monthBegins, notAllMonthsRefundedCondition } from './months-back.ts';
import { issueAdvance } from './transfer-papers.ts';

/**
 * Months of a package were paid together: they follow on what the account has of the same package, and those whose day has come are
 * credited. A subscription by card of the same package ends with its paid month, at once where none is paid. The caller holds the order
 * and the account.
 */
export async function addPrepaidPackageMonths(
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
    ...buyerMailFields(order),
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

/** Where the first month begins: after earlier advances of the package, after what a subscription has paid, which ends, or today. */
async function afterWhat(tx: Tx, deps: QueueDeps, actor: Actor, { profileId, productName }: OrderRow, today: Day) {
  const ofPerson = (table: typeof packageAdvances | typeof subscriptions) =>
    and(eq(table.profileId, profileId!), eq(table.packageName, productName));
  const [earlier] = await tx
    .select()
    .from(packageAdvances)
    .where(
      and(ofPerson(packageAdvances), gt(packageAdvances.endsOn, today), notAllMonthsRefundedCondition(packageAdvances)),
    )
    .orderBy(desc(packageAdvances.endsOn))
    .limit(1);
  const running = await tx
    .select()
    .from(subscriptions)
    .where(and(ofPerson(subscriptions), notInArray(subscriptions.status, ENDED_STATUSES)))
    .for('update');
  for (const { id, stop: before, status, packageName } of running) {
    // What is asked to end with its period is charged on until then, and a month that is paid ahead would be paid twice.
    const stop = UNPAID_STATUSES.includes(status) ? 'now' : 'periodEnd';
    if (before === 'now' || before === stop) continue;
    await tx.update(subscriptions).set({ stop }).where(eq(subscriptions.id, id));
    await queueProviderTasks(tx, deps, [{ kind: 'match-subscription', objectId: id }]);
    await record(tx, actor, {
      action: 'advertising.subscription-stopped',
      on: { kind: 'subscription', id },
      before: { stop: before },
      after: { stop, package: packageName },
    });
  }
  const until: Day[] = [today];
  for (const one of running) until.push((await paidUntil(tx, one)) ?? today);
  const begins = until.sort().at(-1)!;
  if (!earlier || earlier.endsOn < begins) return { anchorOn: begins, monthsBefore: 0 };
  const { anchorOn, monthsBefore, months, back } = earlier;
  return { anchorOn, monthsBefore: monthsBefore + months - back };
}

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

const packageOf = ({ productName }: OrderRow) => {
  const product = productNamed(productName);
  if (product?.kind !== 'package') throw new Error(`${productName} is no package`);
  return product;
};
