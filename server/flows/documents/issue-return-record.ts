import { buyerOf } from '#domain/documents/buyer.ts';
import type { ReturnRecord } from '#domain/documents/data.ts';
import { sold } from '#domain/documents/paper-copy.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type IssuedDocument, issueDocument, recordIssuedDocument } from '../../documents/issue.ts';
import type { orders } from '../../orders/schema.ts';
import type { Tx } from '../../platform/db.ts';

type IssueDeps = Pick<Dependencies, 'queue' | 'config' | 'now'>;
type Order = typeof orders.$inferSelect;
type Said = Pick<ReturnRecord, 'receivedOn' | 'why' | 'decision' | 'note'> & {
  devices: Omit<ReturnRecord['devices'][number], 'name'>[];
};

/** The record of devices of an order that came back. Takes a number, so it is done late. */
export async function issueReturnRecord(
  tx: Tx,
  deps: IssueDeps,
  order: Order,
  { devices, ...said }: Said,
): Promise<IssuedDocument> {
  const issued = await issueDocument(
    tx,
    deps,
    {
      kind: 'returnRecord',
      buyer: buyerOf(order.delivery, order.email),
      order: order.number,
      ...said,
      devices: devices.map((device) => ({ name: sold.device, ...device })),
    },
    {
      orderId: order.id,
      packageId: null,
      profileId: order.profileId,
      price: { amount: 0, currency: order.currency },
    },
  );
  await recordIssuedDocument(tx, issued);
  return issued;
}
