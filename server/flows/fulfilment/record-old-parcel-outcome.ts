import { eq } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { shipments } from '../../fulfilment/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { enterParcelEvent, lockParcel } from './parcels.ts';

/**
 * The owner says of an order paid before parcels were recorded whether it was delivered; if not, it is to be packed. Said once: the same
 * again is as good, the opposite is refused.
 */
export async function recordOldParcelOutcome(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { id, delivered }: { id: string; delivered: boolean },
): Promise<void> {
  const { order, parcel, key } = await lockParcel(tx, id);
  if (parcel.courier !== 'before_records') throw refuse('PARCEL_GONE');
  const state = delivered ? 'delivered' : 'cancelled';
  if (!parcel.isToSort && parcel.state === state) return;
  if (!parcel.isToSort) throw refuse('PARCEL_CHANGED', { parcel: key, state: parcel.state });
  await tx.update(shipments).set({ state, isToSort: false }).where(eq(shipments.id, id));
  await enterParcelEvent(tx, deps, actor, order, { kind: delivered ? 'delivery_confirmed' : 'delivery_denied', key });
  await record(tx, actor, {
    action: 'fulfilment.sorted',
    on: { kind: 'order', id: order.id },
    before: { parcel: key, parcelState: parcel.state },
    after: { parcel: key, parcelState: state },
  });
}
