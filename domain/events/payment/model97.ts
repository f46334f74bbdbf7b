/** ISO 7064 MOD 97-10 as banks in Serbia and Montenegro use it. Reduced digit by digit, so any length is exact. */

function remainder97(digits: string): number {
  let remainder = 0;
  for (const digit of digits) remainder = (remainder * 10 + Number(digit)) % 97;
  return remainder;
}

/** Digits and Latin letters stay (A = 10 … Z = 35), everything else is dropped. */
function toDigits(reference: string): string {
  let digits = '';
  for (const sign of reference.toUpperCase()) {
    if (/[0-9]/.test(sign)) digits += sign;
    else if (/[A-Z]/.test(sign)) digits += String(sign.charCodeAt(0) - 55);
  }
  return digits;
}

/** The two check digits, `02` to `98`. In a payment reference they stand in front, in an account number at the end. */
export function checkDigits(reference: string): string {
  return String(98 - remainder97(`${toDigits(reference)}00`)).padStart(2, '0');
}

/**
 * Whether a model-97 reference (check digits first) is the one that was given out. Strict: `01` for `98` and `00` for
 * `97` leave the same remainder and are still refused.
 */
export function isModel97(reference: string): boolean {
  const compact = reference.replace(/[\s\-/]/g, '');
  return compact.length > 2 && compact.slice(0, 2) === checkDigits(compact.slice(2));
}
