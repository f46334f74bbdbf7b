import type { Day } from '#domain/day.ts';
import { NOT_ARRIVING_STATES, type ShipmentState } from '#domain/fulfilment/shipment.ts';
import { warrantyUntil } from '#domain/fulfilment/warranty.ts';
import { dayOf } from '#domain/time.ts';

interface Sent {
  parcels: readonly {
    state: ShipmentState;
    serials: readonly string[];
    deliveredAt: Date | string | null;
  }[];
  exchanges: readonly { replacement: string | null; until: Day }[];
}

const NOT_COMING: readonly ShipmentState[] = NOT_ARRIVING_STATES;

/**
 * The devices of an order by the last day of their warranty, `null` before they are delivered: each parcel has its own, and what takes the
 * place of a device has that one's. What does not come is not the buyer's, and what came back for good is in no delivered parcel any more.
 */
export function warranties({ parcels, exchanges }: Sent): { until: Day | null; serials: string[] }[] {
  const days = new Map<Day | null, string[]>();
  for (const { state, serials, deliveredAt } of parcels) {
    if (NOT_COMING.includes(state)) continue;
    const own = deliveredAt === null ? null : warrantyUntil(dayOf(new Date(deliveredAt)));
    for (const serial of serials) {
      const inPlace = exchanges.find(({ replacement }) => replacement === serial);
      const until = own && (inPlace?.until ?? own);
      days.set(until, [...(days.get(until) ?? []), serial]);
    }
  }
  return [...days].map(([until, serials]) => ({ until, serials }));
}
