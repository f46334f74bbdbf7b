import { plural } from './plural.ts';

/** Two people, or one in two windows, have changed the same form. */
export const merging = {
  profile: 'Podaci su u međuvremenu izmenjeni',
  nothingLost: 'Ništa od vašeg nije izgubljeno; izaberite šta ostaje.',
  field: 'Polje',
  mine: 'Vaše, još nije sačuvano',
  yours: 'Vaše',
  /** The same person in another window. */
  you: 'vi, u drugom prozoru',
  staff: 'administrator',
  savedAt: (who: string | null, time: string) => (who ? `${who}, sačuvano u ${time}` : `Sačuvano u ${time}`),
  /** Nothing is known of who wrote it, or when. */
  saved: 'Sačuvano u međuvremenu',
  was: (value: string) => `bilo: ${value}`,
  oneSide: 'menja se samo na jednoj strani',
  unchanged: (value: string) => `bez izmene: ${value}`,
  empty: 'prazno',
  allMine: 'Sve moje',
  allTheirs: 'Sve od druge osobe',
  /** Of the same person in another window. */
  allOther: 'Sve iz drugog prozora',
  showAll: 'Prikaži sva',
  same: (n: number) =>
    `${plural(n, { one: 'Preostalo # polje je isto', few: 'Preostala # polja su ista', other: 'Ostalih # polja je isto' })}.`,
  again: (what: string, by: string, fields: readonly string[]) =>
    `${what}: opet izmena${by && ` (${by})`}. Kolona desno je osvežena, vaš izbor je ostao. Proverite ${
      fields.length === 1 ? 'polje' : 'polja'
    } ${fields.join(', ')}.`,
  left: (fields: readonly string[]) =>
    `Izaberite još ${plural(fields.length, { one: '# polje', few: '# polja', other: '# polja' })}: ${fields.join(', ')}.`,
  back: 'Nazad na obrazac',
  save: 'Sačuvaj izabrano',
} as const;

/** A dialog whose question somebody else has made another one. */
export const meanwhile = {
  changed: 'Stanje je u međuvremenu promenjeno. Pitanje sada važi za novo stanje: pročitajte ga, pa nastavite.',
  impossible: 'Stanje je u međuvremenu promenjeno i ovo više nije moguće. Zatvorite i pogledajte red.',
  seen: 'Nastavi sa novim stanjem',
} as const;
