import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '#domain/day.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Client } from '../client.ts';
import { connectPrograms } from '../connect-programs.ts';
import type { Population } from '../population.ts';
import { askForReturns } from './ask-for-returns.ts';
import { cardDays } from './card-days.ts';
import { deskActions } from './desk-actions.ts';
import { openDesk } from './desk-clients.ts';
import { markSent } from './mark-sent.ts';
import { onDeliveryDays } from './on-delivery-days.ts';
import { days, type Happening, openStory, type Story } from './story.ts';
import { transferDays } from './transfer-days.ts';

/** How many of the members buy, from the twentieth on. */
const BUYERS = [20, 60] as const;

/**
 * The last days of the desk, played through the API as people would: orders in each way of paying, statements, one of them not decided yet,
 * parcels, returns, and money that goes back. Whatever is written is written by the program itself, at the moment at which it happened;
 * nothing of it is mailed. Comes after the year.
 */
export async function playDesk(
  opened: Dependencies,
  { members, companies }: Pick<Population, 'members' | 'companies'>,
  person: { id: string; email: string },
) {
  const desk = await openDesk(opened);
  const { deps, clock } = desk;
  const end = clock.now;
  const staff = await desk.as(person);
  // Devices go to Serbia only, and so do transfers; of a company with a subscription, that one goes on.
  const buyers = members.filter(({ country }) => country === 'RS').slice(...BUYERS);
  const company = companies.find(({ country, paymentCustomerId }) => country === 'RS' && !paymentCustomerId)!;
  const story = openStory(deskActions(desk, staff, buyers));
  const happenings = [
    ...stockDays(story),
    ...transferDays(story, company),
    ...onDeliveryDays(story),
    ...cardDays(story),
    ...exchangeDays(story, staff),
  ];
  for (const [ago, happen] of happenings.toSorted(([one], [other]) => other - one)) {
    clock.now = new Date(end.getTime() - ago);
    await happen();
  }
  clock.now = end;
  await askForReturns(desk, staff);
  await connectPrograms(deps, staff, person);
  // Nobody is mailed about a demonstration.
  await markSent(deps.db);
  await desk.close();
}

const stockDays = ({ act }: Story): Happening[] => [
  [days(10), () => act.receiveDevices(160, 'Otpremnica 118/2026', 'A-2')],
  [days(10, 1), act.writeOffNewest],
  [days(1, 6), () => act.receiveDevices(40, 'Otpremnica 131/2026', 'B-1')],
];

/** The device that was delivered is faulty: another one goes out for it today. */
function exchangeDays({ orders, parcels }: Story, staff: Client): Happening[] {
  const id = randomUUID();
  const exchanged = () => ({ id, serial: parcels.delivered!.serials[0]! });
  const reason = 'Slika se gasi posle desetak minuta.';
  return [
    [
      days(2, 4),
      () => staff.fulfilment.admin.exchange({ ...exchanged(), order: orders.delivered!.id, reason, way: 'sends' }),
    ],
    [4 * HOUR_MS, () => staff.fulfilment.admin.receiveExchanged(exchanged())],
  ];
}
