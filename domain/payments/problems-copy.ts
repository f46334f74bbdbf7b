import { plural } from '../plural.ts';

/** Above the list of sales: payment events that wait for a person. */
export const problems = {
  title: (n: number) =>
    plural(n, {
      one: '# uplata čeka vašu odluku',
      few: '# uplate čekaju vašu odluku',
      other: '# uplata čeka vašu odluku',
    }),
  what: 'Uplate koje čekaju odluku',
  text: 'Platna kuća je javila nešto što nismo mogli sami da proknjižimo. Ništa nije izgubljeno.',
  received: (when: string) => `Javljeno ${when}`,
  order: (n: number) => `narudžbina ${n}`,
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
