import { productNamed } from '#domain/catalogue/catalogue.ts';
import { pages } from '#domain/pages.ts';
import { purchasePath } from '#domain/payments/purchase-path.ts';

/** Where an account goes on that comes to its waiting page approved: to what it chose to buy before. */
export function approvedPath(chosenProduct: string | null): string {
  const chosen = productNamed(chosenProduct ?? '');
  return chosen ? purchasePath(chosen) : pages.home.path;
}
