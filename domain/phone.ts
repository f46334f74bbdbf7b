import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Of the server and of forms that are loaded when they are needed: the rules of all countries weigh 30 kB. */

/** A number without a country's prefix is one of that country's. `null` for what nobody could be called at. */
export function readPhone(text: string, country: string = 'RS'): PhoneNumber | null {
  const home = /^[A-Z]{2}$/.test(country) ? (country as CountryCode) : 'RS';
  const number = parsePhoneNumberFromString(text, { defaultCountry: home, extract: false });
  return number?.isPossible() ? number : null;
}

/** `+381 64 1234567`, or the text as it is when it is no number. */
export const formatPhone = (text: string, country?: string): string =>
  readPhone(text, country)?.formatInternational() ?? text;
