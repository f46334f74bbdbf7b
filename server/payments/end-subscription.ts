import Stripe from 'stripe';
import type { Edges } from '../app.ts';
import type { Work } from '../platform/queue.ts';

/** Ends a subscription at once, at the payment provider; its event then ends ours. One that is gone already is ended. */
export const endSubscription =
  (edges: Edges): Work =>
  async ({ subscriptionId }) => {
    try {
      await edges.stripe.client.subscriptions.cancel(subscriptionId!);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return;
      throw error;
    }
  };
