import { formatMoney } from '#domain/money.ts';
import { newOrder as copy } from '#domain/payments/new-order-copy.ts';
import { STAFF_WAYS, type StaffWay, WAYS } from '#domain/payments/ways.ts';
import { PayWays } from '../pay-ways.tsx';
import type { StaffWayChoice } from './use-staff-way.ts';

interface Props extends StaffWayChoice {
  /** Without the fee of a way, in para. */
  price: number;
}

/** The ways in which staff enter an order. */
export const StaffWays = ({ price, way, choose, why }: Props) => (
  <PayWays
    kind="device"
    offered={STAFF_WAYS}
    hint={copy.waysHint}
    selected={way}
    onSelect={(one) => choose(one as StaffWay)}
    transferText={copy.transferText}
    onDeliveryText={copy.onDeliveryText(formatMoney({ amount: price + WAYS.cash_on_delivery.fee, currency: 'RSD' }))}
    why={(one) => why(one as StaffWay)}
  />
);
