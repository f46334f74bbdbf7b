import { expect, test } from 'vitest';
import { closingHint } from './own-rewards.ts';

test('a viewer reads of a month whether it is still counted, closed, or was before the first rule', () => {
  const of = (month: string) =>
    closingHint({
      month,
      months: ['2027-03', '2027-02', '2027-01', '2026-12'],
      open: [{ month: '2027-02' }],
      statements: [{ month: '2027-01' }],
    });
  expect(of('2027-03')).toContain('u aprilu');
  expect(of('2027-02')).toContain('u martu');
  expect(of('2027-01')).toBe('Mesec je zaključen.');
  expect(of('2026-12'), 'which nobody closes any more').toBe('Tada pravila nagrade još nisu važila.');
});
