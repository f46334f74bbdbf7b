/**
 * Numbers of companies. Wrong control digits are pointed out once and kept by whoever insists: a number may be right all the
 * same, and no official text of the registration number's algorithm was found (it fits every published number tried).
 */

/** PIB: nine digits with an ISO 7064 MOD 11,10 control digit in Serbia, eight with a weighted one in Montenegro. */
export function isTaxNumber(text: string): boolean {
  const digits = text.replace(/\s/g, '');
  if (/^\d{9}$/.test(digits)) return isSerbianTaxNumber(digits);
  return /^\d{8}$/.test(digits) && isMontenegrinTaxNumber(digits);
}

/** Whose numbers we know: companies of Serbia and Montenegro. */
const isKnown = (country: string): boolean => country === 'RS' || country === 'ME';

/** Nine digits, or eight for companies of Montenegro; whether the control digit fits is another matter. Elsewhere letters, too. */
export const hasTaxNumberShape = (text: string, country = 'RS'): boolean =>
  (isKnown(country) ? /^\d{8,9}$/ : /^[A-Z\d][A-Z\d./-]{3,19}$/i).test(text.replace(/\s/g, ''));

/** Eight digits; what other countries' look like is not known. */
export const hasRegistrationNumberShape = (text: string, country = 'RS'): boolean =>
  !isKnown(country) || /^\d{8}$/.test(text.replace(/\s/g, ''));

/** Can be taken without asking again. */
export const isTaxNumberOf = (text: string, country = 'RS'): boolean =>
  isKnown(country) ? isTaxNumber(text) : hasTaxNumberShape(text, country);

function isSerbianTaxNumber(digits: string): boolean {
  let product = 10;
  for (const digit of digits.slice(0, 8)) {
    const sum = (product + Number(digit)) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === Number(digits[8]);
}

function isMontenegrinTaxNumber(digits: string): boolean {
  const sum = [8, 7, 6, 5, 4, 3, 2].reduce((total, weight, place) => total + weight * Number(digits[place]), 0);
  return ((11 - (sum % 11)) % 11) % 10 === Number(digits[7]);
}

/** Matični broj: eight digits; in Montenegro it is the tax number itself. `false` is a reason to warn, never to refuse. */
export function isLikelyRegistrationNumber(text: string): boolean {
  const digits = text.replace(/\s/g, '');
  if (!/^\d{8}$/.test(digits)) return false;
  const sum = [2, 7, 6, 5, 4, 3, 2].reduce((total, weight, place) => total + weight * Number(digits[place]), 0);
  const control = 11 - (sum % 11);
  return (control > 9 ? 0 : control) === Number(digits[7]) || isMontenegrinTaxNumber(digits);
}

const isRight = { taxNumber: isTaxNumber, registrationNumber: isLikelyRegistrationNumber };

/**
 * What of a company's numbers a form points out, first the tax number; an empty one is none. Those that
 * somebody insists on are `kept`; other countries' are not known.
 */
export function suspectCompanyNumbers(
  { country = 'RS', ...numbers }: CompanyNumbers,
  kept: ReadonlySet<string>,
): CompanyNumberKind[] {
  if (!isKnown(country)) return [];
  return COMPANY_NUMBERS.filter((kind) => {
    const text = numbers[kind] ?? '';
    return text.trim() && !kept.has(text) && !isRight[kind](text);
  });
}
const COMPANY_NUMBERS = ['taxNumber', 'registrationNumber'] as const;
export type CompanyNumberKind = (typeof COMPANY_NUMBERS)[number];
export interface CompanyNumbers {
  taxNumber?: string;
  registrationNumber?: string;
  country?: string;
}

/** The profile keeps these numbers as numbers, so a Montenegrin one loses its leading zeros on the way in. */
export const companyNumberText = (stored: number): string => String(stored).padStart(8, '0');
