import { type Product, productMeant } from '../catalogue/catalogue.ts';
import { pages } from '../pages.ts';

/** The page where that product is bought; the query says which and at what price it was offered. */
export function purchasePath(product: Product): string {
  const price = String(product.price.amount / 100);
  return product.kind === 'device'
    ? `${pages.usbPurchase.path}?${new URLSearchParams({ product: product.name, price })}`
    : `${pages.marketingPurchase.path}?${new URLSearchParams({ package: product.name, price })}`;
}

/** What the address of a page is about to buy: the other way round, whatever the case of the name; `null` elsewhere. */
export function productOfPath(path: string | null): Product | null {
  const [page, query = ''] = (path ?? '').split('?');
  if (page !== pages.usbPurchase.path && page !== pages.marketingPurchase.path) return null;
  const search = new URLSearchParams(query.split('#')[0]);
  const name = (search.get('product') ?? search.get('package') ?? '').trim();
  return productMeant(name);
}
