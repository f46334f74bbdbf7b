import { fold } from '../../fold.ts';
import type { DoorGuest } from './rules.ts';

const CYRILLIC = 'абвгдђежзијклљмнњопрстћуфхцчџш';
const LATIN = 'a b v g d đ e ž z i j k l lj m n nj o p r s t ć u f h c č dž š'.split(' ');

/** Lower case, Latin letters, no marks: `Ђурђица`, `Đurđica`, `Djurdjica` and `durdica` are the same. */
export const foldName = (text: string): string =>
  fold(text.toLowerCase().replace(/[а-яђјљњћџ]/g, (letter) => LATIN[CYRILLIC.indexOf(letter)] ?? letter)).replaceAll(
    'dj',
    'd',
  );

/** From so many letters on a part of a name is enough; fewer must begin it, or half of all names end with them. */
const LONG = 4;

/** By name in both scripts and without marks, by a ticket's number, or by three or more digits of a phone. */
export function searchGuests(guests: readonly DoorGuest[], text: string): DoorGuest[] {
  const words = foldName(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const digits = text.replaceAll(/\D/g, '').replace(/^(00381|381|00382|382|0)/, '');
  const isPhone = digits.length >= 3 && /^[\d\s+/()-]+$/.test(text.trim());
  return guests.filter((guest) => {
    if (guest.code.startsWith(text.trim().replace('#', ''))) return true;
    if (isPhone && guest.phone.includes(digits)) return true;
    const name = foldName(guest.name).split(/[\s-]+/);
    return words.every((word) =>
      name.some((part) => part.startsWith(word) || (word.length >= LONG && part.includes(word))),
    );
  });
}
