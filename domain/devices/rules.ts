/** A pairing number is nine digits, none of them telling anything. */
export const PAIRING_SECONDS = 600;

/** TVs that may wait on one network while opening a TV's link still links at once; beyond it the digits are asked for. */
export const WAITING_AT_ONCE = 3;

/** Wrong digits after which a number is spent and its TV shows another. */
export const WRONG_DIGITS = 3;

/** How long the mail about a linking can undo it, in hours. */
export const UNLINK_LINK_HOURS = 72;

/** A TV's token is valid for this long and is renewed when it is older than this, in days. */
export const TOKEN_DAYS = 400;
export const TOKEN_RENEWED_AFTER_DAYS = 30;

/** Characters. */
export const DEVICE_NAME_MAX = 60;

const withoutGaps = (text: string) => text.replace(/[\s-]/g, '');

/** `null` for anything that is not a nine-digit number; spaces and dashes, as people copy them from a screen, are fine. */
export function parsePairingNumber(text: string): number | null {
  const digits = withoutGaps(text);
  return /^[1-9]\d{8}$/.test(digits) ? Number(digits) : null;
}

/** Why a text is no TV's number: digits of another length name a TV that there is not, anything else names none. */
export const whyNoPairing = (text: string): 'PAIRING_UNKNOWN' | 'PAIRING_NUMBER_INVALID' =>
  /^\d+$/.test(withoutGaps(text)) ? 'PAIRING_UNKNOWN' : 'PAIRING_NUMBER_INVALID';

/** `123 456 789`: how the number is shown and read aloud. */
export const formatPairingNumber = (number: number): string => String(number).replace(/(\d{3})(?=\d)/g, '$1\u00a0');

/**
 * Roughly where a TV was seen, for the person who is asked to link it: `188.2.0.0`, `2a02:6ea0::`. `null` when unknown.
 * Takes a network as the limits write it: an IPv4 address, or the /64 of an IPv6 one.
 */
export function coarseNetwork(network: string | null): string | null {
  if (!network) return null;
  if (!network.includes(':')) return network.replace(/\.\d+\.\d+$/, '.0.0');
  return `${network.split(':').slice(0, 2).join(':')}::`;
}
