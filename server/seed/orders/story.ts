import { devicePackages } from '#domain/catalogue/catalogue.ts';
import { DAY_MS, HOUR_MS } from '#domain/day.ts';
import type { PaymentWay } from '#domain/order-states.ts';
import type { DeskActions } from './desk-actions.ts';
import type { PackedParcel, PlacedOrder } from './placed.ts';

/** What happens so many milliseconds before now. */
export type Happening = readonly [ago: number, happen: () => Promise<unknown>];

/** So many days ago, and so many hours after that. */
export const days = (n: number, hours = 0) => n * DAY_MS - hours * HOUR_MS;

export const [ONE, TEN] = devicePackages;

/** Orders and parcels of the desk's last days, known by what becomes of them. */
export function openStory(act: DeskActions) {
  const orders: Record<string, PlacedOrder> = {};
  const parcels: Record<string, PackedParcel> = {};
  return {
    act,
    orders,
    parcels,
    place:
      (name: string, way: PaymentWay, product = ONE!) =>
      async () => {
        orders[name] = await act.place(way, product);
      },
    send: async (name: string) => {
      parcels[name] = await act.send(orders[name]!);
    },
    sendByCourier: async (name: string) => {
      parcels[name] = await act.sendByCourier(orders[name]!);
    },
  };
}
export type Story = ReturnType<typeof openStory>;
