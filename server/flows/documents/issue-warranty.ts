import type { Day } from '#domain/day.ts';
import { buyerOf } from '#domain/documents/buyer.ts';
import { sold as words } from '#domain/documents/paper-copy.ts';
import { warrantyUntil } from '#domain/fulfilment/warranty.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type IssuedDocument, issueDocument, recordIssuedDocument } from '../../documents/issue.ts';
import type { orders } from '../../orders/schema.ts';
import type { Tx } from '../../platform/db.ts';
import { listOrderInvoices } from './list-order-papers.ts';

type IssueDeps = Pick<Dependencies, 'queue' | 'config' | 'now'>;
type Order = typeof orders.$inferSelect;

/** A device under warranty, since the day that it counts from. */
interface Guaranteed {
  serial: string;
  since: Day;
}

/**
 * The warranty of the devices of one parcel. With the first one of a device it travels with the invoice it names; of what took the place
 * of another it travels alone (`isExchange`).
 */
export async function issueWarranty(
  tx: Tx,
  deps: IssueDeps,
  order: Order,
  devices: readonly Guaranteed[],
  { isExchange = false } = {},
): Promise<IssuedDocument> {
  const invoice = (await listOrderInvoices(tx, order.id)).findLast(({ kind }) => kind === 'invoice');
  const issued = await issueDocument(
    tx,
    deps,
    {
      kind: 'warranty',
      buyer: buyerOf(order.delivery, order.email),
      order: order.number,
      invoice: invoice?.number ?? null,
      deliveredOn: devices.map(({ since }) => since).sort()[0]!,
      devices: devices.map(({ serial, since }) => ({ name: words.device, serial, until: warrantyUntil(since) })),
    },
    {
      orderId: order.id,
      packageId: null,
      profileId: order.profileId,
      ...(invoice && !isExchange ? { citedId: invoice.id } : {}),
      price: { amount: 0, currency: order.currency },
    },
  );
  await recordIssuedDocument(tx, issued);
  return issued;
}
