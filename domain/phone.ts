import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Of the server and of forms that are loaded when they are needed: the rules of all countries weigh 30 kB. */

/** A number without a country's prefix is a Serbian one. `null` for what has too few or too many digits to be called. */
function readPhone(text: string): PhoneNumber | null {
  const number = parsePhoneNumberFromString(text, { defaultCountry: 'RS', extract: false });
  return number?.isPossible() ? number : null;
}

export const isPhone = (text: string): boolean => readPhone(text) !== null;

/** `+381 64 1234567`, or the text as it is when it is no number. */
export const formatPhone = (text: string): string => readPhone(text)?.formatInternational() ?? text;
