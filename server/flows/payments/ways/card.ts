import { and, eq, isNull } from 'drizzle-orm';
import { type Product, productNamed } from '#domain/catalogue/catalogue.ts';
import { LIMITS } from '#domain/limits.ts';
import { pages } from '#domain/pages.ts';
import { continuePath } from '#domain/payments/continue-path.ts';
import type { CompanyInfo } from '#domain/payments/contract.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { requestedMailFields } from '../../../orders/buyer-mail-fields.ts';
import type { OrderClaim } from '../../../orders/claims.ts';
import {
  cancelOrder,
  clearCheckoutKey,
  createCardPaymentRequest,
  type PlacedOrder,
  placeOrder,
} from '../../../orders/place-order.ts';
import { orders } from '../../../orders/schema.ts';
import { rememberCheckout } from '../../../payments/checkouts.ts';
import { ensureCustomer } from '../../../payments/customer.ts';
import { fetchCheckout } from '../../../payments/fetch-facts.ts';
import type { BilledCompany } from '../../../payments/gateway.ts';
import { isProviderDown, isProviderError } from '../../../payments/provider.ts';
import { checkouts } from '../../../payments/schema.ts';
import { systemActor } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/db.ts';
import { queueMail } from '../../../platform/mail/mail.ts';
import type { OrderRow } from '../enter-sale.ts';
import { expireCheckout } from '../provider-tasks.ts';
import { settleWithoutEvent } from '../settle-payment.ts';
import { runningSubscription } from './running-subscription.ts';
import type { Buyer, PaymentRequest, PaymentWayFlow, StartedOrder, StartPayment } from './way.ts';

const ATTEMPTS = 3;

/** The payment provider's page: the order is pending before it opens. */
const startCard: StartPayment = async (deps, buyer, wanted) => {
  const { product } = wanted;
  if (product.kind === 'package' && !deps.payments.capabilities.subscriptions) throw refuse('PRODUCT_UNKNOWN');
  try {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const outcome = await attemptCheckout(deps, buyer, wanted);
      if (outcome !== 'again') return outcome;
    }
    throw refuse(product.kind === 'package' ? 'CHECKOUT_REPLACED' : 'PAYMENT_PROVIDER_DOWN');
  } catch (error) {
    if (!isProviderError(error)) throw error;
    deps.log.error({ error }, 'payment page not opened');
    throw refuse('PAYMENT_PROVIDER_DOWN');
  }
};

async function attemptCheckout(
  deps: Dependencies,
  { person, actor }: Buyer,
  { product, form, termsVersion }: PaymentRequest,
): Promise<StartedOrder | 'again'> {
  const { document, ...words } = form;
  const acceptance = termsVersion ? { document, version: termsVersion } : null;
  const placed = await placeOrder(deps.db, actor, {
    ...words,
    profileId: person.id,
    email: person.email,
    product,
    acceptance,
    way: 'card',
    ask: createCardPaymentRequest,
    months: 1,
    most: deps.config.rateLimits ? LIMITS.checkouts.number : null,
    now: deps.now(),
  });
  const monthly = product.kind === 'package';
  // Asked after the order is in its place: a payment settled before that is seen here, one after it meets the order.
  const paid =
    monthly &&
    ((placed.fresh && (await runningSubscription(deps.db, person.id, product.name)) !== null) ||
      (await expireReplaced(deps, person.id, product.name)) === 'paid');
  if (paid) {
    await deps.db.transaction((tx) => cancelOrder(tx, deps.now(), systemActor, placed.id));
    await expireReplaced(deps, person.id, product.name);
    throw alreadySubscribed();
  }
  if (!placed.fresh) return resumeCheckout(deps, person, placed, product);
  const session = await open(deps, person, placed, product);
  return session.url
    ? { url: session.url, orderId: placed.id, number: placed.number, transfer: null, isNew: true }
    : 'again';
}

const alreadySubscribed = () => refuse('ALREADY_SUBSCRIBED', { page: pages.account.path });

/**
 * Pages of earlier orders for the same package, which other words have replaced, are called off before the new one opens:
 * a subscription is never paid twice. `paid`: one of them was paid a moment ago, and is settled.
 */
async function expireReplaced(deps: Dependencies, profileId: string, packageName: string): Promise<'paid' | 'unpaid'> {
  const replaced = await deps.db
    .select({ id: checkouts.id })
    .from(checkouts)
    .innerJoin(orders, eq(orders.id, checkouts.orderId))
    .where(
      and(
        eq(orders.profileId, profileId),
        eq(orders.productName, packageName),
        isNull(orders.checkoutKey),
        eq(checkouts.state, 'open'),
      ),
    );
  const outcomes = await Promise.all(replaced.map(({ id }) => expireCheckout(deps, id)));
  return outcomes.some((status) => status === 'paid' || status === 'processing') ? 'paid' : 'unpaid';
}

