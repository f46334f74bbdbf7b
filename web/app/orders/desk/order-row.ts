import type { client } from '../../api.ts';

/** Everything about one order, as the server answers it. */
export type OrderRow = Awaited<ReturnType<typeof client.orders.admin.read>>;
