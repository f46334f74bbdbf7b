import { expect, test } from 'vitest';
import { advertisingPackages, devicePackages, specialPackage } from '../catalogue/catalogue.ts';
import { continuePath } from './continue-path.ts';
import { productOfPath, purchasePath } from './purchase-path.ts';

const products = [...devicePackages, ...advertisingPackages, specialPackage];

test.each(products)(
  'the way to the purchase of „$name“ says what is bought, whatever the case of its letters',
  (product) => {
    const path = purchasePath(product);
    expect(productOfPath(path)).toBe(product);
    expect(productOfPath(`${path}#placanje`)).toBe(product);
    const [page, query] = path.split('?') as [string, string];
    for (const name of [product.name.toUpperCase(), product.name.toLowerCase(), ` ${product.name} `])
      for (const parameter of new URLSearchParams(query).keys())
        if (parameter !== 'price')
          expect(productOfPath(`${page}?${new URLSearchParams({ [parameter]: name })}`)).toBe(product);
  },
);

test('whoever goes on with an order is on the way to buy the same thing, and the address names the order', () => {
  for (const product of products) {
    expect(productOfPath(continuePath(product, 1042))).toBe(product);
    expect(continuePath(product, 1042)).toBe(`${purchasePath(product)}&order=1042`);
  }
});

test('the special package is known by its full name, in capital letters too', () => {
  for (const name of ['Specijalni Paket - 100 Lokacija', 'SPECIJALNI PAKET - 100 LOKACIJA'])
    expect(productOfPath(`/marketing-purchase?package=${encodeURIComponent(name)}&price=1500`)).toBe(specialPackage);
});

test.each([
  null,
  '',
  '/',
  '/account?package=starter',
  '/marketing-purchase',
  '/marketing-purchase?package=zlatni',
  '/usb-purchase?price=219',
])('the address %j is about to buy nothing', (path) => {
  expect(productOfPath(path)).toBeNull();
});
