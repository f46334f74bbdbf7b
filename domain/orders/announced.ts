import type { AnnouncementType } from '../announcements.ts';
import { shipmentKeyIn } from '../fulfilment/shipment.ts';
import type { OrderStatus } from '../order-states.ts';
import type { OrderEventKind } from './events.ts';

/** What an event of an order may be told other programs as; `null`: nothing, beside what becomes of the order's status. */
const ANNOUNCEMENT_OF: Record<OrderEventKind, AnnouncementType | null> = {
  paid: 'payment.received',
  part_paid: 'payment.received',
  overpaid: 'payment.received',
  settled: 'payment.received',
  refunded: 'order.refunded',
  packed: 'parcel.packed',
  handed_over: 'parcel.handed',
  delivered: 'parcel.delivered',
  returned: 'parcel.returned',
  placed: null,
  surplus_used: null,
  payment_processing: null,
  cancelled: null,
  lapsed: null,
  extended: null,
  delivery_changed: null,
  company_changed: null,
  called: null,
  call_extended: null,
  missed_called: null,
  call_undone: null,
  collected: null,
  way_changed: null,
  refund_asked: null,
  refund_declined: null,
  refund_lapsed: null,
  refund_started: null,
  refund_refused: null,
  refund_failed: null,
  payout_account: null,
  payout_listed: null,
  payout_returned: null,
  payout_again: null,
  disputed: null,
  dispute_won: null,
  dispute_lost: null,
  withdrawn: null,
  withdrawal_resolved: null,
  return_asked: null,
  return_label_sent: null,
  return_received: null,
  return_decided: null,
  return_called_off: null,
  exchange_asked: null,
  exchange_received: null,
  exchange_done: null,
  exchange_cancelled: null,
  delivered_before_records: null,
  delivery_confirmed: null,
  delivery_denied: null,
  in_transit: null,
  refused: null,
  lost: null,
  damaged: null,
  parcel_cancelled: null,
  loss_choice: null,
  loss_settled: null,
  courier_told: null,
  courier_changed: null,
  serial_corrected: null,
  receipt_entered: null,
};

interface Entered {
  kind: OrderEventKind;
  reference: string;
  /** Of the order, before and after. */
  number: number;
  was: OrderStatus;
  is: OrderStatus;
}

/** What other programs are told when that happened to an order, each with what it is about. */
export function announcementsOfEvent({
  kind,
  reference,
  number,
  was,
  is,
}: Entered): { type: AnnouncementType; id: string }[] {
  const order = String(number);
  const type = ANNOUNCEMENT_OF[kind];
  const about = type?.startsWith('parcel.') ? shipmentKeyIn(reference) : type?.startsWith('order.') ? order : reference;
  return [
    ...(type ? [{ type, id: about }] : []),
    ...(was !== 'paid' && is === 'paid' ? [{ type: 'order.paid' as const, id: order }] : []),
    ...(was !== 'cancelled' && is === 'cancelled' ? [{ type: 'order.cancelled' as const, id: order }] : []),
  ];
}
