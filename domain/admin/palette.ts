import type { Permission } from '../access.ts';
import { foldText } from '../fold.ts';

/** Letters from which on it is searched. */
export const QUERY_MIN = 2;
export const QUERY_MAX = 100;
/** Found of one kind. */
export const FOUND_OF_A_KIND = 5;

export const FOUND_KINDS = ['order', 'parcel', 'member', 'company', 'reservation', 'ticket', 'tv', 'voucher'] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

export const GROUPS = ['orders', 'people', 'event', 'vouchers', 'actions'] as const;
export type Group = (typeof GROUPS)[number];

export const GROUP_OF: Record<FoundKind, Group> = {
  order: 'orders',
  parcel: 'orders',
  member: 'people',
  company: 'people',
  reservation: 'event',
  ticket: 'event',
  tv: 'event',
  voucher: 'vouchers',
};

/** What is found of a kind is told to whoever has this; the warehouse finds orders with goods alone. */
export const FOUND_FOR: Record<FoundKind, Permission> = {
  order: 'see parcels',
  parcel: 'see parcels',
  member: 'see people',
  company: 'see people',
  reservation: 'manage event',
  ticket: 'manage event',
  tv: 'see people',
  voucher: 'manage vouchers',
};

export interface Part {
  text: string;
  isFound: boolean;
}

/** A text with its parts that were searched for, however they are written: `Žunić` for `zunic`, `Жунић` and `ŽUN`. */
export function splitAtMatches(text: string, query: string): Part[] {
  const letters = foldedLetters(text);
  const folded = letters.map(({ letter }) => letter).join('');
  const marked = new Set<number>();
  for (const word of foldText(query).split(/\s+/).filter(Boolean))
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length))
      for (let i = at; i < at + word.length; i++) marked.add(letters[i]!.place);
  const parts: Part[] = [];
  for (const [place, letter] of [...text].entries()) {
    const isFound = marked.has(place);
    const last = parts.at(-1);
    if (last && last.isFound === isFound) last.text += letter;
    else parts.push({ text: letter, isFound });
  }
  return parts;
}

/** Each folded letter with the place of the written one; „dj“ is one letter there. */
function foldedLetters(text: string): { letter: string; place: number }[] {
  const letters: { letter: string; place: number }[] = [];
  for (const [place, written] of [...text].entries())
    for (const letter of foldText(written)) {
      const before = letters.at(-1);
      if (letter !== 'j' || before?.letter !== 'd' || before.place !== place - 1) letters.push({ letter, place });
    }
  return letters;
}
