import type { client } from '../../api.ts';

export type Rates = Awaited<ReturnType<typeof client.orders.admin.rates.list>>;
