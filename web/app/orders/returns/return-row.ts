import type { client } from '../../api.ts';

/** What a buyer may send back, and the returns of an order for staff, as the server answers them. */
export type OwnReturnsRow = Awaited<ReturnType<typeof client.returns.read>>;
export type DeskReturnRow = Awaited<ReturnType<typeof client.returns.admin.read>>[number];
