import { inArray, isNull } from 'drizzle-orm';
import { HOUR_MS } from '#domain/day.ts';
import { subscriptions } from '../../advertising/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { noteCheckout } from '../../payments/checkouts.ts';
import { fetchCheckout } from '../../payments/fetch-facts.ts';
import type { GatewayEvent } from '../../payments/gateway.ts';
import { isUnknownToProvider } from '../../payments/provider.ts';
import { checkouts, paymentEvents } from '../../payments/schema.ts';
import { batchesOf } from '../../platform/batches.ts';
import { handlePaymentEvent, syncWithProvider } from '../payments/handle-payment-event.ts';
import { settleWithoutEvent } from '../payments/settle-payment.ts';
import type { ResumePart } from './part.ts';

/** Events from a while before the backup: some were on their way when it was made. */
const EARLIER_MS = HOUR_MS;

/**
 * What the payment provider knows since the backup. First its events, oldest first, as if each came now; a payment of an order that this
 * database does not have becomes a problem that staff see. Then, because a provider keeps events for a month only, every payment page
 * that was open and every subscription that had not ended is asked for.
 */
export const catchUpPayments: ResumePart = {
  name: 'payments',
  async run(deps, { madeAt }) {
    const unknown = await unknownEvents(deps, new Date(madeAt.getTime() - EARLIER_MS));
    for (const event of unknown) await handlePaymentEvent(deps, event);
    const problems = await problemsOf(deps, unknown);
    const pages = await settleOpenPages(deps);
    const renewing = await askForSubscriptions(deps);
    return {
      lines: [
        `${unknown.length} events of the payment provider since ${madeAt.toISOString()}, ${problems} of them need a person ` +
          `(/admin/sales)`,
        `${pages} open payment pages and ${renewing} subscriptions asked for`,
      ],
    };
  },
};

/** Oldest first. */
async function unknownEvents({ payments, db }: Dependencies, since: Date): Promise<GatewayEvent[]> {
  const found: GatewayEvent[] = [];
  for await (const event of payments.eventsSince(since)) found.push(event);
  const known = new Set<string>();
  for (const batch of batchesOf(found)) {
    const ids = batch.map(({ id }) => id);
    const rows = await db.select({ id: paymentEvents.id }).from(paymentEvents).where(inArray(paymentEvents.id, ids));
    for (const { id } of rows) known.add(id);
  }
  return found.filter(({ id }) => !known.has(id)).reverse();
}

async function problemsOf({ db }: Dependencies, events: GatewayEvent[]): Promise<number> {
  let count = 0;
  for (const batch of batchesOf(events)) {
    const ids = batch.map(({ id }) => id);
    const rows = await db
      .select({ problem: paymentEvents.problem })
      .from(paymentEvents)
      .where(inArray(paymentEvents.id, ids));
    count += rows.filter(({ problem }) => problem !== null).length;
  }
  return count;
}

async function settleOpenPages(deps: Dependencies): Promise<number> {
  const open = await deps.db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(inArray(checkouts.state, ['open', 'processing']));
  for (const { id } of open) {
    const facts = await fetchCheckout(deps, id).catch((error: unknown) => {
      if (isUnknownToProvider(error)) return null;
      throw error;
    });
    if (facts) await settleWithoutEvent(deps, facts);
    else await deps.db.transaction((tx) => noteCheckout(tx, id, 'expired'));
  }
  return open.length;
}

async function askForSubscriptions(deps: Dependencies): Promise<number> {
  const renewing = await deps.db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(isNull(subscriptions.endedAt));
  for (const { id } of renewing) await syncWithProvider(deps, { type: 'customer.subscription.updated', objectId: id });
  return renewing.length;
}
