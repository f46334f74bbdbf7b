import { daysLater } from '../day.ts';
import { pages } from '../pages.ts';
import { dayOf, startOfDay } from '../time.ts';

/** Stands for an upline's referral code where there is none above: the constant first segment of every path. */
export const NETWORK_ROOT = 'root';

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
  `${uplinePath ?? NETWORK_ROOT}.${id.replaceAll('-', '_')}`;

/** The members on a path, from the top down to its own. */
export const idsOfPath = (path: string): string[] =>
  path
    .split('.')
    .slice(1)
    .map((label) => label.replaceAll('_', '-'));

/** A device counts in the network of those above its buyer from so many days on after the day of its money. */
export const COUNTED_AFTER_DAYS = 14;

/** What was paid before this moment counts: days are those of Belgrade. */
export const countedPaymentCutoff = (now: Date): Date => startOfDay(daysLater(dayOf(now), 1 - COUNTED_AFTER_DAYS));

export const NAME_MAX = 20;
const graphemes = new Intl.Segmenter('sr-Latn', { granularity: 'grapheme' });

/** At most twenty characters, the rest an ellipsis; a character is what a reader sees, so no emoji is cut in half. */
export function truncateName(name: string): string {
  if (name.length <= NAME_MAX) return name;
  const characters = [...graphemes.segment(name)];
  if (characters.length <= NAME_MAX) return name;
  return `${characters
    .slice(0, NAME_MAX)
    .map(({ segment }) => segment)
    .join('')
    .trimEnd()}…`;
}
