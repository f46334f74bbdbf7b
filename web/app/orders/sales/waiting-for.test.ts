import { expect, test } from 'vitest';
import { waitingFor } from './waiting-for.ts';

const paid = {
  paymentState: 'paid',
  isDisputed: false,
  isPaymentReturned: false,
  isToPack: true,
  withdrawal: null,
} as const;
const stays = { ...paid, isToPack: false };
const stated = {
  statedAt: '2026-12-01T10:00:00Z',
  receivedOn: null,
  refundBy: '2026-12-15',
  reason: '',
  resolution: '',
};

test('an order of which nothing is packed says what it waits for: packing only if it may be packed', () => {
  expect(waitingFor(paid)).toBe('čeka pakovanje');
  expect(waitingFor({ ...paid, paymentState: 'due' }), 'confirmed, and paid at the door').toBe('čeka pakovanje');
  expect(waitingFor({ ...stays, paymentState: 'due' })).toBe('čeka poziv');
  expect(waitingFor({ ...stays, paymentState: 'unpaid' })).toBe('čeka uplatu');
  expect(waitingFor({ ...stays, withdrawal: { ...stated, state: 'open' } })).toBe('kupac je odustao');
  expect(waitingFor({ ...stays, isDisputed: true })).toBe('čeka odluku banke');
  expect(waitingFor(stays), 'all of its money is on its way').toBe('novac se vraća kupcu');
});
