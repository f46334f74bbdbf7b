import { formatMoney } from '#domain/money.ts';
import { sales } from '#domain/orders/copy.ts';
import { formatDayAndMonth } from '#domain/time.ts';
import type { SaleRow } from './sale-row.ts';

type Paying = Pick<SaleRow, 'way' | 'paymentState' | 'fulfilmentState' | 'validUntil' | 'toCourier' | 'daysLate'>;

/** How it stands with what is not paid yet: until when, how much, how late. `null`: its state and way of paying say it all. */
export function paymentDetail(row: Paying): string | null {
  const { way, paymentState, fulfilmentState, validUntil, toCourier, daysLate } = row;
  if (way === 'transfer')
    return paymentState === 'unpaid' && validUntil ? sales.proforma(formatDayAndMonth(validUntil)) : null;
  if (way !== 'cash_on_delivery') return null;
  if (daysLate > 0) return sales.courierLate(daysLate);
  if (fulfilmentState === 'refused') return sales.notTaken;
  return paymentState === 'due' && toCourier
    ? sales.onDelivery(formatMoney({ amount: toCourier, currency: 'RSD' }))
    : null;
}
