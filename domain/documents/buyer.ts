import { countryName } from '../copy.ts';
import type { Delivery } from '../orders/shapes.ts';
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

/** The company of an order, by the names of its form. */
export const companyIn = (delivery: Delivery | null): Record<keyof CompanyOnPaper, string> => ({
  name: delivery?.company_name ?? '',
  address: delivery?.company_address ?? '',
  postalCode: delivery?.company_postal_code ?? '',
  city: delivery?.company_city ?? '',
  country: delivery?.company_country ?? 'RS',
  taxNumber: delivery?.company_tax_number ?? '',
  registrationNumber: delivery?.company_registration_number ?? '',
});

/** The same as fields of the form, which the order keeps. */
export const formOf = (company: CompanyOnPaper): Delivery => ({
  company_name: company.name,
  company_address: company.address,
  company_postal_code: company.postalCode,
  company_city: company.city,
  company_country: company.country,
  company_tax_number: company.taxNumber,
  company_registration_number: company.registrationNumber,
});
