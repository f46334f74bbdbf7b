import type { Currency, Money } from '../../money.ts';
import type { PaymentState } from '../../order-states.ts';
import { dinarsAt } from '../../prices.ts';
import type { ShipmentState } from '../shipment.ts';

/** What a courier answers for. */
export const LOSSES = ['lost', 'damaged'] as const satisfies readonly ShipmentState[];
export type Loss = (typeof LOSSES)[number];
export const isLoss = (state: ShipmentState): state is Loss => (LOSSES as readonly ShipmentState[]).includes(state);

/** `none`: we carried it ourselves; `dropped`: it was found. */
export const PARCEL_CLAIM_STATES = ['none', 'open', 'paid', 'refused', 'dropped'] as const;
export type ParcelClaimState = (typeof PARCEL_CLAIM_STATES)[number];

/**
 * From which state to which; the database holds the same (migration `what_does_not_arrive`). What was found may be lost again; what a line of a
 * statement paid is open again when the line is decided anew.
 */
export const PARCEL_CLAIM_MOVES: Record<ParcelClaimState, readonly ParcelClaimState[]> = {
  none: [],
  open: ['paid', 'refused', 'dropped'],
  paid: ['open'],
  refused: ['paid'],
  dropped: ['open'],
};

export const CLAIM_OUTCOMES = ['paid', 'refused'] as const satisfies readonly ParcelClaimState[];
export type ClaimOutcome = (typeof CLAIM_OUTCOMES)[number];

/** What the buyer wants instead. */
export const LOSS_CHOICES = ['again', 'money'] as const;
export type LossChoice = (typeof LOSS_CHOICES)[number];

/** Only of what was paid for there is money to be given back. */
export const isLossChoiceOffered = (state: PaymentState): boolean =>
  ['paid', 'part_refunded', 'settled', 'collected'].includes(state);

export const CLAIM_NOTE_MAX = 500;

interface Bought {
  /** What all devices of the order cost, minor units, and how many they are. */
  amount: number;
  currency: Currency;
  quantity: number;
}

/** What the devices of a parcel cost: in dinars where the order has a rate. */
export function worthOf({ amount, currency, quantity }: Bought, devices: number, rate: number | null): Money {
  const worth = quantity === 0 ? 0 : Math.round((amount * devices) / quantity);
  return currency === 'EUR' && rate !== null ? dinarsAt(worth, rate) : { amount: worth, currency };
}
