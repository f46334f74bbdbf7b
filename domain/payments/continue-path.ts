import type { Product } from '../catalogue/catalogue.ts';
import { purchasePath } from './purchase-path.ts';

/** In the address of the pages that sell: the unpaid order that is gone on with. */
export const CONTINUED = 'order';

/** Where an order of one's own that waits for its card is paid. */
export const continuePath = (product: Product, order: number): string =>
  `${purchasePath(product)}&${CONTINUED}=${order}`;
