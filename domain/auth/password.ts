import { commonPasswords } from './common-passwords.ts';

/** Shortest password at /auth, and at /ref-register where the invitation asks for more. */
export const PASSWORD_MIN = 6;
export const PASSWORD_MIN_REFERRED = 8;
/** In characters. Long enough for any pass phrase, short enough that nobody can make the server hash a book. */
export const PASSWORD_MAX = 128;

/** One spelling for what looks the same: `č` typed on one keyboard is two code points on another. */
export const normalisePassword = (password: string): string => password.normalize('NFKC');

export const passwordLength = (password: string): number => [...normalisePassword(password)].length;

/** True for the passwords that everybody tries first. It only warns: a password is refused for its length alone. */
export const isCommonPassword = (password: string): boolean =>
  commonPasswords.has(normalisePassword(password).toLowerCase());
