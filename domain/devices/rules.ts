/** A pairing number is nine digits, none of them telling anything. */
export const PAIRING_SECONDS = 600;

/** Characters. */
export const DEVICE_NAME_MAX = 60;

/** `null` for anything that is not a nine-digit number; spaces and dashes, as people copy them from a screen, are fine. */
export function parsePairingNumber(text: string): number | null {
  const digits = text.replace(/[\s-]/g, '');
  return /^[1-9]\d{8}$/.test(digits) ? Number(digits) : null;
}

/** `123 456 789`: how the number is shown and read aloud. */
export const formatPairingNumber = (number: number): string => String(number).replace(/(\d{3})(?=\d)/g, '$1\u00a0');
