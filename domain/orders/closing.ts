import type { ShipmentState } from '../fulfilment/shipment.ts';
import type { PaymentState, PaymentWay } from '../order-states.ts';

/**
 * What becomes of an order when its buyer's account is closed. The first two are called off; the others go on without the account, as far
 * as they can.
 */
export const CLOSING_STAGES = [
  'transfer_called_off',
  'on_delivery_called_off',
  'on_delivery_sent',
  'processing',
  'to_send',
  'sent',
  'delivered',
  'not_delivered',
  'special_waiting',
  'special_running',
] as const;
export type ClosingStage = (typeof CLOSING_STAGES)[number];

interface Parcel {
  state: ShipmentState;
  /** The courier has surely not come to it yet, and can be told that it does not go. */
  isRecallable: boolean;
}

interface Unpaid {
  way: PaymentWay;
  paymentState: PaymentState;
  parcels: readonly Parcel[];
}

/** Of an order that is not paid; `null`: a payment page that nobody pays any more, which is called off with the account. */
export function closingStageOfUnpaid({ way, paymentState, parcels }: Unpaid): ClosingStage | null {
  if (paymentState === 'processing') return 'processing';
  if (paymentState === 'collected') return 'delivered';
  if (way === 'transfer') return paymentState === 'unpaid' ? 'transfer_called_off' : null;
  if (paymentState !== 'due') return null;
  const isHere = parcels.every(
    ({ state, isRecallable }) => state === 'cancelled' || (state === 'packed' && isRecallable),
  );
  return isHere ? 'on_delivery_called_off' : 'on_delivery_sent';
}

export const isCancelledByClosing = (stage: ClosingStage | null): boolean =>
  stage === 'transfer_called_off' || stage === 'on_delivery_called_off';
