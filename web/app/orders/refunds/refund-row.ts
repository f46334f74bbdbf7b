import { skipToken, useQuery } from '@tanstack/react-query';
import { api, type client } from '../../api.ts';
import type { OrderRow } from '../desk/order-row.ts';

/** What can go back of an order, and what went, as the server answers it. */
export type RefundDeskRow = Awaited<ReturnType<typeof client.refunds.admin.read>>;
export type RefundRow = RefundDeskRow['refunds'][number];
export type RefundPreviewRow = Awaited<ReturnType<typeof client.refunds.admin.preview>>;
export type RefundRequest = Parameters<typeof client.refunds.admin.preview>[0];

/** Asked only of orders for which money came. */
export function useRefunds(order: Pick<OrderRow, 'number' | 'payments'> | undefined) {
  const input = order && order.payments.length > 0 ? { order: order.number } : skipToken;
  return useQuery(api.refunds.admin.read.queryOptions({ input }));
}
