import { shipmentKey, shipmentKeyIn } from '#domain/fulfilment/shipment.ts';
import type { FulfilmentState } from '#domain/order-states.ts';
import type { OrderRow } from './order-row.ts';

/** When the delivery of an order came to a state: the newest such event of what is sent, exchanges and cancelled parcels left out. */
export function fulfilmentMoment(
  { number, createdAt, shipments, events }: Pick<OrderRow, 'number' | 'createdAt' | 'shipments' | 'events'>,
  state: FulfilmentState,
): Date | string | null {
  if (state === 'new') return createdAt;
  const keys = shipments
    .filter((parcel) => (parcel.kind === 'outbound' || parcel.kind === 'resend') && parcel.state !== 'cancelled')
    .map(({ n }) => shipmentKey(number, n));
  return (
    events.find(({ kind, reference }) => kind === state && keys.includes(shipmentKeyIn(reference)))?.moment ?? null
  );
}
