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
export const fold = (text: string): string =>
  latin(text)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replaceAll('dj', 'd');

/** The digits of what may be a part of a phone number, as one word: `+381 (0)64/123` → `38164123`. `null` for other text. */
export function phoneDigits(text: string): string | null {
  if (!/^[\d\s+()/.-]*$/.test(text)) return null;
  const digits = text.replace('(0)', '').replace(/\D/g, '').replace(/^00/, '');
  return digits.length < 4 ? null : digits;
}

/** Whether every word of a search is somewhere in the values; or, of a phone's digits, in one of the phones. */
export function isFound(search: string, values: readonly (string | number | null)[], phones: readonly string[] = []) {
  const words = fold(values.filter((value) => value !== null).join(' '));
  const digits = phoneDigits(search);
  return (
    fold(search)
      .split(/\s+/)
      .every((word) => words.includes(word)) ||
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
