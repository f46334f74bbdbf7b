import { foldText, hyphens } from '../../fold.ts';
import type { DoorGuest } from './rules.ts';

/** From so many letters on a part of a name is enough; fewer must begin it, or half of all names end with them. */
const LONG = 4;
const BETWEEN = /[\s\p{Pd}]+/u;

/**
 * By name in both scripts and without marks, by a ticket's number, or by three or more digits of a phone. Whose number it is stands
 * first: three digits are in many a phone.
 */
export function searchGuests(guests: readonly DoorGuest[], text: string): DoorGuest[] {
  const words = foldText(text).split(BETWEEN).filter(Boolean);
  if (words.length === 0) return [];
  const typed = hyphens(text.trim());
  const digits = text.replaceAll(/\D/g, '').replace(/^(00381|381|00382|382|0)/, '');
  const isPhone = digits.length >= 3 && /^[\d\s+/()-]+$/.test(typed);
  const number = typed.replace('#', '');
  const found = guests.filter((guest) => {
    if (guest.code.startsWith(number)) return true;
    if (isPhone && guest.phone.includes(digits)) return true;
    const name = foldText(guest.name).split(BETWEEN);
    return words.every((word) =>
      name.some((part) => part.startsWith(word) || (word.length >= LONG && part.includes(word))),
    );
  });
  const isOfNumber = ({ code, number: own }: DoorGuest) => code === number || String(own) === number;
  return found.toSorted((a, b) => Number(isOfNumber(b)) - Number(isOfNumber(a)));
}
