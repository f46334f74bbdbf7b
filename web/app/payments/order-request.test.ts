import { expect, test } from 'vitest';
import { devicePackages } from '#domain/catalogue/catalogue.ts';
import { orderRequest } from './order-request.ts';

const asked = (query: Record<string, string>) => orderRequest(new URLSearchParams(query));

test('every device of the catalogue can be asked for at its price', () => {
  for (const product of devicePackages)
    expect(asked({ product: product.name, price: String(product.price.amount / 100) }).product).toBe(product);
});

test('a device is found whatever the letter case of its name', () => {
  expect(asked({ product: 'VIDIK – 1 UREĐAJ', price: '219' }).product?.key).toBe('one');
});

test('a missing part, an unknown product and a changed price are each refused in their own words', () => {
  const missing = 'U adresi nedostaje proizvod ili cena. Vratite se na pakete i izaberite ponovo.';
  expect(asked({}).refusal).toBe(missing);
  expect(asked({ product: 'Vidik – 1 uređaj' }).refusal).toBe(missing);
  expect(asked({ product: ' ', price: '219' }).refusal).toBe(missing);
  expect(asked({ product: 'Vidik – 7 uređaja', price: '219' }).refusal).toContain('ne postoji u ponudi');
  expect(asked({ product: 'starter', price: '99' }).refusal).toContain('ne postoji u ponudi');
  for (const price of ['1', '218', '219.5', '-219', 'abc', 'Infinity'])
    expect(asked({ product: 'Vidik – 1 uređaj', price }).refusal, price).toContain('tačna cena je 219\u00a0€');
});
