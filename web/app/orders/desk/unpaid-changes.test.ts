import { expect, test } from 'vitest';
import type { OrderRow } from './order-row.ts';
import { allowedUnpaidChanges } from './unpaid-changes.ts';

const order = {
  status: 'pending',
  paymentState: 'unpaid',
  kind: 'device',
  way: 'transfer',
  amount: 21_900,
  rate: 117.17,
  lines: [{ kind: 'goods', quantity: 1 }],
  delivery: { country: 'RS' },
  shipments: [],
  payments: [],
  transfer: null,
};
const ways = (more: object = {}) => allowedUnpaidChanges({ ...order, ...more } as unknown as OrderRow).ways;

test('staff are offered the ways that the order can be paid in, and no other', () => {
  expect(ways()).toEqual(['card', 'cash_on_delivery']);
  expect(ways({ amount: 199_900 }), 'more than a courier collects').toEqual(['card']);
  expect(ways({ way: 'card', delivery: { country: 'ME' } }), 'from abroad').toEqual([]);
  const months = { kind: 'package', amount: 29_700, delivery: { company_country: 'RS' } };
  expect(ways({ ...months, lines: [{ kind: 'service', quantity: 3 }] }), 'a card pays month by month').toEqual([]);
  expect(ways({ ...months, lines: [{ kind: 'service', quantity: 1 }] })).toEqual(['card']);
  expect(ways({ rate: null }), 'of before orders kept a rate').toEqual(['card', 'cash_on_delivery']);
});
