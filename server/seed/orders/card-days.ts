import { HOUR_MS } from '#domain/day.ts';
import { days, type Happening, type Story } from './story.ts';

/** Cards of the payment provider's page: one that pays, and one whose payment its owner's bank takes back at once. */
const [GOOD, DISPUTED] = ['4242424242424242', '4000000000000259'];

/** Orders by card: one has waited for its parcel for too long, one is disputed, of one the money is under way. */
export function cardDays({ act, orders, place }: Story): Happening[] {
  return [
    [days(33), place('late', 'card')],
    [days(33, 1), () => act.pay(orders.late!, { do: 'pay', card: GOOD! })],
    [days(3, 4), place('disputed', 'card')],
    [days(3, 5), () => act.pay(orders.disputed!, { do: 'pay', card: DISPUTED! })],
    [3 * HOUR_MS, place('processing', 'card')],
    [2 * HOUR_MS, () => act.pay(orders.processing!, { do: 'later' })],
  ];
}
