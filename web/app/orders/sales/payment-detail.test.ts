import { expect, test } from 'vitest';
import { paymentDetail } from './payment-detail.ts';

const order = { fulfilmentState: 'new', validUntil: null, toCourier: null, daysLate: 0 } as const;
const transfer = { ...order, way: 'transfer', paymentState: 'unpaid', validUntil: '2026-11-30' } as const;
const onDelivery = { ...order, way: 'cash_on_delivery', paymentState: 'due', toCourier: 2_605_000 } as const;

test('an order that is not paid says until when, how much, or how late', () => {
  expect(paymentDetail(transfer)).toBe('predračun do 30. 11.');
  expect(paymentDetail(onDelivery)).toBe('pouzeće, 26.050\u00a0RSD');
  expect(paymentDetail({ ...onDelivery, fulfilmentState: 'refused' })).toBe('kupac odbio paket');
  expect(paymentDetail({ ...onDelivery, paymentState: 'collected', fulfilmentState: 'delivered', daysLate: 4 })).toBe(
    'pouzeće kasni 4 dana',
  );
});

test('of everything else its state and way of paying say enough', () => {
  expect(paymentDetail({ ...onDelivery, paymentState: 'collected' })).toBeNull();
  expect(paymentDetail({ ...order, way: 'card', paymentState: 'paid', fulfilmentState: 'refused' })).toBeNull();
  expect(paymentDetail({ ...transfer, paymentState: 'paid' })).toBeNull();
});
