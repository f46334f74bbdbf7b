import { expect, test } from 'vitest';
import { choose } from '../../domain/playout/choose.ts';
import { simulateMonth } from './month.ts';

test('a month of few TVs keeps to plans, caps and budgets, and treats equals alike', () => {
  const { rows, shares, late, faults } = simulateMonth(1, 100);
  expect(faults).toEqual([]);
  expect(shares.length).toBe(10);
  expect(rows.map(({ missing, plan, counted }) => missing >= 0 && counted <= 1.02 * plan)).toEqual(
    rows.map(() => true),
  );
  expect(late, 'TVs that report after 72 hours').toBeGreaterThan(0);
});

test('the month tells a scheduler that forgets caps, budgets, plans or the second of two equals', () => {
  const faultsOf = (changed: typeof choose) => simulateMonth(1, 60, changed).faults.join();
  expect(
    faultsOf((slots, all, options) =>
      choose(
        slots,
        all.map((one) => ({ ...one, capLeft: {} })),
        options,
      ),
    ),
  ).toMatch('over a cap');
  expect(
    faultsOf((slots, all, options) =>
      choose(
        slots,
        all.map((one) => ({ ...one, budget: 2 * one.budget })),
        options,
      ),
    ),
  ).toMatch('over a budget');
  expect(
    faultsOf((slots, all, options) =>
      choose(
        slots,
        all.filter(({ id }) => id !== 'paused for two days'),
        options,
      ),
    ),
  ).toMatch('paused for two days: off its plan');
  expect(
    faultsOf((slots, all, options) =>
      choose(
        slots,
        all.filter(({ id }) => !id.endsWith(': two')),
        options,
      ),
    ),
  ).toMatch('equals are not treated alike');
});
