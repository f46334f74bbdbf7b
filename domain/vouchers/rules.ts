import type { Permission } from '../access.ts';
import { grouped } from '../money.ts';

/**
 * A code is a number: leading zeros, spaces and dashes mean nothing, because a code is read aloud, printed in groups and
 * kept in spreadsheets. What is left is compared as the database compares it.
 */
export type CodeProblem = 'VOUCHER_EMPTY' | 'VOUCHER_NOT_A_NUMBER' | 'VOUCHER_UNKNOWN';

/** Digits that the database's column can hold. */
const MAX_DIGITS = 18;

/** The code without what means nothing, or why it cannot be one. */
export function parseVoucherCode(typed: string): { code: string } | { problem: CodeProblem } {
  const digits = typed.replace(/[\s\u200b\u2010-\u2015-]/g, '');
  if (digits === '') return { problem: 'VOUCHER_EMPTY' };
  if (!/^\d+$/.test(digits)) return { problem: 'VOUCHER_NOT_A_NUMBER' };
  const code = digits.replace(/^0+/, '');
  return code === '' || code.length > MAX_DIGITS ? { problem: 'VOUCHER_UNKNOWN' } : { code };
}

/** `482059173361` → `4820 5917 3361`, with spaces that do not break. */
export const formatCode = (code: string): string => grouped(code, 4, '\u00a0');

/** New codes: twelve digits, the first not zero. With 10,000 of them unused, one guess in 90 million finds one. */
export const CODE_DIGITS = 12;
export const MAX_CODES_AT_ONCE = 1_000;
export const MAX_BANNERS = 1_000_000;

/** So many of the vouchers that a member redeemed last stand on their page. */
export const OWN_VOUCHERS_SHOWN = 500;

/** L-banners that one person may issue on a day in Belgrade, by the most that they may; what was voided counts no more. */
export const BANNERS_A_DAY = {
  'manage vouchers': 1_000_000,
  'issue large vouchers': 100_000_000,
} as const satisfies Partial<Record<Permission, number>>;
