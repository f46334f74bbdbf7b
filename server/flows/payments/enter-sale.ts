import { productNamed, specialPackage } from '#domain/catalogue/catalogue.ts';
import { DAY_MS } from '#domain/day.ts';
import { orderPath } from '#domain/orders/own/own-order.ts';
import { pages } from '#domain/pages.ts';
import { addEntries } from '../../advertising/ledger.ts';
import { packages } from '../../advertising/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { IssuedDocument } from '../../documents/issue.ts';
import { buyerMailFields } from '../../orders/buyer-mail-fields.ts';
import type { orders } from '../../orders/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { type NewMail, queueMails } from '../../platform/mail/mail.ts';
import { specialRuns } from '../../special/schema.ts';
import { openTask } from '../../tasks/open-task.ts';

/** What a paid order gives, whichever way it was paid. Everything is in the caller's transaction, which holds the order's lock. */
export type QueueDeps = Pick<Dependencies, 'queue' | 'config' | 'now'>;
export type OrderRow = typeof orders.$inferSelect;
export type PackagePeriodRow = typeof packages.$inferSelect;

/** What the mails say was paid, and the paper that travels with them. */
interface Paid {
  amount: number;
  currency: string;
  paper: IssuedDocument | null;
}

/** The order was paid a moment ago, for the first time: the log, the mails and what it owes besides the goods. */
export async function notifyOfSale(
  tx: Tx,
  deps: QueueDeps,
  actor: Actor,
  order: OrderRow,
  { paper, ...paid }: Paid,
): Promise<void> {
  await record(tx, actor, {
    action: 'orders.paid',
    on: { kind: 'order', id: order.id },
    before: { status: order.status },
    after: { status: 'paid', ...paid },
  });
  const sale = {
    orderId: order.id,
    number: order.number,
    productName: order.productName,
    ...paid,
    paidAt: deps.now().toISOString(),
    delivery: order.delivery,
    link: accountLink(deps, order),
  };
  const named = paper && (paper.kind === 'advance' ? { advanceNumber: paper.number } : { invoiceNumber: paper.number });
  const toBuyer: NewMail<'orders.paid' | 'advertising.special-started'> = {
    ...buyerMailFields(order),
    template: order.kind === 'device' ? 'orders.paid' : 'advertising.special-started',
    props: { ...sale, ...named },
    ...(paper ? { awaits: paper.id } : {}),
    idempotencyKey: `orders.paid:${order.id}`,
  };
  const toStaff: NewMail<'orders.new-sale'> = {
    to: deps.config.superAdmin.email,
    profileId: null,
    orderId: order.id,
    template: 'orders.new-sale',
    props: { ...sale, email: order.email, link: `${deps.config.publicUrl}${adminPageOf(order)}` },
    idempotencyKey: `orders.new-sale:${order.id}`,
  };
  // Whoever paid the courier has heard of the delivery.
  const isBuyerInformed = order.kind === 'package' || order.way === 'cash_on_delivery';
  await queueMails(tx, deps.queue, isBuyerInformed ? [toStaff] : [toBuyer, toStaff]);
  await openTask(tx, deps, order);
}

/** A paid month of a package: its row, what it credits and the entry in the log. */
export async function enterPeriod(
  tx: Tx,
  actor: Actor,
  order: OrderRow,
  period: Pick<typeof packages.$inferInsert, 'paymentKey' | 'amount' | 'currency' | 'periodEnd'> &
    Partial<Pick<typeof packages.$inferInsert, 'subscriptionId' | 'invoiceNumber'>>,
): Promise<PackagePeriodRow> {
  const product = productNamed(order.productName);
  if (product?.kind !== 'package') throw new Error(`${order.productName} is no package`);
  const { name, bannerCount, tvSeconds } = product;
  const [row] = await tx
    .insert(packages)
    .values({ ...describePackage(order), bannerCount, tvSeconds, ...period })
    .returning();
  if (order.profileId) {
    const credit = { reason: 'package' as const, reference: period.paymentKey, banners: bannerCount, tvSeconds };
    await addEntries(tx, actor, order.profileId, credit);
  }
  await record(tx, actor, {
    action: 'advertising.period-paid',
    on: { kind: 'order', id: order.id },
    after: { invoice: period.paymentKey, package: name, bannerCount, tvSeconds, amount: period.amount },
  });
  return row!;
}

/** The payment key of the period that transfers pay together: that of a special package. */
export const transferPaymentKey = (orderId: string): string => `transfer:${orderId}`;

/** The special package's one period; it credits nothing, and is shown once its campaign is approved and staff start it. */
export async function enterSpecialPackage(
  tx: Tx,
  deps: Pick<QueueDeps, 'now'>,
  order: OrderRow,
  paid: { paymentKey: string; amount: number; currency: string; invoiceNumber?: string | null },
): Promise<PackagePeriodRow> {
  const periodEnd = new Date(deps.now().getTime() + specialPackage.days * DAY_MS);
  const [row] = await tx
    .insert(packages)
    .values({ ...describePackage(order), bannerCount: 0, tvSeconds: 0, ...paid, periodEnd })
    .returning();
  await tx.insert(specialRuns).values({ orderId: order.id, profileId: order.profileId }).onConflictDoNothing();
  return row!;
}

/** The order itself, or the part of the account page that a package belongs to. */
export const accountLink = (deps: QueueDeps, { kind, number }: Pick<OrderRow, 'kind' | 'number'>) =>
  deps.config.publicUrl + (kind === 'device' ? orderPath(number) : `${pages.account.path}#reklame`);
const adminPageOf = ({ kind }: OrderRow) => (kind === 'device' ? pages.adminSales : pages.adminSubscriptions).path;

/** The company as its form named it; the account's own address when the form had none. */
const describePackage = (order: OrderRow) => ({
  profileId: order.profileId,
  orderId: order.id,
  email: order.delivery?.email || order.email,
  packageName: order.productName,
  companyName: order.delivery?.company_name ?? null,
});
