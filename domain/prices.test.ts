import { expect, test } from 'vitest';
import { eur } from './money.ts';
import { inDinars, priceNote, vatIn } from './prices.ts';

test('a price in euros is read in whole dinars and says that VAT is in it', () => {
  expect(priceNote(eur(1999)).replaceAll('\u00a0', ' ')).toBe('234.223 RSD, PDV je uračunat');
  expect(inDinars(eur(99))).toEqual({ amount: 1_160_000, currency: 'RSD' });
});

test('the VAT inside a price is a sixth of it', () => {
  expect(vatIn(21_900)).toBe(3_650);
});
