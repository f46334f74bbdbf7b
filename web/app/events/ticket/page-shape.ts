import { choiceCopy } from '#domain/events/change/copy.ts';
import { ticketPageCopy as words } from '#domain/events/ticket/copy.ts';
import { ticketState } from '#domain/events/ticket/state.ts';
import { formatMoneyExact } from '#domain/money.ts';
import type { client } from '../../api.ts';

/** What a link opens, as the browser receives it. */
export type Page = Awaited<ReturnType<typeof client.events.ticket>>;
export type ShownPlace = Page['places'][number];
export type ShownTicket = Page['tickets'][number];

/** When it was let in, oldest first. */
export const entriesOf = ({ entries }: ShownTicket): string[] => entries;

/** Those that a door would let in now. */
export const validTickets = (page: Page): ShownTicket[] =>
  page.tickets.filter((ticket) => ticketState({ ...page, given: false, entries: entriesOf(ticket) }) === 'valid');

/** Without a network: that the kept ticket is valid is said only where there is one. */
export const offlineWords = (page: Page): string =>
  validTickets(page).length > 0 ? words.offline : words.offlineWithoutTicket;

/** Its guest gave the ticket up after a move. Who kept it then and is cancelled later reads what anybody reads. */
export const isMoneyAskedFor = ({ choice }: NonNullable<Page['change']>): boolean => choice?.made === 'refund';

/** What becomes of the money that was asked for; while its payment is decided on anew no sum is named. */
export function refundText(
  { returned, money, isPart }: NonNullable<NonNullable<Page['change']>['choice']>,
  { organiser }: Page['event'],
): string {
  if (returned) return choiceCopy.returned;
  if (money.length === 0) return choiceCopy.checked;
  const sums = money.map(formatMoneyExact).join(', ');
  return isPart ? choiceCopy.refundedPart(sums, organiser) : choiceCopy.refunded(sums, organiser);
}
