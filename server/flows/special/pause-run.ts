import { and, eq } from 'drizzle-orm';
import type { RefundPreview } from '#domain/refunds/contract.ts';
import { paidBackWords } from '#domain/special/copy.ts';
import { RUN_DAYS } from '#domain/special/rules.ts';
import { campaigns } from '../../campaigns/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { orders } from '../../orders/schema.ts';
import { record, systemActor } from '../../platform/audit.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { specialDays, specialRuns } from '../../special/schema.ts';
import { stop } from '../campaigns/campaign-states.ts';
import { lostMoneyCause } from './paid-back.ts';

/**
 * Pauses what a special package shows once its whole price is on its way back, or while the bank holds it; its company reads why. Staff
 * let it go on when a dispute is won or a refund is called off. Of other orders, and where nothing is shown, nothing happens; the caller
 * holds the order.
 */
export async function pauseRun(tx: Tx, deps: Pick<Dependencies, 'now'>, orderId: string | null): Promise<void> {
  if (orderId === null) return;
  const [run] = await tx
    .select({ id: campaigns.id, cause: lostMoneyCause })
    .from(specialRuns)
    .innerJoin(orders, eq(orders.id, specialRuns.orderId))
    .innerJoin(campaigns, eq(campaigns.id, specialRuns.campaignId))
    .where(and(eq(specialRuns.orderId, orderId), eq(campaigns.state, 'approved')));
  if (!run?.cause) return;
  if (!(await stop(tx, run.id, 'paused', deps.now))) return;
  const reason = paidBackWords[run.cause];
  await tx.update(campaigns).set({ reason }).where(eq(campaigns.id, run.id));
  await record(tx, systemActor, {
    action: 'campaigns.stepped',
    on: { kind: 'campaign', id: run.id },
    before: { state: 'approved' },
    after: { state: 'paused', reason },
  });
}

/** What a refund makes of a special package; `isAll`: nothing of its price stays. `null` of other orders. */
export async function runAfterRefund(
  db: DatabaseOrTransaction,
  orderId: string,
  isAll: boolean,
): Promise<RefundPreview['run']> {
  const [run] = await db.select().from(specialRuns).where(eq(specialRuns.orderId, orderId));
  if (!run) return null;
  const kept = await db.$count(specialDays, and(eq(specialDays.runId, run.id), eq(specialDays.isKept, true)));
  return { kept, days: RUN_DAYS, isStarted: run.startsOn !== null, isStopped: isAll };
}
