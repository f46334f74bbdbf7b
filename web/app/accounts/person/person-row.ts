import type { client } from '../../api.ts';

/** Everything about one person, as the server answers it. */
export type PersonOnPage = Awaited<ReturnType<typeof client.accounts.admin.people.read>>;
export type HistoryRow = Awaited<ReturnType<typeof client.accounts.admin.people.history>>['rows'][number];
