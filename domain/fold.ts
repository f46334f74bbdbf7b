/** Letters with marks and the ones people type instead; `translate(lower(…), MARKED, PLAIN)` does the same in SQL. */
export const MARKED = 'čćžšđ';
export const PLAIN = 'cczsd';

/** Lower case without marks: `Čolić-Đurić` → `colic-duric`. */
export const fold = (text: string): string =>
  text.toLowerCase().replace(/[čćžšđ]/g, (letter) => PLAIN[MARKED.indexOf(letter)]!);

/** Cyrillic letters and the Latin ones they look like; usernames that only differ by them are the same (accounts/schema.ts). */
export const CYRILLIC_LOOKALIKES = 'авекмнорстухіјѕ';
export const LATIN_LOOKALIKES = 'abekmhopctyxijs';
