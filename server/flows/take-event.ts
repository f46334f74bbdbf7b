import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import { type PaymentProblem, RETAKEABLE } from '#domain/payments/contract.ts';
import type { Edges } from '../app.ts';
import { askCheckout, askInvoice, askPaymentOf, askSubscription, idOf } from '../payments/ask.ts';
import { isOpenProblem } from '../payments/problems.ts';
import { isUnknownToProvider } from '../payments/provider.ts';
import { stripeEvents } from '../payments/schema.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { followSubscription } from './follow-subscription.ts';
import { settleCheckout, settleInvoice, tellFailedPayment } from './settle-payment.ts';
import { settleRefund } from './settle-refund.ts';

/** What is left to do once Stripe has been asked; runs inside the transaction that takes note of the event. */
type Work = (tx: Tx) => Promise<PaymentProblem | null>;

/**
 * An event says which question to ask. The question is asked first, outside any transaction; then the event's row and
 * everything it brings about are written together or not at all. A thrown error makes Stripe send it again.
 */
export async function takeEvent(edges: Edges, event: Stripe.Event): Promise<'taken' | 'repeated'> {
  const [known] = await edges.db
    .select({ id: stripeEvents.id })
    .from(stripeEvents)
    .where(eq(stripeEvents.id, event.id));
  if (known) return 'repeated';
  const object = event.data.object as unknown as { id?: string };
  const work = await askAbout(edges, event);
  return edges.db.transaction(async (tx) => {
    const [fresh] = await tx
      .insert(stripeEvents)
      .values({ id: event.id, type: event.type, objectId: object.id ?? null })
      .onConflictDoNothing()
      .returning({ id: stripeEvents.id });
    if (!fresh) return 'repeated';
    const problem = await work?.(tx);
    if (problem) {
      await tx.update(stripeEvents).set({ problem, payload: event }).where(eq(stripeEvents.id, event.id));
      edges.log.warn({ event: event.id, type: event.type, problem }, 'payment event needs a person');
    }
    return 'taken';
  });
}

/**
 * A person asks for another try at what could not be settled; answers with what is still wrong. `gone`: there is no such
 * problem, or it was dealt with.
 */
export async function retakeEvent(edges: Edges, actor: Actor, id: string): Promise<PaymentProblem | 'gone' | null> {
  const [waiting] = await edges.db.select().from(stripeEvents).where(isOpenProblem(id));
  if (!waiting) return 'gone';
  if (!RETAKEABLE.includes(waiting.problem!)) return waiting.problem;
  const work = await askAbout(edges, waiting.payload as Stripe.Event);
  return edges.db.transaction(async (tx) => {
    const [locked] = await tx.select().from(stripeEvents).where(isOpenProblem(id)).for('update');
    if (!locked) return 'gone';
    const problem = (await work?.(tx)) ?? null;
    await tx
      .update(stripeEvents)
      .set(problem ? { problem } : { resolvedAt: edges.now() })
      .where(eq(stripeEvents.id, id));
    await record(tx, actor, {
      action: 'payments.event-retaken',
      on: { kind: 'payment event', id },
      before: { problem: locked.problem },
      after: { problem },
    });
    return problem;
  });
}

/** An event of something that Stripe itself does not know is kept for a person, not asked for again and again. */
async function askAbout(edges: Edges, event: Stripe.Event): Promise<Work | null> {
  try {
    return await workFor(edges, event);
  } catch (error) {
    if (isUnknownToProvider(error)) return async () => 'UNKNOWN_TO_STRIPE';
    throw error;
  }
}

/** Asks Stripe what the event is about. `null`: an event that changes nothing here. */
async function workFor(edges: Edges, event: Stripe.Event): Promise<Work | null> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const facts = await askCheckout(edges, event.data.object.id);
      return async (tx) => (await settleCheckout(tx, edges, facts, 'webhook')).problem;
    }
    case 'invoice.paid': {
      const facts = await askInvoice(edges, event.data.object.id!);
      return async (tx) => (await settleInvoice(tx, edges, facts, 'webhook')).problem;
    }
    case 'invoice.payment_failed': {
      const facts = await askInvoice(edges, event.data.object.id!);
      return (tx) => tellFailedPayment(tx, edges, facts);
    }
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted': {
      const facts = await askSubscription(edges, event.data.object.id);
      return (tx) => followSubscription(tx, edges, facts);
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const refund = await edges.stripe.client.refunds.retrieve(event.data.object.id);
      const intentId = idOf(refund.payment_intent);
      const payment = intentId ? await askPaymentOf(edges, intentId) : null;
      if (!payment) return async () => 'UNKNOWN_PAYMENT';
      const facts = {
        refundId: refund.id,
        amount: refund.amount,
        currency: refund.currency.toUpperCase(),
        stands: refund.status !== 'failed' && refund.status !== 'canceled',
      };
      return (tx) => settleRefund(tx, edges, facts, payment);
    }
    default:
      return null;
  }
}
