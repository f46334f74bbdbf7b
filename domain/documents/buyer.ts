import { countryName } from '../copy.ts';
import type { Delivery } from '../delivery.ts';
import type { CompanyOnPaper } from './contract.ts';
import type { Buyer } from './data.ts';

/** Who an order is for, as its form said; somebody who is erased has only what the paper says already. */
export function buyerOf(delivery: Delivery | null, email: string): Buyer {
  const of = (field: string) => delivery?.[field]?.trim() ?? '';
  const lines = (...all: string[]) => all.map((text) => text.trim()).filter((text) => text !== '');
  const abroad = (country: string) => (country === '' || country === 'RS' ? '' : countryName(country));
  if (of('company_name') !== '')
    return {
      name: of('company_name'),
      address: lines(
        of('company_address'),
        `${of('company_postal_code')} ${of('company_city')}`,
        abroad(of('company_country')),
      ),
      taxNumber: of('company_tax_number') || null,
      registrationNumber: of('company_registration_number') || null,
    };
  return {
    name: of('companyName') || `${of('firstName')} ${of('lastName')}`.trim() || email,
    address: lines(
      `${of('address')} ${of('addressNumber')}`,
      `${of('postalCode')} ${of('city')}`,
      abroad(of('country')),
    ),
    taxNumber: of('companyTaxNumber') || null,
    registrationNumber: of('companyRegistrationNumber') || null,
  };
}

/** The company of an order, by the names of its form; of devices the form of a person, with a company or without. */
export function companyIn(delivery: Delivery | null): Record<keyof CompanyOnPaper, string> {
  const of = (field: string) => delivery?.[field]?.trim() ?? '';
  if (of('company_name') === '' && of('firstName') !== '')
    return {
      name: of('companyName'),
      address: `${of('address')} ${of('addressNumber')}`.trim(),
      postalCode: of('postalCode'),
      city: of('city'),
      country: of('country') || 'RS',
      taxNumber: of('companyTaxNumber'),
      registrationNumber: of('companyRegistrationNumber'),
    };
  return {
    name: of('company_name'),
    address: of('company_address'),
    postalCode: of('company_postal_code'),
    city: of('company_city'),
    country: of('company_country') || 'RS',
    taxNumber: of('company_tax_number'),
    registrationNumber: of('company_registration_number'),
  };
}

/** The same as fields that the order keeps; where its devices go stays as it was. */
export const withCompany = (delivery: Delivery | null, company: CompanyOnPaper): Delivery => ({
  ...delivery,
  company_name: company.name,
  company_address: company.address,
  company_postal_code: company.postalCode,
  company_city: company.city,
  company_country: company.country,
  company_tax_number: company.taxNumber,
  company_registration_number: company.registrationNumber,
  ...(delivery?.companyName
    ? {
        companyName: company.name,
        companyTaxNumber: company.taxNumber,
        companyRegistrationNumber: company.registrationNumber,
      }
    : {}),
});
