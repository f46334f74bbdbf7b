import { expect, test } from 'vitest';
import { matchLinesToPayouts, type ProviderLine, type ProviderPayout } from './card-payouts.ts';

const line = (lineId: string, more: Partial<ProviderLine> = {}): ProviderLine => ({
  lineId,
  reference: '',
  amount: 10_000,
  currency: 'EUR',
  bookedOn: '2026-11-27',
  ...more,
});
const payout = (id: string, more: Partial<ProviderPayout> = {}): ProviderPayout => ({
  id,
  amount: 10_000,
  currency: 'EUR',
  arrivesOn: '2026-11-26',
  state: 'paid',
  isTaken: false,
  ...more,
});
const matched = (lines: ProviderLine[], payouts: ProviderPayout[]) =>
  Object.fromEntries(matchLinesToPayouts(lines, payouts));

test('two payouts of the same sum are two lines, in whatever order they stand', () => {
  const payouts = [payout('one'), payout('two', { arrivesOn: '2026-11-27' })];
  const [a, b] = [line('a', { bookedOn: '2026-11-26' }), line('b')];
  expect(matched([a, b], payouts)).toEqual({ a: 'one', b: 'two' });
  expect(matched([b, a], payouts)).toEqual({ a: 'one', b: 'two' });
});

test('whoever agrees to the para comes before whoever is near, and what names its payout before both', () => {
  const payouts = [payout('one'), payout('two', { amount: 7_000 })];
  expect(matched([line('less', { amount: 9_900, bookedOn: '2026-11-26' }), line('right')], payouts)).toEqual({
    less: 'two',
    right: 'one',
  });
  expect(matched([line('named', { reference: 'two' }), line('right')], payouts)).toEqual({
    named: 'two',
    right: 'one',
  });
});

test('a line too many is the same payout again; one of other days, and one that names what nobody knows, are none', () => {
  expect(matched([line('a'), line('b')], [payout('one')])).toEqual({ a: 'one', b: 'one' });
  expect(matched([line('late', { bookedOn: '2026-12-20' })], [payout('one')])).toEqual({ late: null });
  expect(matched([line('named', { reference: 'two' })], [payout('one')])).toEqual({ named: null });
});

test('what failed is only that to the para, and a payout that was counted is not given to somebody who is near', () => {
  expect(matched([line('a')], [payout('one', { state: 'failed' })])).toEqual({ a: 'one' });
  expect(matched([line('a', { amount: 1 })], [payout('one', { state: 'failed' })])).toEqual({ a: null });
  expect(matched([line('a', { amount: 1 })], [payout('one', { isTaken: true })])).toEqual({ a: null });
});
