import { type DevicePackage, productNamed } from '#domain/catalogue/catalogue.ts';
import { paymentRefusals, purchase } from '#domain/payments/copy.ts';

/** What the address of /usb-purchase asks for, judged by the catalogue as the server will judge it again. */
export type OrderRequest = { product: DevicePackage; refusal: null } | { product: null; refusal: string };

export function orderRequest(search: URLSearchParams): OrderRequest {
  const name = search.get('product')?.trim();
  const price = search.get('price')?.trim();
  if (!name || !price) return { product: null, refusal: purchase.missing };
  const product = productNamed(name);
  if (product?.kind !== 'device') return { product: null, refusal: paymentRefusals.PRODUCT_UNKNOWN };
  const euros = product.price.amount / 100;
  if (Number(price) !== euros) return { product: null, refusal: paymentRefusals.PRICE_CHANGED({ price: euros }) };
  return { product, refusal: null };
}
