import { expect, test } from 'vitest';
import { summaryOf } from './summaries.ts';

test('a list says what it reads, and one’s own is yours; any other procedure says what was written for it', () => {
  expect(summaryOf('orders.admin.list')).toBe('List all orders');
  expect(summaryOf('accounts.own.sessions.list')).toBe('List your sessions');
  expect(summaryOf('orders.admin.read')).toBe('Read one order');
});
