import { HOUR_MS } from '#domain/day.ts';
import type { Profile } from '../population.ts';
import { days, type Happening, type Story, TEN } from './story.ts';

/** By transfer, in the order in which they are placed. */
const PAID = ['returned', 'waits for an account', 'delivered', 'refunded', 'bounced', 'listed', 'sent back', 'decided'];
const LARGE = 'more than one person may give back';
const SENT = ['delivered', 'sent back', 'decided'];

/** Orders by transfer, months of a package among them, with their statements and money that goes back to accounts. */
export function transferDays({ act, orders, parcels, place, send }: Story, company: Profile): Happening[] {
  const returns: Record<string, string> = {};
  const withdraw = (name: string) => async () => {
    returns[name] = await act.withdraw(orders[name]!, parcels[name]!);
  };
  const receive = (name: string) => () => act.receiveReturn(returns[name]!, parcels[name]!);
  const giveBack = (name: string) => act.giveBack(orders[name]!, returns[name]!);

  return [
    ...PAID.map((name, n): Happening => [days(9, n / 2), place(name, 'transfer')]),
    [days(9, 5), place(LARGE, 'transfer', TEN!)],
    [
      days(9, 6),
      async () => {
        orders.months = await act.placeMonths(company, 3);
      },
    ],
    [
      days(7),
      async () => {
        const lines = await Promise.all([...PAID, LARGE, 'months'].map((name) => act.transferFor(orders[name]!)));
        await act.confirmExactLines(await act.importStatement(lines));
      },
    ],
    ...SENT.map((name, n): Happening => [days(6, 2 + n / 10), () => send(name)]),
    [days(6), place('almost over', 'transfer')],
    ...SENT.map((name, n): Happening => [days(5, n / 10), () => act.deliver(parcels[name]!)]),
    [days(5, 1), () => act.refundToAccount(orders.refunded!)],
    [days(5, 2), () => act.refundToAccount(orders.bounced!)],
    [days(5, 3), withdraw('sent back')],
    [days(5, 8), receive('sent back')],
    [
      days(5, 9),
      async () => {
        await giveBack('sent back');
        await act.nameAccount(orders['sent back']!);
      },
    ],
    [days(4), act.exportPayouts],
    [days(3, 2), act.confirmPayouts],
    [days(3, 3), withdraw('decided')],
    [days(2, 1), () => act.bouncePayout(orders.bounced!)],
    [days(2, 3), () => act.refund(orders['waits for an account']!)],
    [days(2, 5), () => act.refundToAccount(orders.listed!)],
    [days(2, 6), act.exportPayouts],
    [days(1), () => act.refundToAccount(orders.returned!)],
    [days(1, 1), place('ten by transfer', 'transfer', TEN!)],
    [days(1, 2), receive('decided')],
    [days(1, 3), () => giveBack('decided')],
    [days(1, 6), () => act.refund(orders[LARGE]!)],
    [20 * HOUR_MS, place('a little less', 'transfer')],
    [3 * HOUR_MS, place('waiting', 'transfer')],
    [
      2 * HOUR_MS,
      async () => {
        await act.importStatement([
          await act.transferFor(orders['ten by transfer']!),
          await act.transferFor(orders['a little less']!, -200_000),
          { amount: 1_500_000, text: 'uplata po dogovoru', payer: 'Dragana Savić' },
          { amount: -18_500, text: 'provizija banke' },
        ]);
      },
    ],
  ];
}
