import { common } from '../copy.ts';
import { isPhone } from '../phone.ts';
import { isEmail, isPlainName } from '../plain-text.ts';
import { fieldErrors } from './reservation-copy.ts';

/** The personal step of the dialog; the server checks with the same function. */
export interface PersonalInfo {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
}
export const PERSONAL_FIELDS = ['firstName', 'lastName', 'email', 'phone'] as const;
export type PersonalField = (typeof PERSONAL_FIELDS)[number];

const MAX_LENGTH: Record<PersonalField, number> = { firstName: 80, lastName: 80, email: 254, phone: 40 };

/**
 * What is wrong with each field, in fixed sentences; an empty object when nothing is. A phone has at least eight characters,
 * however they are written, `064/123-4567`, and can be called.
 */
export function personalErrors(info: PersonalInfo): Partial<Record<PersonalField, string>> {
  const errors: Partial<Record<PersonalField, string>> = {};
  for (const field of PERSONAL_FIELDS) {
    const value = info[field].trim();
    if (value === '') errors[field] = fieldErrors[field];
    else if (value.length > MAX_LENGTH[field]) errors[field] = fieldErrors.tooLong(MAX_LENGTH[field]);
    else if (field === 'email' && !isEmail(value)) errors.email = fieldErrors.emailShape;
    else if (field === 'phone' && value.length < 8) errors.phone = fieldErrors.phoneShort;
    else if (field !== 'email' && !isPlainName(value)) errors[field] = common.notPlainName;
    else if (field === 'phone' && !isPhone(value)) errors.phone = fieldErrors.phoneWrong;
  }
  return errors;
}
