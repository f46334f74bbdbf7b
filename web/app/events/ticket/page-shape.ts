import type { client } from '../../api.ts';

/** What a link opens, as the browser receives it. */
export type Page = Awaited<ReturnType<typeof client.events.ticket>>;
export type ShownPlace = Page['places'][number];
export type ShownTicket = Page['tickets'][number];

/** When it was let in, oldest first. */
export const entriesOf = ({ entries }: ShownTicket): string[] => entries;
