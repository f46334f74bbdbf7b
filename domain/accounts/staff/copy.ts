import type { Duty } from '../../access.ts';
import type { Sentences } from '../../errors.ts';
import { plural } from '../../plural.ts';
import { formatTime } from '../../time.ts';
import { dutyList, dutyNames } from './duty-copy.ts';

type About = { duty: Duty; name: string };

export const staffRefusals = {
  DUTIES_CHANGED: ({ by, at }: { by: string | null; at: Date | string }) =>
    `Dužnosti su u međuvremenu promenjene (${by ? `${by}, ` : ''}${formatTime(at)}). Vaše izmene nisu sačuvane. Pogledajte novo stanje pa ponovite.`,
  SECOND_STEP_MISSING: ({ duty, name }: About) =>
    `Dužnost ${dutyNames[duty]} nije data. ${name} nema potvrdu u dva koraka. Pošaljite podsetnik; dužnost dodelite kad potvrda bude uključena.`,
  LAST_HOLDER: ({ duty, name }: About) =>
    `Dužnost ${dutyNames[duty]} ima samo: ${name}. Prvo je dodelite još jednoj osobi, pa je onda oduzmite.`,
  HAS_SECOND_STEP: 'Potvrda u dva koraka je već uključena na ovom nalogu.',
} satisfies Sentences;

/** The largest refund that whoever keeps the sales makes alone. */
const LIMIT = '500 €';

const may: Record<Duty, { may: string; not: string }> = {
  sales: {
    may: `vodi narudžbine, adrese i pozive, pravi nalepnice, pregleda kupce, vraća novac do ${LIMIT}`,
    not: 'ne vidi Banku i Knjige, ne menja dužnosti',
  },
  warehouse: {
    may: 'prima i otpisuje uređaje, pakuje, štampa nalepnice, pregleda povraćaje',
    not: 'ne vidi iznose plaćanja i podatke o karticama',
  },
  accounting: {
    may: 'vidi Knjige i Banku, odlučuje o izvodima, pravi naloge za isplatu',
    not: 'ne menja narudžbine i kupce',
  },
  event: {
    may: 'vodi rezervacije, karte i ulaz na događaj, potvrđuje uplate po pravilima Banke',
    not: 'ne vidi narudžbine uređaja',
  },
  support: {
    may: 'vidi istoriju osobe, šalje poruke ponovo, pauzira pretplatu, poništava potvrdu u dva koraka uz svoj kod',
    not: 'ne vraća novac i ne menja mrežu',
  },
  network: { may: 'odobrava zahteve, dodaje u mrežu, premešta grane', not: 'ne vidi plaćanja' },
  security: {
    may: 'vidi prijave i dnevnik, odjavljuje i blokira članove, pravi i opoziva ključeve',
    not: 'ne dodeljuje dužnosti i ne dira druge administratore',
  },
  advertising: {
    may: 'pregleda kampanje, pušta i zaustavlja reklame, odlučuje o sumnjivim televizorima, priprema obračun nagrada',
    not: 'ne isplaćuje nagrade i ne menja pakete',
  },
};

