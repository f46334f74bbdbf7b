import { and, eq, lt, notExists } from 'drizzle-orm';
import { DAY_MS } from '#domain/day.ts';
import { KEPT_DAYS } from '#domain/integrations/webhooks/rules.ts';
import type { Database } from '../../platform/db.ts';
import { webhookDeliveries, webhookEndpoints, webhookEvents } from './schema.ts';

/** Events with everything that was sent of them, addresses that were removed and have nothing left, and secrets that sign no more. */
export async function purgeWebhooks(db: Database, now: Date): Promise<void> {
  await db.delete(webhookEvents).where(lt(webhookEvents.at, new Date(now.getTime() - KEPT_DAYS * DAY_MS)));
  const sent = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.endpointId, webhookEndpoints.id));
  await db.delete(webhookEndpoints).where(and(eq(webhookEndpoints.state, 'removed'), notExists(sent)));
  await db
    .update(webhookEndpoints)
    .set({ oldSecret: null, oldSecretEnding: null, oldSecretUntil: null })
    .where(lt(webhookEndpoints.oldSecretUntil, now));
}