/**
 * The same thing was being bought already, with the same words. Asked for it again, the provider answers with the same page;
 * what was paid meanwhile is settled, not sold again.
 */
async function resumeCheckout(
  deps: Dependencies,
  person: Buyer['person'],
  earlier: PlacedOrder,
  product: Product,
): Promise<StartedOrder | 'again'> {
  const session = await open(deps, person, earlier, product);
  const facts = await fetchCheckout(deps, session.id);
  if (facts.state === 'open')
    return session.url
      ? { url: session.url, orderId: earlier.id, number: earlier.number, transfer: null, isNew: false }
      : 'again';
  const { problem } = await settleWithoutEvent(deps, facts);
  if (problem) await deps.db.transaction((tx) => clearCheckoutKey(tx, earlier.id));
  const taken = facts.state === 'paid' || facts.state === 'processing';
  if (product.kind === 'package' && taken) throw alreadySubscribed();
  return 'again';
}

/** Orders from before there was a country were for companies here. */
const billedTo = ({ email }: Buyer['person'], info: Partial<CompanyInfo>): BilledCompany => ({
  email: info.email ?? email,
  name: info.company_name ?? email,
  taxNumber: info.company_tax_number ?? '',
  registrationNumber: info.company_registration_number ?? '',
  address: {
    street: info.company_address ?? '',
    city: info.company_city ?? '',
    postalCode: info.company_postal_code ?? '',
    country: info.company_country ?? 'RS',
  },
});

/** The order's payment page, made now or before, and written down; refused, it is called off at once. */
async function open(
  deps: Dependencies,
  person: Buyer['person'],
  order: PlacedOrder,
  product: Product,
): Promise<{ id: string; url: string | null }> {
  const page = await askForPage(deps, person, order, product);
  const outcome = await rememberCheckout(deps.db, {
    id: page.id,
    orderId: order.id,
    profileId: person.id,
    mode: product.kind === 'package' ? 'subscription' : 'payment',
    attempt: order.checkoutAttempt,
  });
  if (outcome === 'open') return page;
  try {
    await expireCheckout(deps, page.id);
  } catch (error) {
    // The task that was written with the page goes on trying.
    if (!isProviderError(error)) throw error;
  }
  throw refuse(outcome);
}

async function askForPage(deps: Dependencies, person: Buyer['person'], order: PlacedOrder, product: Product) {
  try {
    const customer =
      product.kind === 'device'
        ? null
        : await ensureCustomer(
            deps,
            { id: person.id, customerId: person.profile.paymentCustomerId },
            billedTo(person, order.delivery as Partial<CompanyInfo>),
          );
    return await deps.payments.openPage({ order, product, customer, publicUrl: deps.config.publicUrl });
  } catch (error) {
    // The provider refused it for good. When nobody knows whether the page was made, the order waits: the next try asks for it again.
    if (isProviderError(error) && !isProviderDown(error)) await cancelRefused(deps, order);
    throw error;
  }
}

/** What is to be paid in another way by now, or by a later page, was not refused. */
const cancelRefused = (deps: Dependencies, { id, checkoutAttempt }: PlacedOrder): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const [order] = await tx
      .select({ way: orders.way, checkoutAttempt: orders.checkoutAttempt })
      .from(orders)
      .where(eq(orders.id, id))
      .for('update');
    if (order?.way !== 'card' || order.checkoutAttempt !== checkoutAttempt) return;
    await cancelOrder(tx, deps.now(), systemActor, id);
  });

async function notifyOfCard(tx: Tx, deps: Dependencies, order: OrderRow, claim: OrderClaim): Promise<void> {
  await queueMail(tx, deps.queue, {
    ...(await requestedMailFields(tx, deps, order)),
    template: 'orders.by-card-now',
    props: {
      number: order.number,
      amount: claim.amount,
      currency: claim.currency,
      hadProforma: order.way === 'transfer',
      link: `${deps.config.publicUrl}${continuePath(productNamed(order.productName)!, order.number)}`,
    },
    idempotencyKey: `orders.by-card-now:${claim.id}`,
  });
}

export const cardFlow: PaymentWayFlow = {
  start: startCard,
  ask: (tx, _, order) => createCardPaymentRequest(tx, order),
  offer: (tx, deps, order, { claim }) => notifyOfCard(tx, deps, order, claim),
};
