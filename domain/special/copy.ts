import { formatNumber } from '../money.ts';
import { plural } from '../plural.ts';
import { formatDate } from '../time.ts';
import type { Run, RunDay } from './contract.ts';
import {
  PLACES_DAILY_SHOWINGS,
  PLACES_DAILY_SHOWINGS_MIN,
  SPECIAL_PLACE_COUNT,
  TOTAL_DAILY_SHOWINGS,
} from './rules.ts';

/** What the company reads of its special packages, and of each day of one. */
export const specialCopy = {
  title: 'Specijalni paket',
  order: (number: number) => `Narudžbina ${number}`,
  begin: 'Napravite reklamu',
  open: 'Otvorite kampanju',
  report: 'Dani i prikazi',
  noCampaign:
    'Plaćeno je. Napravite reklamu i pošaljite je na pregled; mesta i prvi dan biramo zajedno sa vama, najkasnije tri radna dana od uplate.',
  paidBack: 'Novac za ovaj paket je vraćen, vraća se ili je osporen, pa se reklama ne prikazuje.',
  notStarted: 'Početak još nije zakazan. Čim reklama bude odobrena i izabrano svih 100 mesta, upisujemo prvi dan.',
  runs: (first: string, last: string) => `${formatDate(first)} – ${formatDate(last)}`,
  appended: (n: number) => plural(n, { one: 'dodat # dan', few: 'dodata # dana', other: 'dodato # dana' }),
  promise: `Dan je održan kada svi televizori zajedno skupe ${formatNumber(TOTAL_DAILY_SHOWINGS)} viđenih prikaza, od toga izabrana mesta najmanje ${formatNumber(PLACES_DAILY_SHOWINGS_MIN)} od ${formatNumber(PLACES_DAILY_SHOWINGS)} mogućih. Dan koji nije održan dodaje se na kraj, besplatno. Prikazi jednog dana stižu još 72 sata, pa se o njemu odlučuje tek tada.`,
  noUnits: 'Ova kampanja ne troši ni L-banere ni TV sekunde: plaćena je paketom.',
  schedule: `Na ${SPECIAL_PLACE_COUNT} izabranih mesta prikazuje se na svakih 30 minuta, svakog dana od 08:00 do 00:00. Na ostalim televizorima izabranih grupa dopunjava se tako da prikaza bude najmanje ${formatNumber(TOTAL_DAILY_SHOWINGS)} dnevno.`,
  /** Its advert was taken down, or its campaign ended, before all days were kept. */
  stopped: {
    withdrawn:
      'Reklama je uklonjena, ali paket nije potrošen. Pošaljite drugu: kada je odobrimo, preuzima ista mesta i preostale dane.',
    done: 'Kampanja je završena pre nego što su svi dani održani. Pošaljite reklamu: kada je odobrimo, preuzima ista mesta i preostale dane.',
  },
  stoppedDays: 'Dani koji u međuvremenu ne budu održani dodaju se na kraj, besplatno.',
  replace: 'Pošaljite drugu reklamu',
  replaceHint: 'Ide na pregled. Paket se nastavlja čim je odobrimo.',
  replacement: {
    none: 'čeka drugu reklamu',
    draft: 'nova reklama u nacrtu',
    review: 'nova reklama na pregledu',
    rejected: 'nova reklama vraćena na ispravku',
  } satisfies Record<NonNullable<Run['replacement']>, string>,
  notAppended: 'Nije održan',
  before: 'Pre slanja',
  groupsTitle: 'Grupe za dopunu',
  days: 'Dani paketa',
  none: 'Paket još nije pokrenut.',
  th: { day: 'Dan', places: `Na ${SPECIAL_PLACE_COUNT} mesta`, all: 'Na svim televizorima', state: 'Obećanje' },
  of: (n: number, promised: number) => `${formatNumber(n)} / ${formatNumber(promised)}`,
  insteadOf: (day: string) => `umesto ${formatDate(day)}`,
  states: {
    planned: 'Zakazan',
    counting: 'Još se broji',
    kept: 'Održan',
    missed: 'Nije održan, dodat na kraj',
  } satisfies Record<RunDay['state'], string>,
  planned: (n: number) => plural(n, { one: 'Zakazan # dan', few: 'Zakazana # dana', other: 'Zakazano # dana' }),
  kept: (n: number, all: number) => `održano ${formatNumber(n)} od ${formatNumber(all)}`,
} as const;

/** What staff read: all sold packages, their places, and the start. */
export const specialDeskCopy = {
  title: 'Specijalni paketi',
  none: 'Nema prodatih specijalnih paketa.',
  th: { company: 'Firma', campaign: 'Kampanja', places: 'Mesta', days: 'Dani', open: 'Radnje' },
  noCampaign: 'Firma još nije napravila reklamu.',
  paidBack: 'Novac vraćen ili osporen',
  places: (n: number) => `${formatNumber(n)} od ${SPECIAL_PLACE_COUNT}`,
  gone: (n: number) => plural(n, { one: '# ne prikazuje', few: '# ne prikazuju', other: '# ne prikazuje' }),
  manage: 'Mesta i početak',
  manageLabel: (company: string) => `Mesta i početak: ${company}`,
  close: 'Zatvori',
  notStarted: 'Nije pokrenut',
  chosen: 'Izabrana mesta',
  noneChosen: 'Nijedno mesto još nije izabrano.',
  region: 'Region',
  venue: 'Vrsta mesta',
  every: 'Svi',
  choose: 'Televizori za izbor',
  found: (shown: number, all: number) =>
    `Pronađeno: ${formatNumber(all)}${shown < all ? `, prikazano prvih ${formatNumber(shown)}` : ''}`,
  noneFound: 'Nema televizora u ovom izboru.',
  first: (n: number) => `Izaberi prvih ${formatNumber(n)}`,
  add: 'Dodaj',
  remove: 'Ukloni',
  replace: 'Zameni',
  replacing: (tv: string) => `Zamena za ${tv}: izaberite drugi televizor.`,
  callOff: 'Odustani od zamene',
  replaceBy: 'Stavi na to mesto',
  isGone: 'Ne prikazuje',
  seen: (when: string) => `viđen ${formatDate(when)}`,
  unseen: 'nije se javljao',
  firstDay: 'Prvi dan',
  firstDayHint: 'Od sutra pa nadalje. Posle pokretanja se ne menja.',
  start: 'Pokreni paket',
  startTitle: 'Pokrećete paket?',
  startText: (day: string) =>
    `Prvi dan je ${formatDate(day)}. Trideset dana se upisuje odmah, a početak se posle ne menja.`,
  started: 'Paket je pokrenut.',
  saved: 'Mesta su sačuvana.',
} as const;

/** Why the campaign of a special package was paused, as its company reads it. */
export const paidBackWords = {
  refund: 'Novac za Specijalni paket je vraćen, pa se reklama više ne prikazuje.',
  goingBack: 'Novac za Specijalni paket se vraća, pa se reklama više ne prikazuje.',
  dispute: 'Banka je zadržala uplatu za Specijalni paket. Reklama stoji dok se to ne reši.',
} as const;
