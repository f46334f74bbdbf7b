import { expect, test } from 'vitest';
import { advertisingPackages } from '#domain/catalogue/catalogue.ts';
import { purchasePath } from '#domain/payments/purchase-path.ts';
import { approvedPath } from './approved-path.ts';

test('an approved account goes on to what it chose before it was approved; without a choice it goes home', () => {
  const [chosen] = advertisingPackages;
  expect(approvedPath(chosen!.name)).toBe(purchasePath(chosen!));
  for (const none of [null, 'Vidik – 3 uređaja']) expect(approvedPath(none)).toBe('/');
});
