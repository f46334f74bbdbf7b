import type { Product } from '#domain/catalogue/catalogue.ts';
import type { Delivery } from '#domain/delivery.ts';
import type { AcceptedDocument } from '#domain/legal/versions.ts';
import type { AskedTransfer } from '#domain/orders/transfer/asked-transfer.ts';
import type { Person } from '../../../context.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { OrderClaim } from '../../../orders/claims.ts';
import type { NewOrder } from '../../../orders/place-order.ts';
import type { Actor } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/db.ts';
import type { OrderRow } from '../enter-sale.ts';

export interface Buyer {
  person: Pick<Person, 'id' | 'email' | 'profile'>;
  /** Who orders: the buyer, or staff for them. */
  actor: Actor;
  /** What is typed is of this order alone. */
  keepsProfile?: boolean;
  /** The version of what staff told a consumer before; the mail about the order says the same. */
  told?: string | undefined;
}

/** What the buyer's form came to. */
export interface BuyerFormData {
  delivery: Delivery;
  profile: NewOrder['profile'];
  document: AcceptedDocument;
}

export interface PaymentRequest {
  product: Product;
  form: BuyerFormData;
  /** Of the terms the buyer accepted. */
  termsVersion: string | null;
  /** Months of a package that are paid together. */
  months: number;
  /** The rate that the buyer was shown; `null` when the caller named none. */
  rate: number | null;
  /** A subscription by card of the same package may end for it. */
  endsSubscription: boolean;
}

export interface StartedOrder {
  /** Where the buyer goes on: the payment page, or the order with what to pay. */
  url: string;
  orderId: string;
  number: number;
  transfer: AskedTransfer | null;
  /** `false`: the same order was there already. */
  isNew: boolean;
}

/** Begins a way of paying: the order is written before anything opens, and one intention is one order, however often it is asked for. */
export type StartPayment = (deps: Dependencies, buyer: Buyer, wanted: PaymentRequest) => Promise<StartedOrder>;

/** What a way of paying does; what it can do, `WAYS` says (domain/payments/ways.ts). */
export interface PaymentWayFlow {
  start: StartPayment;
  /** What is asked for an order that was to be paid in another way until now. */
  ask(tx: Tx, deps: Dependencies, order: OrderRow): Promise<OrderClaim>;
  /** After that change is written: what its buyer is sent, or a refusal. */
  offer(tx: Tx, deps: Dependencies, order: OrderRow, asked: { claim: OrderClaim; months: number }): Promise<void>;
}
