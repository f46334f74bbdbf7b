import { subscribe } from '#domain/advertising/purchase-copy.ts';
import { type AdvertisingPackage, productMeant, type SpecialPackage } from '#domain/catalogue/catalogue.ts';
import { paymentRefusals } from '#domain/payments/copy.ts';

type SoldHere = AdvertisingPackage | SpecialPackage;
/** The order that the address of /marketing-purchase describes, validated by the catalogue; the server validates it again. */
export type PackageRequest = { product: SoldHere; refusal: null } | { product: null; refusal: string };

export function packageRequest(search: URLSearchParams): PackageRequest {
  const name = search.get('package')?.trim();
  const price = search.get('price')?.trim();
  if (!name || !price) return { product: null, refusal: subscribe.missing };
  const product = productMeant(name);
  if (!product || product.kind === 'device') return { product: null, refusal: paymentRefusals.PRODUCT_UNKNOWN };
  const euros = product.price.amount / 100;
  if (Number(price) !== euros) return { product: null, refusal: paymentRefusals.PRICE_CHANGED({ price: euros }) };
  return { product, refusal: null };
}
