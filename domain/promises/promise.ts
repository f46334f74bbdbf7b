/**
 * What we say that we do, and what does it. A row names the sentence where it stands, so that a sentence that changes is
 * looked at again; docs/promises.md is written from these rows (`npm run render:promises`).
 */
export interface PromiseRow {
  /** `home/copy.ts home.hero.sub`: the file in domain/ and the key; `content/legal/terms-conditions 3.4`: document and article. */
  said: string;
  /** Of a text with several sentences the words of the one that is meant; without it all of them. */
  says?: string;
  /** What keeps it. */
  by: Keeper;
  /** The test that fails when nothing keeps it: `file › name`. */
  test: string;
}

/**
 * `call orders.mine` a procedure · `mail orders.paid` a mail · `job events.remind` a job · `code file name` what is
 * exported there: these can be switched off, and `npm run test:promises` does. `screen file` is a screen alone.
 */
export type Keeper = `${'call' | 'mail' | 'job'} ${string}` | `code ${string} ${string}` | `screen ${string}`;

/** Whoever says one of these says what will happen to the reader; such a sentence has a row. */
export const PROMISING = /dobijate|šaljemo|javljamo|birate|vidite|plaćate samo|obračun|izveštaj/i;
