import { eq, inArray } from 'drizzle-orm';
import { undivided } from '#domain/bank/compensations.ts';
import { debitCreditLines } from '#domain/books/accounts.ts';
import { refuse } from '#domain/refuse.ts';
import { requireBalancedStatement } from '../../bank/entities.ts';
import { entityOf, type LineRow } from '../../bank/lines/claim.ts';
import { UNPAID_CLAIMS } from '../../bank/lines/claimed-parcels.ts';
import { courierCompensations } from '../../bank/schema.ts';
import { post } from '../../books/post.ts';
import type { Dependencies } from '../../dependencies.ts';
import { parcelClaims, shipments } from '../../fulfilment/schema.ts';
import { orders } from '../../orders/schema.ts';
import type { Actor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { writeOffLost } from '../fulfilment/lost-devices.ts';
import { settleClaim } from '../fulfilment/lost-parcels.ts';
import { lockParcel } from '../fulfilment/parcels.ts';

/** What of a line is for a parcel, minor units. */
interface Share {
  id: string;
  amount: number;
}

type LockedParcel = Awaited<ReturnType<typeof lockParcel>>;

/** These parcels with their orders, held: all the orders first, as everybody who holds several. */
export async function lockCompensated(tx: Tx, ids: readonly string[]): Promise<LockedParcel[]> {
  if (ids.length === 0) return [];
  const concerned = tx
    .select({ id: shipments.orderId })
    .from(shipments)
    .where(inArray(shipments.id, [...ids]));
  await tx.select({ id: orders.id }).from(orders).where(inArray(orders.id, concerned)).orderBy(orders.id).for('update');
  const held: LockedParcel[] = [];
  for (const id of ids) held.push(await lockParcel(tx, id));
  return held;
}

/** Whether a courier paid with this line for exactly these parcels; for none, where there are none. */
export async function isCompensatedBy(tx: Tx, line: LineRow, shares: readonly Share[]): Promise<boolean> {
  const known = await tx.select().from(courierCompensations).where(eq(courierCompensations.lineId, line.id));
  const isThere = ({ id, amount }: Share) =>
    known.some((one) => one.shipmentId === id && (one.amount ?? line.amount) === amount);
  return known.length === shares.length && shares.every(isThere);
}

/**
 * A courier has paid with this line for parcels that were lost or damaged: their claims are settled and the money is in the books, also
 * when it is less or more than the devices cost. The caller holds the parcels, then the line, and closes it.
 */
export async function compensate(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { line, held, shares }: { line: LineRow; held: readonly LockedParcel[]; shares: readonly Share[] },
): Promise<void> {
  await requireOpenClaims(tx, line, shares);
  if (new Set(held.map(({ parcel }) => parcel.courier)).size > 1)
    throw refuse('COMPENSATION_WRONG', { why: 'couriers' });
  const amounts = shares.map(({ amount }) => amount);
  if (undivided(line.amount, amounts) !== 0) throw refuse('COMPENSATION_WRONG', { why: 'sum' });
  const entered = await tx
    .insert(courierCompensations)
    .values(shares.map(({ id, amount }) => ({ lineId: line.id, shipmentId: id, amount })))
    .onConflictDoNothing()
    .returning();
  if (entered.length < shares.length) throw refuse('CLAIM_SETTLED');
  const { currency } = line;
  for (const { id, amount } of shares)
    await settleClaim(tx, deps, actor, { id, outcome: 'paid', note: '', came: { amount, currency } });
  await writeOffLost(
    tx,
    deps,
    actor,
    shares.map(({ id }) => id),
  );
  await post(
    tx,
    deps.now(),
    shares.map(({ id, amount }) => ({
      kind: 'compensation',
      reference: id,
      entity: 'company',
      currency,
      concerns: held.find(({ parcel }) => parcel.id === id)!.order.id,
      profileId: null,
      lines: debitCreditLines('bank', 'compensations', amount),
    })),
  );
}

/** Claims of different parcels that no line has paid, in the money of the line. */
async function requireOpenClaims(tx: Tx, line: LineRow, shares: readonly Share[]): Promise<void> {
  const ids = shares.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw refuse('COMPENSATION_WRONG', { why: 'twice' });
  const claims = await tx.select().from(parcelClaims).where(inArray(parcelClaims.shipmentId, ids));
  if (claims.length < ids.length || line.outgoing || (await entityOf(tx, line)) !== 'company')
    throw refuse('PARCEL_GONE');
  await requireBalancedStatement(tx, line.importId);
  const isOpen = ({ state, currency }: typeof parcelClaims.$inferSelect) =>
    (UNPAID_CLAIMS as readonly string[]).includes(state) && currency === line.currency;
  if (!claims.every(isOpen)) throw refuse('CLAIM_SETTLED');
}

/** The line is decided anew: the money is in no book, and the claims on the courier are open again. The caller holds the line. */
export async function undoCompensation(tx: Tx, deps: Dependencies, lineId: string): Promise<void> {
  const gone = await tx.delete(courierCompensations).where(eq(courierCompensations.lineId, lineId)).returning();
  const ids = gone.map(({ shipmentId }) => shipmentId).toSorted();
  for (const id of ids)
    await tx.update(parcelClaims).set({ state: 'open', settledAt: null }).where(eq(parcelClaims.shipmentId, id));
  if (ids.length === 0) return;
  await post(
    tx,
    deps.now(),
    ids.map((reference) => ({ kind: 'compensation' as const, reference, gone: true as const })),
  );
}
