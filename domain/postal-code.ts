import { postalCodeRules } from './copy.ts';

const DIGITS: ReadonlyMap<string, number> = new Map(Object.entries({ RS: 5, ME: 5, BA: 5, HR: 5, MK: 4, SI: 4 }));

/** Spaces are fine. In a country whose codes we do not know: letters and digits, of which one at least is a digit. */
export function isPostalCode(text: string, country: string): boolean {
  const code = text.replace(/\s/g, '');
  const digits = DIGITS.get(country);
  return digits ? code.length === digits && /^\d+$/.test(code) : /^(?=.*\d)[\p{L}\d-]{3,12}$/u.test(code);
}

/** Where the country is not said along with it. */
export const isPostalCodeSomewhere = (text: string | null): boolean => text === null || isPostalCode(text, '');

/** `Pet cifara, npr. 21000.` under the field, or as its mistake; `undefined` while the country is not known. */
export const postalCodeRule = (country: string): string | undefined =>
  Object.hasOwn(postalCodeRules, country) ? postalCodeRules[country as keyof typeof postalCodeRules] : undefined;
