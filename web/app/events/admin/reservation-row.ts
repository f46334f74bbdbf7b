import type { client } from '../../api.ts';

export type ReservationRow = Awaited<ReturnType<typeof client.events.admin.list>>['rows'][number];
