import { common } from '../copy.ts';
import { pages } from '../pages.ts';
import { isEmail, isPlainName } from '../plain-text.ts';
import { networkCopy } from './copy.ts';
import { normaliseReferralCode } from './referral-code.ts';

/** Stands for an upline's referral code where there is none above: the constant first segment of every path. */
export const TOP = 'root';

/** Members in the first part of a tree, enough for a screen, and the most in a later one. */
export const TREE_PART = 2_000;
export const TREE_PART_MAX = 20_000;

/** The page that a code's owner sends people to. */
export const referralLink = (publicUrl: string, code: string): string =>
  `${publicUrl}${pages.refRegister.path}?code=${code}`;

/** What a member is called: the full name, else the username. */
export function memberName(person: { firstName: string | null; lastName: string | null; username: string }): string {
  return [person.firstName, person.lastName].filter(Boolean).join(' ').trim() || person.username;
}

/** `root.<id>` at the top, the upline's path plus the own id below; hyphens become underscores. The database's own rule. */
export const pathOf = (id: string, uplinePath: string | null): string =>
  `${uplinePath ?? TOP}.${id.replaceAll('-', '_')}`;

/** The members on a path, from the top down to its own. */
export const idsOfPath = (path: string): string[] =>
  path
    .split('.')
    .slice(1)
    .map((label) => label.replaceAll('_', '-'));

export const NAME_MAX = 20;
const graphemes = new Intl.Segmenter('sr-Latn', { granularity: 'grapheme' });

/** At most twenty characters, the rest an ellipsis; a character is what a reader sees, so no emoji is cut in half. */
export function cutName(name: string): string {
  if (name.length <= NAME_MAX) return name;
  const characters = [...graphemes.segment(name)];
  if (characters.length <= NAME_MAX) return name;
  return `${characters
    .slice(0, NAME_MAX)
    .map(({ segment }) => segment)
    .join('')
    .trimEnd()}…`;
}

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

export const REFERRAL_PASSWORD_MIN = 8;

/** In this order: the first that fails is the one that is said. */
const checks: [field: keyof ReferralForm, holds: (form: ReferralForm) => boolean, message: string][] = [
  ['email', (form) => form.email !== '', networkCopy.register.problems.emailMissing],
  ['email', (form) => isEmail(form.email), networkCopy.register.problems.emailWrong],
  ['password', (form) => form.password.length >= REFERRAL_PASSWORD_MIN, networkCopy.register.problems.password],
  ['firstName', (form) => form.firstName !== '', networkCopy.register.problems.firstName],
  ['lastName', (form) => form.lastName !== '', networkCopy.register.problems.lastName],
  ['firstName', (form) => isPlainName(form.firstName), common.notPlainName],
  ['lastName', (form) => isPlainName(form.lastName), common.notPlainName],
  ['username', (form) => form.username !== '', networkCopy.register.problems.username],
  ['phone', (form) => form.phone !== '', networkCopy.register.problems.phone],
  ['phone', (form) => isPlainName(form.phone), common.notPlainName],
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
