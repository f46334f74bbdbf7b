import { expect, test } from 'vitest';
import { PAYMENT_WAYS, STATUS_OF } from '../order-states.ts';
import { paymentWayProblem, WAYS } from './ways.ts';

test.each(PAYMENT_WAYS)(
  'an order paid by %s waits from its first state on, and is paid in the last one only',
  (way) => {
    const statuses = WAYS[way].states.map((state) => STATUS_OF[state]);
    expect(statuses.toSpliced(-1)).toEqual(Array(statuses.length - 1).fill('pending'));
    expect(statuses.at(-1)).toBe('paid');
  },
);

test.each(PAYMENT_WAYS)('%s pays for what it is for, up to the most, with its fee', (way) => {
  const { kinds, most, fee } = WAYS[way];
  const order = { kind: kinds[0]!, months: 1, country: 'RS' };
  expect(paymentWayProblem(way, { ...order, price: Math.min(most - fee, 1_000_000_000) })).toBeNull();
  expect(paymentWayProblem(way, { ...order, price: most - fee + 1 })).toBe(most === Infinity ? null : 'amount');
});
