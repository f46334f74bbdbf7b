import { eq } from 'drizzle-orm';
import { between } from '#domain/books/accounts.ts';
import { refuse } from '#domain/refuse.ts';
import { requireBalancedStatement } from '../../bank/entities.ts';
import { entityOf, type LineRow } from '../../bank/lines/claim.ts';
import { UNPAID_CLAIMS } from '../../bank/lines/claimed-parcels.ts';
import { courierCompensations } from '../../bank/schema.ts';
import { post } from '../../books/post.ts';
import type { Dependencies } from '../../dependencies.ts';
import { parcelClaims } from '../../fulfilment/schema.ts';
import type { Actor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { settleClaim } from '../fulfilment/lost-parcels.ts';
import type { lockParcel } from '../fulfilment/parcels.ts';

/** The parcel for which a courier paid with this line. */
export async function compensatedBy(tx: Tx, lineId: string): Promise<string | undefined> {
  const [known] = await tx.select().from(courierCompensations).where(eq(courierCompensations.lineId, lineId));
  return known?.shipmentId;
}

/**
 * A courier has paid with this line for a parcel that was lost or damaged: the claim is settled and the money is in the books, also when it
 * is less or more than the devices cost. The caller holds the parcel, then the line, and closes it.
 */
export async function compensate(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { line, held: { order, parcel } }: { line: LineRow; held: Awaited<ReturnType<typeof lockParcel>> },
): Promise<void> {
  const [claim] = await tx.select().from(parcelClaims).where(eq(parcelClaims.shipmentId, parcel.id));
  if (!claim || line.outgoing || (await entityOf(tx, line)) !== 'company') throw refuse('PARCEL_GONE');
  await requireBalancedStatement(tx, line.importId);
  const isOpen = (UNPAID_CLAIMS as readonly string[]).includes(claim.state) && claim.currency === line.currency;
  if (!isOpen) throw refuse('CLAIM_SETTLED');
  const [entered] = await tx
    .insert(courierCompensations)
    .values({ lineId: line.id, shipmentId: parcel.id })
    .onConflictDoNothing()
    .returning();
  if (!entered) throw refuse('CLAIM_SETTLED');
  const came = { amount: line.amount, currency: line.currency };
  await settleClaim(tx, deps, actor, { id: parcel.id, outcome: 'paid', note: '', came });
  await post(tx, deps.now(), [
    {
      kind: 'compensation',
      reference: parcel.id,
      entity: 'company',
      currency: line.currency,
      concerns: order.id,
      profileId: null,
      lines: between('bank', 'compensations', line.amount),
    },
  ]);
}

/** The line is decided anew: the money is in no book, and the claim on the courier is open again. The caller holds the line. */
export async function undoCompensation(tx: Tx, deps: Dependencies, lineId: string): Promise<void> {
  const [gone] = await tx.delete(courierCompensations).where(eq(courierCompensations.lineId, lineId)).returning();
  if (!gone) return;
  await tx
    .update(parcelClaims)
    .set({ state: 'open', settledAt: null })
    .where(eq(parcelClaims.shipmentId, gone.shipmentId));
  await post(tx, deps.now(), [{ kind: 'compensation', reference: gone.shipmentId, gone: true }]);
}
