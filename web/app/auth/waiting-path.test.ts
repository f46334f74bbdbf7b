import { expect, test } from 'vitest';
import { advertisingPackages } from '#domain/catalogue/catalogue.ts';
import { purchasePath } from '#domain/payments/purchase-path.ts';
import { waitingPath } from './waiting-path.ts';

test('an account that waits comes back to its own security and data; otherwise it waits, and what it buys goes along', () => {
  for (const own of ['/account#bezbednost', '/account#podaci']) expect(waitingPath(own)).toBe(own);
  for (const other of [null, '/', '/account', '/account#reklame', '/account/orders/7', '/admin'])
    expect(waitingPath(other)).toBe('/pending-approval');
  const purchase = purchasePath(advertisingPackages[0]!);
  expect(waitingPath(purchase)).toBe(`/pending-approval?${new URLSearchParams({ next: purchase })}`);
});
