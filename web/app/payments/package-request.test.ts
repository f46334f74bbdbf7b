import { expect, test } from 'vitest';
import { advertisingPackages, specialPackage } from '#domain/catalogue/catalogue.ts';
import { purchasePath } from '#domain/payments/purchase-path.ts';
import { packageRequest } from './package-request.ts';

const asked = (query: Record<string, string>) => packageRequest(new URLSearchParams(query));

test('every package of the catalogue can be asked for at its price, through its own address', () => {
  for (const product of [...advertisingPackages, specialPackage]) {
    const { searchParams } = new URL(purchasePath(product), 'https://vidik.example');
    expect(packageRequest(searchParams).product).toBe(product);
  }
});

test('a package is found whatever the letter case of its name', () => {
  for (const name of ['Starter', 'STARTER', ' starter '])
    expect(asked({ package: name, price: '99' }).product?.name, name).toBe('starter');
  expect(asked({ package: 'SPECIJALNI PAKET - 100 LOKACIJA', price: '1500' }).product).toBe(specialPackage);
});

test('a missing part, an unknown package and a changed price are each refused in their own words', () => {
  expect(asked({}).refusal).toContain('nedostaje paket ili cena');
  expect(asked({ package: 'starter' }).refusal).toContain('nedostaje paket ili cena');
  expect(asked({ package: 'Vidik – 1 uređaj', price: '219' }).refusal).toContain('ne postoji u ponudi');
  for (const price of ['1', '98', '99.5', 'abc'])
    expect(asked({ package: 'starter', price }).refusal, price).toContain('tačna cena je 99\u00a0€');
});
