import type { client } from '../../api.ts';

/** What a link opens, as the browser receives it. */
export type Page = Awaited<ReturnType<typeof client.events.ticket>>;
export type ShownPlace = Page['places'][number];
export type ShownTicket = Page['tickets'][number];

/** When it was let in, oldest first. */
export const entriesOf = ({ entries }: ShownTicket): string[] => entries;

/** Its guest gave the ticket up after a move. Who kept it then and is cancelled later reads what anybody reads. */
export const isMoneyAskedFor = ({ choice }: NonNullable<Page['change']>): boolean => choice?.made === 'refund';
