import * as z from 'zod';
import { Day, Id } from '../shapes.ts';
import type { Order } from './shapes.ts';

/** What an order gives its buyer: devices with a licence, or units of adverts. */
export const GAVE_UNITS = ['device', 'banner', 'tv_second'] as const;
export type GrantUnit = (typeof GAVE_UNITS)[number];

/** Why: it came, it was paid, or it was taken back, and what was taken back is given again. */
export const GAVE_CAUSES = ['delivered', 'taken', 'package', 'refund', 'dispute', 'correction'] as const;
export type GrantCause = (typeof GAVE_CAUSES)[number];

export const GaveEntry = z.object({
  unit: z.enum(GAVE_UNITS),
  cause: z.enum(GAVE_CAUSES),
  /** Less than zero: taken back. */
  delta: z.int(),
  /** `null`: over time. */
  moment: z.date().nullable(),
});
export type GaveEntry = z.infer<typeof GaveEntry>;

/** Who has invited the buyer, and from which day the devices count in that network. */
export const Referral = z.object({ name: z.string(), countsFrom: Day, isCounted: z.boolean() });
export type Referral = z.infer<typeof Referral>;

/** Of the buyer: who has invited them, their place in the network (`null` outside it), and how many of their TVs are silent. */
export const BuyerStanding = z.object({
  inviter: z.object({ id: Id, name: z.string() }).nullable(),
  network: z.object({ level: z.int(), downline: z.int() }).nullable(),
  away: z.int(),
});
export type BuyerStanding = z.infer<typeof BuyerStanding>;

/** Devices of it are with nobody yet: they are to be packed, on their way, or were not taken. */
export const isAwaitingDevices = ({
  kind,
  paymentState,
  fulfilmentState,
}: Pick<Order, 'kind' | 'paymentState' | 'fulfilmentState'>): boolean =>
  kind === 'device' && fulfilmentState !== 'delivered' && !['cancelled', 'refunded'].includes(paymentState);
