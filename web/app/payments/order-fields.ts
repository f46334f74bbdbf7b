import type { CompanyForm } from '#domain/advertising/company-form.ts';
import { companyNumberText } from '#domain/company-numbers.ts';
import { COUNTRY_CODES } from '#domain/copy.ts';
import type { Delivery } from '#domain/delivery.ts';
import type { NewPayment } from '#domain/payments/contract.ts';
import { isDelivered } from '#domain/payments/delivery.ts';
import type { BuyerForm as Form } from '#domain/payments/rules.ts';
import type { Account } from '../session.ts';
import type { Place } from './use-payment-method.ts';

/** The buyer form while it is filled in. */
export type Fields = Omit<Form, 'consent' | 'country'> & { country: string; consent: boolean };

/** As the server takes it: what was not asked for is left out. */
type Buyer = NonNullable<NewPayment['buyerInfo']>;

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
    courierNote: text('courierNote'),
    consent: false,
  };
}

type Placed = Pick<Fields, 'isForOther' | 'recipientPhone' | 'phone' | 'address' | 'addressNumber' | 'postalCode'>;

/** Where it goes. */
export const placeOf = ({ isForOther, recipientPhone, phone, address, addressNumber, postalCode }: Placed): Place => ({
  phone: (isForOther && recipientPhone) || phone,
  address: [address, addressNumber, postalCode].join(' '),
});

/** As it is sent; of who takes the parcel what is not the buyer's own, as an order whose address was changed has it. */
export function buyerOf({ consent: _, isForOther, recipientName, recipientPhone, courierNote, ...form }: Form): Buyer {
  const { companyTaxNumber, companyRegistrationNumber, ...buyer } = form;
  return {
    ...buyer,
    ...(buyer.companyName ? { companyTaxNumber, companyRegistrationNumber } : {}),
    ...(isForOther && recipientName !== `${form.firstName} ${form.lastName}` ? { recipientName } : {}),
    ...(isForOther && recipientPhone !== form.phone ? { recipientPhone } : {}),
    ...(courierNote ? { courierNote } : {}),
  };
}

/** The company form while it is filled in. */
export type CompanyFields = Omit<CompanyForm, 'consent'> & { consent: boolean };

const countryOf = (stored: string | null | undefined) => COUNTRY_CODES.find((code) => code === stored) ?? 'RS';

/** Prefilled with what the account knows. */
export function fieldsOfAccount(account: Account): CompanyFields {
  const { companyTaxNumber: pib, companyRegistrationNumber: mb } = account;
  return {
    email: account.email,
    company_name: account.companyName ?? '',
    company_registration_number: mb === null ? '' : companyNumberText(mb),
    company_tax_number: pib === null ? '' : companyNumberText(pib),
    company_address: account.companyAddress ?? '',
    company_city: account.city ?? '',
    company_postal_code: account.postalCode ?? '',
    company_country: countryOf(account.country),
    company_contact: account.phone ?? '',
    consent: false,
  };
}

/** The form with which a package was ordered: sent again with the same words, it is the same order. The terms are accepted anew. */
export function fieldsOfCompany(sent: Delivery): CompanyFields {
  const text = (name: string) => sent[name] ?? '';
  return {
    email: text('email'),
    company_name: text('company_name'),
    company_registration_number: text('company_registration_number'),
    company_tax_number: text('company_tax_number'),
    company_address: text('company_address'),
    company_city: text('company_city'),
    company_postal_code: text('company_postal_code'),
    company_country: countryOf(sent.company_country),
    company_contact: text('company_contact'),
    consent: false,
  };
}
