import { type DevicePackage, productMeant } from '#domain/catalogue/catalogue.ts';
import { paymentRefusals, purchase } from '#domain/payments/copy.ts';

/** The order that the address of /usb-purchase describes, validated by the catalogue; the server validates it again. */
export type OrderRequest = { product: DevicePackage; refusal: null } | { product: null; refusal: string };

export function orderRequest(search: URLSearchParams): OrderRequest {
  const name = search.get('product')?.trim();
  const price = search.get('price')?.trim();
  if (!name || !price) return { product: null, refusal: purchase.missing };
  const product = productMeant(name);
  if (product?.kind !== 'device') return { product: null, refusal: paymentRefusals.PRODUCT_UNKNOWN };
  const euros = product.price.amount / 100;
  if (Number(price) !== euros) return { product: null, refusal: paymentRefusals.PRICE_CHANGED({ price: euros }) };
  return { product, refusal: null };
}
