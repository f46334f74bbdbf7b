import type { PaymentWay } from '#domain/order-states.ts';
import { cardFlow } from './card.ts';
import { cashOnDeliveryFlow } from './cash-on-delivery.ts';
import { transferFlow } from './transfer.ts';
import type { PaymentWayFlow } from './way.ts';

export const WAY_FLOWS: Record<PaymentWay, PaymentWayFlow> = {
  card: cardFlow,
  transfer: transferFlow,
  cash_on_delivery: cashOnDeliveryFlow,
};
