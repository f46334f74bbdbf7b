import { and, eq, notInArray } from 'drizzle-orm';
import { subscriptions } from '../advertising/schema.ts';
import type { Edges } from '../app.ts';
import type { Tx } from '../platform/db.ts';

const OVER = ['canceled', 'incomplete_expired'];

/** A person's subscriptions that would still renew. */
export const renewingOf = (profileId: string) =>
  and(eq(subscriptions.profileId, profileId), notInArray(subscriptions.status, OVER));

/** The payment provider is told after the commit; it goes on charging until then. */
export async function endSubscriptions(tx: Tx, edges: Pick<Edges, 'queue'>, profileId: string): Promise<void> {
  const running = await tx
    .select({ subscriptionId: subscriptions.id })
    .from(subscriptions)
    .where(renewingOf(profileId));
  if (running.length > 0) await edges.queue.send(tx, 'payments.end-subscription', running);
}
