import { expect, test } from 'vitest';
import { isMoneyAskedFor } from './page-shape.ts';

test('whoever kept the ticket after a move and is cancelled later reads of the cancellation, not of the move', () => {
  const moved = { kind: 'moved', from: '2027-09-20', reason: 'Hotel je zatvoren.' } as const;
  const choice = { until: '2027-05-24T22:00:00.000Z', open: false, money: [], returned: false };
  expect(isMoneyAskedFor({ ...moved, choice: { ...choice, made: 'keep' } })).toBe(false);
  expect(isMoneyAskedFor({ ...moved, choice: { ...choice, made: null } })).toBe(false);
  expect(isMoneyAskedFor({ ...moved, choice: { ...choice, made: 'refund' } })).toBe(true);
});
