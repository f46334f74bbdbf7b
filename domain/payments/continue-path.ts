import type { Product } from '../catalogue/catalogue.ts';
import { purchasePath } from './purchase-path.ts';

/** In the address of the page that sells devices: the unpaid order that is gone on with. */
export const CONTINUED = 'order';

/** Where an order of one's own that waits for its card is paid. A package is the same order whatever its form says. */
export const continuePath = (product: Product, order: number): string =>
  product.kind === 'device' ? `${purchasePath(product)}&${CONTINUED}=${order}` : purchasePath(product);
