import { randomUUID } from 'node:crypto';
import { devicePackages } from '#domain/catalogue/catalogue.ts';
import { DAY_MS, HOUR_MS } from '#domain/day.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Client } from '../client.ts';
import { connectPrograms } from '../connect-programs.ts';
import type { Profile } from '../population.ts';
import { askForReturns } from './ask-for-returns.ts';
import { deskActions, type PackedParcel, type PlacedOrder } from './desk-actions.ts';
import { openDesk } from './desk-clients.ts';
import { markSent } from './mark-sent.ts';

/** What happens so many milliseconds before now. */
type Happening = readonly [ago: number, happen: () => Promise<unknown>];

const [ONE, TEN] = devicePackages;

/**
 * The last days of the desk, played through the API as people would: orders by transfer and on delivery, a bank statement that is not decided
 * yet, returns, and money that goes back to accounts. Whatever is written is written by the program itself, at the moment at which it happened;
 * nothing of it is mailed. Comes after the year.
 */
export async function playDesk(opened: Dependencies, buyers: Profile[], person: { id: string; email: string }) {
  const desk = await openDesk(opened);
  const { deps, clock } = desk;
  const end = clock.now;
  const staff = await desk.as(person);
  const happenings = lastDays(deskActions(desk, staff, buyers), staff);
  for (const [ago, happen] of happenings.toSorted(([one], [other]) => other - one)) {
    clock.now = new Date(end.getTime() - ago);
    await happen();
  }
  clock.now = end;
  await askForReturns(desk, staff);
  await connectPrograms(deps, staff, person);
  // Nobody is mailed about a demonstration.
  await markSent(deps.db);
  await desk.signOutAll();
}

const days = (n: number, hours = 0) => n * DAY_MS - hours * HOUR_MS;

/** By subject; orders and parcels are known by what becomes of them. */
function lastDays(act: ReturnType<typeof deskActions>, staff: Client): Happening[] {
  const orders: Record<string, PlacedOrder> = {};
  const parcels: Record<string, PackedParcel> = {};
  const place =
    (name: string, way: 'transfer' | 'cash_on_delivery', product = ONE!) =>
    async () => {
      orders[name] = await act.place(way, product);
    };
  const send = async (name: string) => {
    parcels[name] = await act.send(orders[name]!);
  };
  const exchange = randomUUID();
  const exchanged = () => ({ id: exchange, serial: parcels.delivered!.serials[0]! });

  return [
    [days(10), () => act.receiveDevices(160, 'Otpremnica 118/2026', 'A-2')],
    [days(10, 1), act.writeOffNewest],
    [days(1, 6), () => act.receiveDevices(40, 'Otpremnica 131/2026', 'B-1')],
    [days(9), place('returned', 'transfer')],
    [days(9, 1), place('waits for an account', 'transfer')],
    [days(9, 2), place('delivered', 'transfer')],
    [days(8), place('refunded', 'transfer')],
    [
      days(7),
      async () => {
        const names = ['returned', 'waits for an account', 'delivered', 'refunded'];
        const lines = await Promise.all(names.map((name) => act.transferFor(orders[name]!)));
        await act.confirmExactLines(await act.importStatement(lines));
      },
    ],
    [days(6, 2), () => send('delivered')],
    [days(6), place('almost over', 'transfer')],
    [days(5), () => act.deliver(parcels.delivered!)],
    [days(5, 1), () => act.refundToAccount(orders.refunded!)],
    [days(4), act.exportPayouts],
    [days(3, 2), act.confirmPayouts],
    [days(4, 1), place('refused at the door', 'cash_on_delivery')],
    [days(4, 2), place('collected', 'cash_on_delivery')],
    [
      days(4, 3),
      async () => {
        for (const name of ['refused at the door', 'collected']) await act.enterCall(orders[name]!, 'confirmed');
      },
    ],
    [
      days(3),
      async () => {
        for (const name of ['refused at the door', 'collected']) await send(name);
      },
    ],
    [
      days(2),
      async () => {
        await act.deliver(parcels.collected!);
        await act.refuse(parcels['refused at the door']!);
      },
    ],
    // The device that was delivered is faulty: another one goes out for it today.
    [
      days(2, 4),
      () =>
        staff.fulfilment.admin.exchange({
          ...exchanged(),
          order: orders.delivered!.id,
          reason: 'Slika se gasi posle desetak minuta.',
          way: 'sends',
        }),
    ],
    [4 * HOUR_MS, () => staff.fulfilment.admin.receiveExchanged(exchanged())],
    [days(2, 3), () => act.refund(orders['waits for an account']!)],
    [days(1), () => act.refundToAccount(orders.returned!)],
    [days(1, 1), place('ten by transfer', 'transfer', TEN!)],
    [days(1, 2), place('confirmed', 'cash_on_delivery')],
    [days(1, 3), place('not reached', 'cash_on_delivery')],
    [days(1, 4), () => act.enterCall(orders.confirmed!, 'confirmed', 'Dostava posle 17 h.')],
    [days(1, 5), () => act.enterCall(orders['not reached']!, 'no_answer')],
    [20 * HOUR_MS, place('a little less', 'transfer')],
    [5 * HOUR_MS, place('to be called', 'cash_on_delivery')],
    [3 * HOUR_MS, place('waiting', 'transfer')],
    [
      2 * HOUR_MS,
      async () => {
        await act.pack(orders.confirmed!);
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
