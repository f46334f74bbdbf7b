import { expect, test } from 'vitest';
import { isMoneyAskedFor, offlineWords, type Page, refundText } from './page-shape.ts';

test('whoever kept the ticket after a move and is cancelled later reads of the cancellation, not of the move', () => {
  const moved = { kind: 'moved', from: '2027-09-20', reason: 'Hotel je zatvoren.' } as const;
  const choice = { until: '2027-05-24T22:00:00.000Z', open: false, isPart: false, money: [], returned: false };
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

test('of the money that was asked for no empty sum is named, and who paid a part reads of the reservation', () => {
  const event = { year: 2027, firstDay: '2027-10-04', organiser: 'Vidik Team', place: null };
  const choice = { until: '2027-05-24T22:00:00.000Z', made: 'refund', open: true, returned: false } as const;
  const money = [{ amount: 1_600_500, currency: 'RSD' as const }];
  expect(refundText({ ...choice, isPart: false, money }, event)).toMatch(/16\.005,00\sRSD; karte više ne važe\./);
  expect(refundText({ ...choice, isPart: true, money }, event)).toContain('rezervacija više ne važi.');
  expect(refundText({ ...choice, isPart: false, money: [] }, event)).toContain('ponovo proverava vašu uplatu.');
});
