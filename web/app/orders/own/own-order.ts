import type { client } from '../../api.ts';

/** One's own order, as the server answers it. */
export type OwnOrder = Awaited<ReturnType<typeof client.orders.read>>;
