import type { PlayRefusalReason } from './rules.ts';

/** What advertisers read wherever counting is explained: report, PDF and terms. */
export const countingRules = {
  title: 'Prikaz se računa samo kada važi sve ovo',
  rules: [
    'Televizor je povezan sa nalogom i nije blokiran.',
    'Reklama je sve vreme bila na ekranu, u prvom planu.',
    'Spot je prikazan do kraja; L-baner svih 15 sekundi.',
    'Stvarno trajanje je najmanje 95% predviđenog.',
    'Izveštaj sa televizora stigao je u roku od 72 sata.',
    'Prikaz je bio u vremenu za koje je dodeljen, po našem satu.',
    'Ne preklapa se sa drugim uračunatim prikazom na istom ekranu.',
    'Nije preko dnevne granice po televizoru.',
  ],
  cost: 'Jedan prikaz L-banera troši jedan L-baner, jedan prikaz spota onoliko TV sekundi koliko traje. Sve ostalo se čuva sa razlogom i ne naplaćuje.',
  people: 'Merimo prikaze na povezanim televizorima, ne broj ljudi ispred ekrana.',
} as const;

export const reasonCopy: Record<PlayRefusalReason, { name: string; meaning: string }> = {
  hidden: {
    name: 'Slika nije bila na ekranu',
    meaning: 'Televizor je prikazivao drugu aplikaciju ili ulaz.',
  },
  short: { name: 'Prekinuto pre kraja', meaning: 'Prikazano je manje od 95% trajanja.' },
  late: { name: 'Izveštaj je stigao kasno', meaning: 'Televizor je bio bez interneta duže od 72 sata.' },
  overlap: {
    name: 'Preklapa se sa drugim prikazom',
    meaning: 'Isti ekran je u isto vreme prijavio dve reklame.',
  },
  unknown_lease: { name: 'Nepoznat prikaz', meaning: 'Ne postoji dozvola za taj prikaz.' },
  duplicate: { name: 'Poslato dva puta', meaning: 'Isti prikaz je već uračunat; drugi put se ne broji.' },
  device_blocked: { name: 'Televizor je blokiran', meaning: 'Prikazi tog televizora se ne priznaju.' },
  cap: {
    name: 'Preko dnevne granice',
    meaning: 'Taj televizor je tog dana već prikazao najviše što ste dozvolili.',
  },
};
