import { PARCEL_STATES } from '../order-states.ts';

/**
 * What can happen to an order. Each is written once, in the transaction that causes it; the order's page, its mails and what the buyer
 * reads are of these. A kind's facts are listed beside it: amounts in minor units of `currency`, nothing personal.
 */
export const ORDER_EVENTS = [
  /** `amount`, `currency`; `told`: the version of what a consumer was read on the phone and agreed to. */
  'placed',
  /** The money is on its way: a bank transfer through the provider. */
  'payment_processing',
  /** `amount`, `currency`, and of a card or a transfer `bookedOn`, the day on which the money came; the reference is the payment's key. */
  'paid',
  /** A part of a transfer; `amount`, `currency`, `missing`, `bookedOn`. The reference is the payment's key. */
  'part_paid',
  /** Money that was not asked for: too much, a second time, late, or for a closed account. `amount`, `currency`. */
  'overpaid',
  /** Of such money, what pays for another order of the same buyer, `order`: `amount`, `currency`. The reference is that payment's key. */
  'surplus_used',
  /** The page expired, the payment failed, or another order took its place. */
  'cancelled',
  /** Nobody paid the predračun until its last day, `validUntil`. The reference is the claim's id. */
  'lapsed',
  /** Its last day is a later one, `validUntil`. */
  'extended',
  /** Another address or recipient, before anything was packed. The reference is the version it was. */
  'delivery_changed',
  /** The name or the numbers of the firm it is for, before anything was packed or invoiced. The reference is the version it was. */
  'company_changed',
  /** Staff called the buyer: `outcome` (`CALL_OUTCOMES`), `try` of those without an answer, `next` (ISO; `null`: none). The reference is the call's own id. */
  'called',
  /** Whoever did not answer the last of the calls has until a later day: `until` (ISO). The reference is the extension's own id. */
  'call_extended',
  /**
   * Staff called the buyer whom the courier did not find: `outcome`, `parcel`, `missed` (its parcels, and since when). The reference is the
   * call's own id.
   */
  'missed_called',
  /** Whoever entered a call took its outcome back a moment later. The reference is the call's own id. */
  'call_undone',
  /** With the courier, who will transfer it: `amount`, `currency`. The reference is the payment's key; of `settled`, too. */
  'collected',
  /** The money of cash on delivery is ours. */
  'settled',
  /** Paid another way from now on: `way`, `amount`, `currency`. The reference is the new claim's id. */
  'way_changed',
  /** `amount`, `currency`; the reference is the refund's id. */
  'refunded',
  /** Staff give money back, which waits for a second person: `amount`, `currency`, `devices`, `months` paid ahead, `reason`. Of these the reference is the request's id. */
  'refund_asked',
  'refund_declined',
  'refund_lapsed',
  /** It is on its way to the provider, or to an account; also `goods`, and `way`. */
  'refund_started',
  /** The account of a payout was named, by `by` (`buyer` or `staff`). The reference is the payout's id and the moment; of the rest, the id. */
  'payout_account',
  /** It is in a payment order, `list`. */
  'payout_listed',
  /** The buyer's bank sent it back, and another account is asked for; then it left again. */
  'payout_returned',
  'payout_again',
  /** The provider will not do it: `problem`. */
  'refund_refused',
  /** The buyer's bank sent a refund back, or it was called off. */
  'refund_failed',
  /** `amount`, `currency`; the reference is the dispute's id. */
  'disputed',
  'dispute_won',
  'dispute_lost',
  /** `receivedOn`, `refundBy`. */
  'withdrawn',
  'withdrawal_resolved',
  /** Devices come back: `serials`, of what is asked for `pictures` (how many), of the label its `label`, of the decision its `outcome`. Of these the reference is the return's id. */
  'return_asked',
  'return_label_sent',
  'return_received',
  'return_decided',
  'return_called_off',
  /**
   * Another device for a faulty one, `serial`; of the done one also `replacement`. Of these the reference is the exchange's id; of a device
   * that came back although it was for no exchange (`spare`) its serial number follows.
   */
  'exchange_asked',
  'exchange_received',
  'exchange_done',
  'exchange_cancelled',
  /** Paid before parcels were recorded: it counts as delivered. */
  'delivered_before_records',
  /** The owner says once whether such a parcel was delivered or is to be packed. The reference is its key. */
  'delivery_confirmed',
  'delivery_denied',
  /** A parcel's states; the reference is the parcel's key, `{order}-{n}` (`shipmentKeyIn`). */
  ...PARCEL_STATES,
  'parcel_cancelled',
  /** What the buyer wants instead of a parcel that does not come: `choice`, `by` (`buyer` or `staff`). The reference is as of its states; of the next, too. */
  'loss_choice',
  /** What its courier said of it: `outcome`, `amount`, `currency`. */
  'loss_settled',
  /** What a courier told that moved nothing: `parcel`, `courier`, `status`, `news` (`null`: a code that nobody knows). The reference is the message's id. */
  'courier_told',
  /** `parcel`, `from`, `to`; the reference is the parcel's key and how often it was changed. */
  'courier_changed',
  /** `parcel`, `from`, `to`, `reason`; the reference is the correction's own. */
  'serial_corrected',
  /** `kind`, `number`: of the fiscal device or of SEF. The reference is both. */
  'receipt_entered',
] as const;
export type OrderEventKind = (typeof ORDER_EVENTS)[number];

export type OrderEventFacts = Record<string, string | number | boolean | null>;
