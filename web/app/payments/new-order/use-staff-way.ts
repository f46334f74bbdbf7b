import { useState } from 'react';
import type { WayProblem } from '#domain/order-states.ts';
import { paymentWayProblem, STAFF_WAYS, type StaffWay } from '#domain/payments/ways.ts';

export type StaffWayChoice = ReturnType<typeof useStaffWay>;

interface PayableOrder {
  country: string;
  /** Without the fee of a way, in para. */
  price: number;
  /** Why this buyer cannot pay on delivery; `null`: they can. */
  notOnDelivery: WayProblem | null;
}

/** How the order is paid: in the chosen way, or in another one while that is not possible. */
export function useStaffWay({ country, price, notOnDelivery }: PayableOrder) {
  const [chosen, choose] = useState<StaffWay>('transfer');
  const why = (way: StaffWay): WayProblem | null => {
    const known = way === 'cash_on_delivery' ? notOnDelivery : null;
    return paymentWayProblem(way, { kind: 'device', months: 1, country: country || 'RS', price }) ?? known;
  };
  const way = why(chosen) === null ? chosen : (STAFF_WAYS.find((one) => why(one) === null) ?? chosen);
  return { way, choose, why };
}
