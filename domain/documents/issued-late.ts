import type { FulfilmentState, OrderStatus } from '../order-states.ts';

/** Why a person issues no invoice for what was sold: see `documentRefusals`. */
export const NOT_ISSUED = ['unpaid', 'returned', 'not_sent', 'periods'] as const;
export type InvoiceObstacle = (typeof NOT_ISSUED)[number];

/** Where devices are of which a person issues the invoice; before that it is issued by itself, with the first parcel. */
const SENT: readonly (FulfilmentState | null)[] = ['handed_over', 'in_transit', 'delivered'];

interface Sold {
  kind: string;
  status: OrderStatus;
  fulfilmentState: FulfilmentState | null;
  amount: number;
  refunded: number;
}

/** Whether a person may issue the invoice of an order's devices, where it has none; `null`: yes. Periods of packages have their own. */
export function lateInvoiceObstacle({ kind, status, fulfilmentState, amount, refunded }: Sold): InvoiceObstacle | null {
  if (kind !== 'device') return 'periods';
  if (status !== 'paid') return 'unpaid';
  if (refunded >= amount) return 'returned';
  return SENT.includes(fulfilmentState) ? null : 'not_sent';
}
