import type { AdvertisingPackage, SpecialPackage } from '#domain/catalogue/catalogue.ts';
import { pages } from '#domain/pages.ts';

/** Where a package is bought; the price is what the buyer was shown, in whole euros. */
export function packagePurchasePath({ name, price }: AdvertisingPackage | SpecialPackage): string {
  const query = new URLSearchParams({ package: name, price: String(price.amount / 100) });
  return `${pages.marketingPurchase.path}?${query}`;
}