export const staffCopy = {
  title: 'Dužnosti',
  lead: 'Ko šta sme u upravi. Menja samo glavni administrator, uz potvrdu; osoba dobija poruku, a izmena ostaje u dnevniku.',
  export: 'Preuzmi CSV',
  exportFile: (day: string) => `duznosti-${day}`,
  add: 'Dodaj osobu',
  matrix: 'Dužnosti po osobama',
  matrixHint: 'Strelicama birate polje, razmaknicom dajete ili oduzimate dužnost.',
  columns: { person: 'Osoba', email: 'Email', changed: 'Poslednja izmena' },
  superAdmin: 'glavni administrator',
  admin: 'administrator',
  added: 'dodaje se',
  blocked: 'blokiran nalog',
  noSecondStep: 'bez potvrde u dva koraka',
  super: 'Sve dužnosti, uvek. Ne mogu da se oduzmu.',
  fromSettings: 'podešavanje servera',
  old: 'Bez tabele',
  oldText: 'Prava su kao i pre uvođenja dužnosti.',
  give: 'Dodeli dužnosti',
  giveTo: (name: string) => `Dodeli dužnosti: ${name}`,
  since: (day: string) => `od ${day}`,
  cellOf: (name: string, duty: Duty) => `${name}: ${dutyNames[duty]}`,
  cell: { given: 'daje se', taken: 'oduzima se', only: 'jedina osoba' },
  unsaved: 'Nesačuvane izmene',
  dirty: (n: number) =>
    plural(n, {
      one: '# izmena nije sačuvana.',
      few: '# izmene nisu sačuvane.',
      other: '# izmena nije sačuvano.',
    }),
  given: (name: string, duty: Duty) => `${name}: daje se ${dutyNames[duty]}`,
  taken: (name: string, duty: Duty) => `${name}: oduzima se ${dutyNames[duty]}`,
  first: (name: string, duties: readonly Duty[]) =>
    duties.length ? `${name}: ostaje ${dutyList(duties)}` : `${name}: ne ostaje nijedna dužnost`,
  save: 'Sačuvaj uz potvrdu',
  drop: 'Odbaci',
  leaving: 'Izmene dužnosti',
  saved: (changes: number, people: number) =>
    `${plural(changes, { one: 'Sačuvana je # izmena.', few: 'Sačuvane su # izmene.', other: 'Sačuvano je # izmena.' })} ${people === 1 ? 'Osoba dobija poruku.' : 'Osobe dobijaju poruku.'}`,
  savedNothing: 'Dužnosti su sada onakve kakve ste izabrali.',
  failed: 'Dužnosti nisu sačuvane. Ništa nije promenjeno. Pokušajte ponovo.',
  showNow: 'Prikaži novo stanje',
  remind: 'Pošalji podsetnik',
  reminded: (name: string) => `Podsetnik je poslat. ${name} dobija poruku.`,
  remindedBefore: (name: string) => `Podsetnik je već poslat u poslednja 24 sata (${name}).`,
  proof: {
    title: 'Potvrdite da ste to vi',
    text: (people: number) =>
      `Menjate prava ${plural(people, { one: '# osobe', few: '# osobe', other: '# osoba' })}. Prijava od pre više od deset minuta nije dovoljna.`,
    gives: 'Daje se',
    takes: 'Oduzima se',
    keeps: 'Ostaje',
    reason: 'Razlog',
    reasonHint: 'Ostaje u dnevniku.',
    reasonMissing: 'Upišite razlog.',
    save: 'Sačuvaj',
    cancel: 'Odustani',
  },
  giving: {
    title: 'Dodeljivanje dužnosti',
    lead: (name: string) => `${name}, do sada sva prava administratora.`,
    text: 'Kad prvi put dodelite dužnosti, ostala prava prestaju odmah. Izaberite sve što osoba treba da zadrži.',
    used: 'Poslednjih 30 dana korišćeno:',
    usedOf: (duty: Duty, n: number) =>
      `${dutyNames[duty]} ${plural(n, { one: '# put', few: '# puta', other: '# puta' })}`,
    restNot: 'ostalo nijednom',
    nothing: 'nijedna dužnost',
    go: 'Nastavi',
  },
  adding: {
    title: 'Dodaj osobu',
    text: 'Osoba već ima odobren nalog. Sa prvom dužnošću postaje administrator.',
    search: 'Ime ili email',
    none: (text: string) => `Niko ne odgovara za „${text}“. Ko je već u tabeli, ovde se ne traži.`,
    found: 'Nađene osobe',
    chosen: 'Izaberite dužnosti u novom redu tabele, pa sačuvajte.',
  },
  what: 'Šta koja dužnost sme',
  whatColumns: { duty: 'Dužnost', may: 'Sme', not: 'Ne sme', people: 'Osoba' },
  may,
  note: 'Glavni administrator ima sve i nije u broju. Ko nema dužnost, taj deo ne vidi ni u meniju ni u pretrazi.',
  log: 'Poslednje izmene',
  logOpen: 'Otvori u dnevniku',
  logColumns: { at: 'Kada', person: 'Osoba', change: 'Izmena', reason: 'Razlog', by: 'Ko' },
  gains: (duties: readonly Duty[]) => `dobija: ${dutyList(duties)}`,
  loses: (duties: readonly Duty[]) => `gubi: ${dutyList(duties)}`,
  logEmpty: 'Dužnosti još nisu menjane.',
  empty: 'Niko još nema dužnosti.',
  emptyText: 'Sve radi glavni administrator. Dodajte osobu koja već ima nalog i potvrdu u dva koraka.',
  erased: 'obrisan nalog',
} as const;
