import { expect, test } from 'vitest';
import { withdrawalUntil } from '../withdrawal-days.ts';
import { isRestWithdrawable, isWithdrawalOffered, refundBy, withdrawalState } from './rules.ts';

const paid = {
  kind: 'device',
  status: 'paid',
  amount: 100,
  refunded: 0,
  paidAt: '2026-11-01T12:00:00Z',
  fulfilmentState: 'delivered',
} as const;

test('fourteen days on the calendar for withdrawing, and fourteen for the money', () => {
  expect(withdrawalUntil('2026-11-21')).toBe('2026-12-05');
  expect(refundBy(new Date('2026-11-21T23:30:00Z')), 'already the 22nd in Belgrade').toBe('2026-12-06');
});

test('the form is offered for a paid device, as long as it can have come late', () => {
  const on = (day: string, order: object = {}) => isWithdrawalOffered({ ...paid, ...order }, new Date(day));
  expect(on('2026-12-31T12:00:00Z')).toBe(true);
  expect(on('2027-01-01T12:00:00Z')).toBe(false);
  expect(on('2026-11-02T12:00:00Z', { kind: 'package' })).toBe(false);
  expect(on('2026-11-02T12:00:00Z', { refunded: 100 })).toBe(false);
});

test('the form is offered for a device that has not come, however long that takes', () => {
  const on = (day: string, order: object = {}) => isWithdrawalOffered({ ...paid, ...order }, new Date(day));
  for (const fulfilmentState of ['new', 'in_transit', 'lost', 'refused'] as const)
    expect(on('2027-04-29T12:00:00Z', { fulfilmentState }), fulfilmentState).toBe(true);
  expect(on('2027-04-29T12:00:00Z', { fulfilmentState: null }), 'nothing was to be delivered').toBe(false);
  expect(on('2027-04-29T12:00:00Z', { fulfilmentState: 'new', refunded: 100 })).toBe(false);
});

test('what has not come of an order is withdrawn from once, also after a statement about what came is settled', () => {
  const withdrawal = { state: 'resolved', receivedOn: '2026-11-21' } as const;
  expect(isRestWithdrawable({ fulfilmentState: 'delivered', withdrawal: null })).toBe(false);
  expect(isRestWithdrawable({ fulfilmentState: 'new', withdrawal: null })).toBe(true);
  expect(isRestWithdrawable({ fulfilmentState: 'new', withdrawal })).toBe(true);
  expect(isRestWithdrawable({ fulfilmentState: 'new', withdrawal: { ...withdrawal, state: 'open' } })).toBe(false);
  expect(isRestWithdrawable({ fulfilmentState: 'new', withdrawal: { ...withdrawal, receivedOn: null } })).toBe(false);
});

test('money that went back settles it, whatever was written before', () => {
  const at = new Date();
  expect(withdrawalState({ amount: 100, refunded: 99, resolvedAt: null })).toBe('open');
  expect(withdrawalState({ amount: 100, refunded: 100, resolvedAt: null })).toBe('refunded');
  expect(withdrawalState({ amount: 100, refunded: 10, resolvedAt: at })).toBe('resolved');
});
