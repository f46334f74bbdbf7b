import type { MoneyDocument } from '../documents/data.ts';
import type { PaymentState, PaymentWay, WayProblem } from '../order-states.ts';
import type { OrderKind } from '../orders/shapes.ts';

/** Those in which staff enter an order: nobody types the card of somebody else. */
export const STAFF_WAYS = ['transfer', 'cash_on_delivery'] as const satisfies readonly PaymentWay[];
export type StaffWay = (typeof STAFF_WAYS)[number];

/** Why nothing can be ordered for an account. */
export const BUYER_PROBLEMS = ['waiting', 'blocked', 'closed'] as const;
export type BuyerProblem = (typeof BUYER_PROBLEMS)[number];

interface Capabilities {
  /** Whether the money is there when the buyer has finished, or comes later. */
  money: 'at once' | 'later';
  currency: 'EUR' | 'RSD';
  kinds: readonly OrderKind[];
  /** How many months of a package may be paid together; by card each is paid when it begins. */
  months: readonly number[];
  /** Where the buyer may be; `null`: anywhere we sell. */
  countries: readonly string[] | null;
  /** Charged for the way itself, and the most that can be paid by it, both in para. */
  fee: number;
  most: number;
  /** What an order goes through until its money is ours; it is placed in the first. */
  states: readonly [PaymentState, ...PaymentState[]];
  /** How papers say that it was paid. */
  onPapers: NonNullable<MoneyDocument['paid']>['how'];
}

/** What each way can do: a new one is a row here, and does not compile until it has all that docs/orders.md lists under "Recipes". */
export const WAYS: Record<PaymentWay, Capabilities> = {
  card: {
    money: 'at once',
    currency: 'EUR',
    kinds: ['device', 'package', 'special'],
    months: [1],
    countries: null,
    fee: 0,
    most: Infinity,
    states: ['unpaid', 'paid'],
    onPapers: 'card',
  },
  transfer: {
    money: 'later',
    currency: 'RSD',
    kinds: ['device', 'package', 'special'],
    months: [1, 3, 6, 12],
    countries: ['RS'],
    fee: 0,
    most: Infinity,
    states: ['unpaid', 'paid'],
    onPapers: 'transfer',
  },
  cash_on_delivery: {
    money: 'later',
    currency: 'RSD',
    kinds: ['device'],
    months: [1],
    countries: ['RS'],
    fee: 39_000,
    most: 10_000_000,
    states: ['due', 'collected', 'settled'],
    onPapers: 'cash',
  },
};

/** So many parcels that were not taken at a phone or an address end cash on delivery there. */
export const REFUSED_PARCELS = 3;

export interface PaymentWayOrder {
  kind: OrderKind;
  months: number;
  country: string;
  /** Without the fee of the way, in para. */
  price: number;
}

/** Why an order cannot be paid that way; `null` when it can. */
export function paymentWayProblem(
  way: PaymentWay,
  { kind, months, country, price }: PaymentWayOrder,
): WayProblem | null {
  const can = WAYS[way];
  if (!can.kinds.includes(kind)) return 'kind';
  if (months !== 1 && (kind !== 'package' || !can.months.includes(months))) return 'months';
  if (can.countries !== null && !can.countries.includes(country)) return 'country';
  return price + can.fee > can.most ? 'amount' : null;
}
