import { and, eq, inArray } from 'drizzle-orm';
import { subscriptions } from '../../../advertising/schema.ts';
import type { Database } from '../../../platform/db.ts';

const RUNNING = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete'];

/** A person's subscription by card to that package, unless it has ended. */
export async function runningSubscription(db: Pick<Database, 'select'>, profileId: string, packageName: string) {
  const [running] = await db
    .select({ id: subscriptions.id, currentPeriodEnd: subscriptions.currentPeriodEnd })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.profileId, profileId),
        eq(subscriptions.packageName, packageName),
        inArray(subscriptions.status, RUNNING),
      ),
    )
    .limit(1);
  return running ?? null;
}
