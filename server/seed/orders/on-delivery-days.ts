import { HOUR_MS } from '#domain/day.ts';
import { days, type Happening, type Story } from './story.ts';

const OURS = ['refused at the door', 'collected'];
const COURIERS = ['paid out', 'kept by the courier', 'nobody found'];

/** Orders on delivery: calls, parcels of our own, and those of a courier who has paid one, kept one and found nobody for one. */
export function onDeliveryDays({ act, orders, parcels, place, send, sendByCourier }: Story): Happening[] {
  const all = [...OURS, ...COURIERS];
  return [
    ...all.map((name, n): Happening => [days(4, 1 + n / 10), place(name, 'cash_on_delivery')]),
    [
      days(4, 3),
      async () => {
        for (const name of all) await act.enterCall(orders[name]!, 'confirmed');
      },
    ],
    [
      days(3),
      async () => {
        for (const name of OURS) await send(name);
        for (const name of COURIERS) await sendByCourier(name);
      },
    ],
    [
      days(2),
      async () => {
        await act.deliver(parcels.collected!);
        await act.refuse(parcels['refused at the door']!);
        await act.courierTells(parcels['paid out']!, '1');
        await act.courierTells(parcels['kept by the courier']!, '1');
      },
    ],
    [days(1, 2), place('confirmed', 'cash_on_delivery')],
    [days(1, 3), place('not reached', 'cash_on_delivery')],
    [days(1, 4), () => act.enterCall(orders.confirmed!, 'confirmed', 'Dostava posle 17 h.')],
    [days(1, 5), () => act.enterCall(orders['not reached']!, 'no_answer')],
    [6 * HOUR_MS, () => act.courierTells(parcels['nobody found']!, '6')],
    [5 * HOUR_MS, place('to be called', 'cash_on_delivery')],
    [4 * HOUR_MS, () => act.importCourierPayout(parcels['kept by the courier']!.key)],
    [2 * HOUR_MS, () => act.pack(orders.confirmed!)],
  ];
}
