import type { Product } from '../catalogue/catalogue.ts';
import { pages } from '../pages.ts';

/** The page where that product is bought; the query says which and at what price it was offered. */
export function purchasePath(product: Product): string {
  const price = String(product.price.amount / 100);
  return product.kind === 'device'
    ? `${pages.usbPurchase.path}?${new URLSearchParams({ product: product.name, price })}`
    : `${pages.marketingPurchase.path}?${new URLSearchParams({ package: product.name, price })}`;
}
