import { isDelivered } from '#domain/delivery.ts';
import type { Delivery } from '#domain/orders/shapes.ts';
import type { Fields } from './buyer-form.tsx';

/** The form with which an order was placed: sent again with the same words, it is the same order. The terms are accepted anew. */
export function fieldsOfOrder(sent: Delivery): Fields {
  const text = (name: string) => sent[name] ?? '';
  const isForOther = text('recipientName') !== '' || text('recipientPhone') !== '';
  const country = text('country');
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    companyName: text('companyName'),
    companyTaxNumber: text('companyTaxNumber'),
    companyRegistrationNumber: text('companyRegistrationNumber'),
    isForOther,
    recipientName: text('recipientName') || (isForOther ? `${text('firstName')} ${text('lastName')}`.trim() : ''),
    recipientPhone: text('recipientPhone') || (isForOther ? text('phone') : ''),
    country: isDelivered(country) ? country : '',
    address: text('address'),
    addressNumber: text('addressNumber'),
    city: text('city'),
    postalCode: text('postalCode'),
    phone: text('phone'),
    consent: false,
  };
}
