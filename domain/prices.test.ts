import { expect, test } from 'vitest';
import { eur } from './money.ts';
import { buildTimeRateNote, dinarsAt, priceNote, vatIn } from './prices.ts';

test('a price in euros is read in whole dinars and says that VAT is in it', () => {
  expect(priceNote(eur(1999), 117.17).replaceAll('\u00a0', ' ')).toBe('234.223 RSD, PDV je uračunat');
  expect(dinarsAt(eur(99).amount, 117.17)).toEqual({ amount: 1_160_000, currency: 'RSD' });
});

test('prices that are written at build say at which rate their dinars are', () => {
  expect(buildTimeRateNote().replaceAll('\u00a0', ' ')).toBe(
    'Dinari su po kursu 1 € = 117,17 RSD; u narudžbini su po kursu njenog dana.',
  );
});

test('the VAT inside a price is a sixth of it', () => {
  expect(vatIn(21_900)).toBe(3_650);
});
