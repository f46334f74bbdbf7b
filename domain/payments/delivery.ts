import { company } from '../company.ts';
import { countries } from '../copy.ts';

export type DeliveryCountry = Exclude<keyof typeof countries, 'other'>;

/** Where parcels are sent, from `COMPANY_DELIVERY_COUNTRIES`: `RS,ME`. Other forms take every country of the list. */
export const deliveryCountries = readCountries(company.deliveryCountries);

export const isDelivered = (country: string): boolean => deliveryCountries.some((one) => one === country);

export function readCountries(setting: string): [DeliveryCountry, ...DeliveryCountry[]] {
  const wanted = setting
    .split(',')
    .map((code) => code.trim().toUpperCase())
    .filter(Boolean);
  const known = Object.keys(countries).filter((code) => code !== 'other');
  const unknown = wanted.find((code) => !known.includes(code));
  if (unknown !== undefined || wanted.length === 0)
    throw new Error(`COMPANY_DELIVERY_COUNTRIES: ${setting || 'empty'}. There are: ${known.join(', ')}.`);
  return [...new Set(wanted)] as [DeliveryCountry, ...DeliveryCountry[]];
}
