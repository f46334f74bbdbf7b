import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { hasTaxNumberShape, isTaxNumberOf } from '#domain/company-numbers.ts';
import type { Firm } from '#domain/orders/company/changed-company.ts';
import { canChangeCompany, firmIn, withFirm } from '#domain/orders/company/company.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { documents } from '../../documents/schema.ts';
import { shipments } from '../../fulfilment/schema.ts';
import { currentPaymentRequest } from '../../orders/claims.ts';
import { enterOrderEvent } from '../../orders/events.ts';
import { monthsOrdered } from '../../orders/months-ordered.ts';
import { freeCheckoutKey } from '../../orders/place-order.ts';
import { orders } from '../../orders/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import type { OrderRow } from '../payments/enter-sale.ts';
import { sumOfTransfersReceived } from '../payments/receive-transfer.ts';
import { sendProforma } from '../transfers/send-proforma.ts';
import { lockOrderByNumber, type SeenOrder } from '../transfers/unpaid.ts';

/**
 * Another firm, or its name and numbers as they should be, by the buyer or by staff. Whoever waits for a transfer issues its paper anew,
 * by the same reference and to the same day. What the order says already is done.
 */
export const changeCompany = (
  deps: Dependencies,
  actor: Actor,
  { company, version, ...asked }: SeenOrder & { company: Firm },
): Promise<{ changed: true }> =>
  deps.db.transaction(async (tx) => {
    const order = await lockOrderByNumber(tx, asked);
    const firm = firmIn(order.delivery);
    if (!order.delivery || !firm) throw refuse('COMPANY_CLOSED');
    const { country, ...before } = firm;
    if (isDeepStrictEqual(before, company)) return { changed: true };
    const papers = await tx.select({ kind: documents.kind }).from(documents).where(eq(documents.orderId, order.id));
    const parcels = await tx.select({ state: shipments.state }).from(shipments).where(eq(shipments.orderId, order.id));
    if (!canChangeCompany(order, papers, parcels)) throw refuse('COMPANY_CLOSED');
    if (order.version !== version) throw refuse('ORDER_CHANGED');
    // A number that somebody insisted on when it was ordered stays.
    const isRight = company.taxNumber === before.taxNumber ? hasTaxNumberShape : isTaxNumberOf;
    if (!isRight(company.taxNumber, country)) throw refuse('TAX_NUMBER_INVALID');

    const delivery = withFirm(order.delivery, company);
    // Ordered once more as before it is another order, as it says now this one; the open page of a package is the same either way.
    const words = { delivery, way: order.way, months: await monthsOrdered(tx, order.id) };
    const checkoutKey = order.checkoutKey && (await freeCheckoutKey(tx, order, words));
    await tx.update(orders).set({ delivery, checkoutKey }).where(eq(orders.id, order.id));
    await enterOrderEvent(tx, deps.now(), actor, order.id, { kind: 'company_changed', reference: String(version) });
    await record(tx, actor, { action: 'orders.company-changed', on: { kind: 'order', id: order.id } });
    await issueAnew(tx, deps, { ...order, delivery });
    return { changed: true };
  });

async function issueAnew(tx: Tx, deps: Dependencies, order: OrderRow): Promise<void> {
  const claim = await currentPaymentRequest(tx, order.id);
  if (order.status !== 'pending' || claim?.way !== 'transfer' || claim.state !== 'live') return;
  const missing = claim.amount - (await sumOfTransfersReceived(tx, order.id));
  await sendProforma(tx, deps, order, claim, { gross: missing, months: await monthsOrdered(tx, order.id) });
}
