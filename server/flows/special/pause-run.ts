import { and, eq } from 'drizzle-orm';
import { paidBackWords } from '#domain/special/copy.ts';
import { isPaidBack } from '#domain/special/rules.ts';
import { campaigns } from '../../campaigns/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { orders } from '../../orders/schema.ts';
import { record, systemActor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { specialRuns } from '../../special/schema.ts';
import { stop } from '../campaigns/campaign-states.ts';

/**
 * Pauses what a special package shows once its whole price went back, or while the bank holds it; its company reads why. Staff let it go
 * on when a dispute is won. Of other orders, and where nothing is shown, nothing happens; the caller holds the order.
 */
export async function pauseRun(tx: Tx, deps: Pick<Dependencies, 'now'>, orderId: string | null): Promise<void> {
  if (orderId === null) return;
  const [run] = await tx
    .select({ id: campaigns.id, refunded: orders.refunded, amount: orders.amount, isDisputed: orders.isDisputed })
    .from(specialRuns)
    .innerJoin(orders, eq(orders.id, specialRuns.orderId))
    .innerJoin(campaigns, eq(campaigns.id, specialRuns.campaignId))
    .where(and(eq(specialRuns.orderId, orderId), eq(campaigns.state, 'approved')));
  if (!run) return;
  if (!isPaidBack(run)) return;
  const cause = run.refunded >= run.amount ? 'refund' : 'dispute';
  if (!(await stop(tx, run.id, 'paused', deps.now))) return;
  await tx.update(campaigns).set({ reason: paidBackWords[cause] }).where(eq(campaigns.id, run.id));
  await record(tx, systemActor, {
    action: 'campaigns.stepped',
    on: { kind: 'campaign', id: run.id },
    before: { state: 'approved' },
    after: { state: 'paused', reason: paidBackWords[cause] },
  });
}
