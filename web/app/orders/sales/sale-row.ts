import { placeOfOrder } from '#domain/admin/subject-pages.ts';
import type { client } from '../../api.ts';

/** An order of the list of sales, as the server answers it. */
export type SaleRow = Awaited<ReturnType<typeof client.orders.admin.list>>['rows'][number];

/** Its own page; `query` is the list's address, kept so that the page knows the order's neighbours. */
export const pathOfSale = ({ number }: Pick<SaleRow, 'number'>, query: string): string =>
  placeOfOrder(number, query).path;
