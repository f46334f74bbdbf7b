import type Stripe from 'stripe';
import { pages } from '#domain/pages.ts';
import { lineName } from '#domain/payments/copy.ts';
import { purchasePath } from '#domain/payments/purchase-path.ts';
import type { NewPage } from '../gateway.ts';

/**
 * Opens the hosted payment page. Asked again for the same order and attempt, Stripe answers with the same page, so a
 * second click or a lost answer never makes a second one.
 */
export async function openCheckout(
  stripe: Stripe,
  { order, product, customer, publicUrl }: NewPage,
): Promise<{ id: string; url: string | null }> {
  const monthly = product.kind === 'package';
  const metadata = { order_id: order.id };
  const { id, url } = await stripe.checkout.sessions.create(
    {
      mode: monthly ? 'subscription' : 'payment',
      ...(customer ? { customer } : { customer_email: order.email }),
      client_reference_id: order.id,
      metadata,
      ...(monthly ? { subscription_data: { metadata } } : { payment_intent_data: { metadata } }),
      // A month has an invoice of itself.
      ...(product.kind === 'special' ? { invoice_creation: { enabled: true, invoice_data: { metadata } } } : {}),
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: product.price.currency.toLowerCase(),
            unit_amount: product.price.amount,
            product_data: { name: lineName(product) },
            ...(monthly ? { recurring: { interval: 'month' as const } } : {}),
          },
        },
      ],
      success_url: `${publicUrl}${pages.paymentSuccess.path}?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${publicUrl}${purchasePath(product)}`,
    },
    { idempotencyKey: `checkout:${order.id}:${order.checkoutAttempt}` },
  );
  return { id, url };
}
