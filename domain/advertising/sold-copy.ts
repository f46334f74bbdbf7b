import { plural } from '../plural.ts';

/** The admin's list of sold packages. Its columns are named in copy.ts, with the file's. */
export const sold = {
  title: 'Prodati reklamni paketi',
  total: (amounts: string) => `Ukupno: ${amounts}`,
  search: 'Firma, email ili broj računa',
  everyPackage: 'Svi paketi',
  everyState: 'Sve pretplate',
  export: 'Preuzmi CSV',
  noCompany: 'bez naziva firme',
  once: 'Jednokratno, 30 dana',
  until: (date: string) => `važi do ${date}`,
  next: (date: string) => `sledeća naplata ${date}`,
  retry: (date: string) => `novi pokušaj ${date}`,
  ended: (date: string) => `završena ${date}`,
  refunded: (amount: string) => `vraćeno ${amount}`,
  order: (n: number) => `narudžbina ${n}`,
  empty: 'Nema prodatih reklamnih paketa',
  emptyHint: 'Svaka plaćena pretplata i svaka njena obnova pojavljuje se ovde sama.',
  emptyFilter: 'Nema prodatih paketa za izabrani filter.',
} as const;

/** Above that list: payment events that wait for a person. */
export const problems = {
  title: (n: number) =>
    plural(n, {
      one: '# uplata čeka vašu odluku',
      few: '# uplate čekaju vašu odluku',
      other: '# uplata čeka vašu odluku',
    }),
  text: 'Platna kuća je javila nešto što nismo mogli sami da proknjižimo. Ništa nije izgubljeno.',
  received: (when: string) => `Javljeno ${when}`,
  unknownPayer: 'nepoznat kupac',
  retake: 'Proveri ponovo',
  retaken: 'Uplata je proknjižena.',
  still: 'I dalje ne može da se proknjiži.',
  dismiss: 'Rešeno je',
  dismissTitle: 'Rešeno na drugi način',
  dismissText: 'Zapišite kako, da kolege znaju. Događaj se sklanja sa ovog spiska i ostaje u dnevniku.',
  note: 'Kako je rešeno',
  notePlaceholder: 'npr. novac vraćen kupcu 3. septembra',
  dismissed: 'Zabeleženo.',
} as const;
