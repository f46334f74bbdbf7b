import { expect, test } from 'vitest';
import { isMoneyAskedFor, offlineWords, type Page } from './page-shape.ts';

test('whoever kept the ticket after a move and is cancelled later reads of the cancellation, not of the move', () => {
  const moved = { kind: 'moved', from: '2027-09-20', reason: 'Hotel je zatvoren.' } as const;
  const choice = { until: '2027-05-24T22:00:00.000Z', open: false, money: [], returned: false };
  expect(isMoneyAskedFor({ ...moved, choice: { ...choice, made: 'keep' } })).toBe(false);
  expect(isMoneyAskedFor({ ...moved, choice: { ...choice, made: null } })).toBe(false);
  expect(isMoneyAskedFor({ ...moved, choice: { ...choice, made: 'refund' } })).toBe(true);
});

test('without a network only a page with a valid ticket says that the ticket is valid', () => {
  const ticket = { code: '101', position: 1, count: 1, token: 't', link: '/t', admittedAt: null, entries: [] };
  const page = { status: 'placeno', past: false, tickets: [ticket] } as Partial<Page> as Page;
  expect(offlineWords(page)).toContain('važi');
  expect(offlineWords({ ...page, status: 'pending', tickets: [] }), 'unpaid').not.toContain('važi');
  expect(offlineWords({ ...page, tickets: [] }), 'all given away').not.toContain('važi');
});
