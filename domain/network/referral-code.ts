/** Capital letters and digits that nobody mistakes for one another when read aloud or copied by hand: no 0 O, 1 I L. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 8;
const SHAPE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);
/** Bytes from here up would favour the first letters; they are thrown away. */
const UNFAIR = 256 - (256 % ALPHABET.length);

/** Why a code puts nobody in the network. */
export const CODE_REFUSALS = [
  'REFERRAL_CODE_INVALID',
  'REFERRAL_CODE_INACTIVE',
  'REFERRAL_LIMIT_REACHED',
  'OWN_REFERRAL_CODE',
] as const;
export type CodeRefusal = (typeof CODE_REFUSALS)[number];

/**
 * A new referral code: eight characters, 31⁸ ≈ 8.5 · 10¹¹ possible ones. Unique by the database's index; on a collision
 * make another. `randomBytes(n)` must answer with n cryptographically random bytes.
 */
export function newReferralCode(randomBytes: (size: number) => Uint8Array): string {
  let code = '';
  while (code.length < LENGTH) {
    for (const byte of randomBytes(LENGTH * 2)) {
      if (byte < UNFAIR && code.length < LENGTH) code += ALPHABET[byte % ALPHABET.length];
    }
  }
  return code;
}

/** A code as people type and paste it: any case, with spaces or dashes. `null` for what cannot be a code. */
export function normaliseReferralCode(text: string): string | null {
  const code = text.replace(/[\s\p{Pd}\u200b-\u200f\u2060\ufeff]/gu, '').toUpperCase();
  return SHAPE.test(code) ? code : null;
}
