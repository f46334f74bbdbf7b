import { PARCEL_STATES } from '../order-states.ts';

/** Why a parcel goes: to the buyer, once more to the buyer, in exchange for a faulty device, or back to us. */
export const SHIPMENT_KINDS = ['outbound', 'resend', 'exchange', 'return'] as const;

export const SHIPMENT_STATES = [...PARCEL_STATES, 'cancelled'] as const;
export type ShipmentState = (typeof SHIPMENT_STATES)[number];

/** From which state to which; the database refuses every other change. What was lost may be found. */
export const SHIPMENT_MOVES: Record<ShipmentState, readonly ShipmentState[]> = {
  packed: ['handed_over', 'cancelled'],
  handed_over: ['in_transit', 'delivered', 'refused', 'lost', 'damaged'],
  in_transit: ['delivered', 'refused', 'lost', 'damaged'],
  delivered: [],
  refused: ['in_transit', 'returned', 'lost', 'damaged'],
  returned: [],
  lost: ['in_transit', 'delivered', 'returned'],
  damaged: ['delivered', 'returned'],
  cancelled: [],
};

/** It has left, and whoever waits for it may be sent where it is. */
export const UNDER_WAY_STATES = ['handed_over', 'in_transit'] as const satisfies readonly ShipmentState[];

/** It comes, and whoever takes it pays what it collects. */
export const COMING_STATES = ['packed', ...UNDER_WAY_STATES] as const satisfies readonly ShipmentState[];

/** Of these nothing comes to the buyer, unless what was lost is found. */
export const NOT_ARRIVING_STATES = [
  'cancelled',
  'refused',
  'returned',
  'lost',
  'damaged',
] as const satisfies readonly ShipmentState[];

/** Who carries a parcel; `before_records` stands for all that was delivered before parcels were recorded. */
export const COURIERS = ['own', 'd-express', 'before_records'] as const;
export type Courier = (typeof COURIERS)[number];

/** Those that something can be packed for, where they are configured (`COURIERS`). */
export const PACKING_COURIERS = ['own', 'd-express'] as const satisfies readonly Courier[];
export type PackingCourier = (typeof PACKING_COURIERS)[number];

/** The parcel's key, the same at the courier: the order's number and which of its parcels it is. */
export const shipmentKey = (orderNumber: number, n: number): string => `${orderNumber}-${n}`;

/** Events of a parcel name it; said once more of what was lost and found, with which time it is: `1482-1/2`. */
export const shipmentKeyIn = (reference: string): string => reference.split('/')[0]!;

/** The courier's own number of a box, as it is read from a label or a mail: two letters and ten digits. `null`: it is none. */
export function boxCodeIn(text: string): string | null {
  const code = text.replace(/\s/g, '').toUpperCase();
  return /^[A-Z]{2}\d{10}$/.test(code) ? code : null;
}
