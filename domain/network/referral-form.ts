import { PASSWORD_MIN_REFERRED, passwordLength } from '../auth/password.ts';
import { isUsernameAllowed } from '../auth/username.ts';
import { common } from '../copy.ts';
import { isPhone } from '../phone.ts';
import { isEmail, isPlainName } from '../plain-text.ts';
import { networkCopy } from './copy.ts';
import { normaliseReferralCode } from './referral-code.ts';

/** The form of /ref-register. */
export interface ReferralForm {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  username: string;
  phone: string;
  country: string;
  city: string;
  code: string;
}

/** In this order: the first that fails is the one that is said. */
const checks: [field: keyof ReferralForm, holds: (form: ReferralForm) => boolean, message: string][] = [
  ['email', (form) => form.email !== '', networkCopy.register.problems.emailMissing],
  ['email', (form) => isEmail(form.email), networkCopy.register.problems.emailWrong],
  [
    'password',
    (form) => passwordLength(form.password) >= PASSWORD_MIN_REFERRED,
    networkCopy.register.problems.password,
  ],
  ['firstName', (form) => form.firstName !== '', networkCopy.register.problems.firstName],
  ['lastName', (form) => form.lastName !== '', networkCopy.register.problems.lastName],
  ['firstName', (form) => isPlainName(form.firstName), common.notPlainName],
  ['lastName', (form) => isPlainName(form.lastName), common.notPlainName],
  ['username', (form) => form.username !== '', networkCopy.register.problems.username],
  ['username', (form) => isUsernameAllowed(form.username, form.email), common.badUsername],
  ['phone', (form) => form.phone !== '', networkCopy.register.problems.phone],
  ['phone', (form) => isPlainName(form.phone), common.notPlainName],
  ['phone', (form) => isPhone(form.phone), common.badPhone],
  ['country', (form) => form.country !== '', networkCopy.register.problems.country],
  ['city', (form) => form.city !== '', networkCopy.register.problems.city],
  ['city', (form) => isPlainName(form.city), common.notPlainName],
  ['code', (form) => form.code !== '', networkCopy.register.problems.code],
];

/** The form as it is sent: everything trimmed but the password, the code as codes are written. */
export function trimReferralForm(form: ReferralForm): ReferralForm {
  const trimmed = Object.fromEntries(
    Object.entries(form).map(([field, value]) => [field, field === 'password' ? value : value.trim()]),
  ) as unknown as ReferralForm;
  return { ...trimmed, code: normaliseReferralCode(trimmed.code) ?? trimmed.code };
}

/** The first thing wrong with a trimmed form, `null` when it may be sent. */
export function firstProblem(form: ReferralForm): { field: keyof ReferralForm; message: string } | null {
  const failed = checks.find(([, holds]) => !holds(form));
  return failed ? { field: failed[0], message: failed[2] } : null;
}
