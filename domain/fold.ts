/** What searches take for the same. The database does it in `serbian_latin`, `search_fold` and `phone_words` (migrations). */

const CYRILLIC = 'абвгдђежзијйклмнопрстћуфхцчшѓќАБВГДЂЕЖЗИЈЙКЛМНОПРСТЋУФХЦЧШЃЌ';
const LATIN = 'abvgdđežzijjklmnoprstćufhcčšgkABVGDĐEŽZIJJKLMNOPRSTĆUFHCČŠGK';
const LATIN_OF = new Map([...[...CYRILLIC].entries()].map(([place, letter]) => [letter, LATIN[place]!]));
for (const [letter, pair] of ['љlj', 'њnj', 'џdž', 'ЉLj', 'ЊNj', 'ЏDž'].map(
  (both) => [both[0]!, both.slice(1)] as const,
))
  LATIN_OF.set(letter, pair);

/** Cyrillic letters as Latin ones: `Љубић` → `Ljubić`. */
export const latin = (text: string): string =>
  text.replace(/[\u0400-\u04ff]/g, (letter) => LATIN_OF.get(letter) ?? letter);

/** Lower case Latin without marks, "dj" for "đ": `Čolić-Ђурић` → `colic-duric`. */
export const foldText = (text: string): string =>
  latin(text)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replaceAll('dj', 'd');

/** Dashes of every length as the one of the keyboard: a telephone makes longer ones by itself. */
export const hyphens = (text: string): string => text.replace(/\p{Pd}/gu, '-');

/** Every way in which a word with dashes may be written: with one of three dashes, with a space, or as one. */
export const dashForms = (word: string): string[] =>
  /[\p{L}\p{N}]\p{Pd}+[\p{L}\p{N}]/u.test(word)
    ? ['-', '–', '—', ' ', ''].map((between) => word.replace(/\p{Pd}+/gu, between))
    : [word];

/** The digits of what may be a part of a phone number, as one word: `+381 (0)64/123` → `38164123`. `null` for other text. */
export function phoneDigits(text: string): string | null {
  if (!/^[\d\s+()/.\p{Pd}]*$/u.test(text)) return null;
  const digits = text.replace('(0)', '').replace(/\D/g, '').replace(/^00/, '');
  return digits.length < 4 ? null : digits;
}

const evenly = (text: string): string => hyphens(foldText(text));
const bare = (text: string): string => evenly(text).replace(/[\s-]/g, '');

/**
 * Whether every word of a search is somewhere in the values; or all of it in one of them, however both are spaced; or, of a
 * phone's digits, in one of the phones.
 */
export function isFound(search: string, values: readonly (string | number | null)[], phones: readonly string[] = []) {
  const words = evenly(values.filter((value) => value !== null).join(' '));
  const digits = phoneDigits(search);
  const whole = bare(search);
  return (
    evenly(search)
      .split(/\s+/)
      .every((word) => words.includes(word)) ||
    (whole !== '' &&
      whole !== evenly(search) &&
      values.some((value) => value !== null && bare(`${value}`).includes(whole))) ||
    (digits !== null && phones.some((phone) => phoneForms(phone).some((form) => form.includes(digits))))
  );
}

/** From abroad and at home; a number without a country's prefix is a Serbian one. */
function phoneForms(phone: string): string[] {
  const digits = phone.replace('(0)', '').replace(/\D/g, '').replace(/^00/, '');
  return digits.startsWith('0') ? [digits, `381${digits.slice(1)}`] : [digits, `0${digits.slice(3)}`];
}

/** Cyrillic letters and the Latin ones they look like; usernames that only differ by them are the same (accounts/schema.ts). */
export const CYRILLIC_LOOKALIKES = 'авекмнорстухіјѕ';
export const LATIN_LOOKALIKES = 'abekmhopctyxijs';

/** Eight letters and digits that were typed in groups (`ABCD-2345`), as one word; `null` for anything else. */
export function codeInGroups(text: string): string | null {
  const typed = text.trim();
  const code = typed.replace(/[\s\p{Pd}]/gu, '');
  return code !== typed && /^[a-z\d]{8}$/i.test(code) ? code : null;
}
