import { useQuery } from '@tanstack/react-query';
import type { Product } from '#domain/catalogue/catalogue.ts';
import { CONTINUED, continuePath } from '#domain/payments/continue-path.ts';
import { api } from '../api.ts';

/** The unpaid order of one's own, for that product, that the address names; with other words it would be another one. */
export function useContinuedOrder(search: URLSearchParams, product: Product | null) {
  const asked = search.get(CONTINUED) ?? '';
  const number = /^\d{1,9}$/.test(asked) ? Number(asked) : 0;
  const { data, isLoading } = useQuery(
    api.orders.read.queryOptions({ input: { number }, enabled: number > 0, retry: false, staleTime: Infinity }),
  );
  const isUnpaid = data?.status === 'pending' && data.way === 'card' && data.productName === product?.name;
  return { order: isUnpaid ? data : null, isLoading };
}

/** Loaded again, or come back to from the payment page, the page goes on with the order; what it shows now stays. */
export const nameStartedOrder = (product: Product, number: number): void =>
  window.history.replaceState(window.history.state, '', continuePath(product, number));
