import type { Day } from '../day.ts';

/** Of what a consumer is told before an order on the phone (`phone-order-copy.ts`): it stands with the order, and changes with any word. */
export const PHONE_ORDER_TEXT_VERSION = '2026-11-27';

/** What of an order the words depend on. */
export interface PhoneOrderFacts {
  productName: string;
  /** With the fee of the way, in para. */
  total: number;
  /** The last day of a transfer; `null`: it is paid on delivery. */
  until: Day | null;
}
