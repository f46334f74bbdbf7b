/** How an order is paid. */
export const PAYMENT_WAYS = ['card', 'transfer', 'cash_on_delivery'] as const;
export type PaymentWay = (typeof PAYMENT_WAYS)[number];

/**
 * Why an order cannot be paid that way. `runs`: a card pays that package already; `stock`: no device is free; `refused`: too many
 * parcels were not taken at this phone or address; `off`: the shop does not offer it.
 */
export const WAY_PROBLEMS = ['kind', 'months', 'country', 'runs', 'amount', 'stock', 'refused', 'off'] as const;
export type WayProblem = (typeof WAY_PROBLEMS)[number];

/**
 * What has come of an order's money, computed from its claims, payments and refunds (view `order_states`, docs/orders.md).
 * `due`, `collected` and `settled` are of cash on delivery: the courier is still to collect it, has it, has transferred it.
 */
export const PAYMENT_STATES = [
  'unpaid',
  'processing',
  'paid',
  'part_refunded',
  'refunded',
  'due',
  'collected',
  'settled',
  'cancelled',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** What becomes of a parcel; each is an event of its order and a state of what the order delivers. */
export const PARCEL_STATES = [
  'packed',
  'handed_over',
  'in_transit',
  'delivered',
  'refused',
  'returned',
  'lost',
  'damaged',
] as const;

/** What has come of an order's goods, computed from its shipments; an order without goods has none. */
export const FULFILMENT_STATES = ['new', ...PARCEL_STATES] as const;
export type FulfilmentState = (typeof FULFILMENT_STATES)[number];

export const ORDER_STATUSES = ['pending', 'paid', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The status of the lists, by the state of the payment. */
export const STATUS_OF = {
  unpaid: 'pending',
  processing: 'pending',
  due: 'pending',
  collected: 'pending',
  paid: 'paid',
  part_refunded: 'paid',
  refunded: 'paid',
  settled: 'paid',
  cancelled: 'cancelled',
} as const satisfies Record<PaymentState, OrderStatus>;

/**
 * What a buyer is asked to pay. One of an order's claims at most is `live`; `replaced` is one that another took the place of, whose
 * reference is still recognised. What was cancelled or has lapsed lives again when its money comes late.
 */
export const CLAIM_STATES = ['live', 'replaced', 'cancelled', 'lapsed'] as const;
export type OrderClaimState = (typeof CLAIM_STATES)[number];

/** From which state to which; the database refuses every other change. */
export const CLAIM_MOVES: Record<OrderClaimState, readonly OrderClaimState[]> = {
  live: ['replaced', 'cancelled', 'lapsed'],
  cancelled: ['live', 'replaced'],
  lapsed: ['live', 'replaced'],
  replaced: [],
};

/** Money of an order: a courier has collected it, or it is ours. */
export const PAYMENT_RECEIPT_STAGES = ['collected', 'received'] as const;

/** What an order consists of. */
export const LINE_KINDS = ['goods', 'service', 'fee'] as const;
