import { company } from '../company.ts';
import type { Money } from '../money.ts';

/** schema.org data of something with a price; `url` and `image` are whole addresses. */
export function productJsonLd({
  name,
  description,
  price,
  url,
  image,
  monthly = false,
}: {
  name: string;
  description: string;
  price: Money;
  url: string;
  image: string;
  monthly?: boolean;
}) {
  const amount = { price: (price.amount / 100).toFixed(2), priceCurrency: price.currency };
  return {
    '@type': 'Product',
    name,
    description,
    image: [image],
    brand: { '@type': 'Brand', name: company.brand },
    offers: {
      '@type': 'Offer',
      url,
      ...amount,
      ...(monthly
        ? {
            priceSpecification: {
              '@type': 'UnitPriceSpecification',
              ...amount,
              billingDuration: 'P1M',
              referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode: 'MON' },
            },
          }
        : {}),
      availability: 'https://schema.org/InStock',
      itemCondition: 'https://schema.org/NewCondition',
      seller: { '@type': 'Organization', name: company.legalName },
    },
  };
}
