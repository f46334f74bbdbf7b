import { and, eq } from 'drizzle-orm';
import type { Edges } from '../app.ts';
import { orders } from '../orders/schema.ts';
import { askCheckout, type CheckoutFacts } from '../payments/ask.ts';
import { isProviderError, isUnknownToProvider } from '../payments/provider.ts';
import { type Settled, settleCheckout } from './settle-payment.ts';

type Outcome = { status: Settled['status'] } | { refused: 'SESSION_UNKNOWN' | 'PAYMENT_PROVIDER_DOWN' };

const SESSION_ID = /^cs_(test|live)_[A-Za-z0-9]{10,180}$/;

/**
 * The buyer is back from the payment page. The session's id is a secret that only the buyer's browser got, so it is enough
 * by itself for the one word this answers with; but whoever is signed in as somebody else is told that there is no such
 * thing. What it settles is the order that Stripe names, whoever asks.
 */
export async function verifyPayment(edges: Edges, personId: string | null, sessionId: string): Promise<Outcome> {
  if (!SESSION_ID.test(sessionId)) return { refused: 'SESSION_UNKNOWN' };
  const [settled] = await edges.db
    .select({ profileId: orders.profileId })
    .from(orders)
    .where(and(eq(orders.checkoutSessionId, sessionId), eq(orders.status, 'paid')));
  if (settled) return belongs(settled, personId) ? { status: 'paid' } : { refused: 'SESSION_UNKNOWN' };

  let facts: CheckoutFacts;
  try {
    facts = await askCheckout(edges, sessionId);
  } catch (error) {
    if (isUnknownToProvider(error)) return { refused: 'SESSION_UNKNOWN' };
    if (!isProviderError(error)) throw error;
    edges.log.error({ error }, 'payment provider did not answer');
    return { refused: 'PAYMENT_PROVIDER_DOWN' };
  }
  if (!facts.orderId) return { refused: 'SESSION_UNKNOWN' };
  const [order] = await edges.db
    .select({ profileId: orders.profileId })
    .from(orders)
    .where(eq(orders.id, facts.orderId));
  if (!order || !belongs(order, personId)) return { refused: 'SESSION_UNKNOWN' };
  const { status } = await edges.db.transaction((tx) => settleCheckout(tx, edges, facts, 'return'));
  return { status };
}

const belongs = (order: { profileId: string | null }, personId: string | null) =>
  personId === null || order.profileId === personId;
