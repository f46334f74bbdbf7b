import { afterEach, expect, test, vi } from 'vitest';
import { eur } from './money.ts';
import { buildTimeRateNote, dinarsAt, priceNote, vatIn } from './prices.ts';

afterEach(() => vi.unstubAllGlobals());

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

test('of a company that pays no VAT, neither a price nor the total of an order says that VAT is in it', async () => {
  const totalOf = async (vatPayer: 'yes' | 'no') => {
    vi.stubGlobal('COMPANY_CONFIGURATION', { vatPayer });
    vi.resetModules();
    const { orderCopy } = await import('./orders/order-page-copy.ts');
    const prices = await import('./prices.ts');
    return [orderCopy.items.total, prices.priceNote(eur(1999), 117.17).replaceAll('\u00a0', ' ')];
  };
  expect(await totalOf('no')).toEqual(['Ukupno', '234.223 RSD']);
  expect(await totalOf('yes')).toEqual(['Ukupno, sa PDV 20%', '234.223 RSD, PDV je uračunat']);
});
