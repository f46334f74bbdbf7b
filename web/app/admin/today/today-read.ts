import type { client } from '../../api.ts';

export type TodayRead = Awaited<ReturnType<typeof client.admin.today>>;
