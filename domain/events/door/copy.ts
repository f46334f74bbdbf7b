import { plural } from '../../plural.ts';
import { type DoorVerdict, isAdmitted } from './rules.ts';

const guests = (n: number) => plural(n, { one: '# gost', few: '# gosta', other: '# gostiju' });

/** What stands in large letters, and in lists. */
export const doorVerdicts = {
  valid: 'Važi, pustite',
  again: 'Puštena ponovo',
  clash: 'Puštena na dva ulaza',
  used: 'Već iskorišćena',
  choose: 'Ko ulazi?',
  unpaid: 'Nije plaćeno',
  lapsed: 'Rezervacija je istekla',
  cancelled: 'Rezervacija je otkazana',
  'other-year': 'Ne važi danas',
  'wrong-day': 'Ne važi danas',
  unknown: 'Nepoznat kod',
} as const satisfies Record<DoorVerdict, string>;

/** The doors of the event, on a phone and on a tablet. */
export const doorCopy = {
  title: 'Ulaz na događaj',
  shortTitle: 'Ulaz',
  back: 'Event Uplate',
  count: (admitted: number, issued: number) => `${admitted} od ${issued}`,
  countLabel: (admitted: number, issued: number) => `Ušlo je ${admitted} od ${issued}`,
  ofAll: (issued: number) => `od ${issued} je ušlo`,
  day: (date: string, number: number) =>
    number === 0 ? `Širi vidik, proba ulaza, ${date}` : `Širi vidik, ${date}, dan ${number}`,
  closed: (dates: string) => `Karte važe ${dates}. Danas ni jedna karta ne pušta.`,
  tabs: { scan: 'Skeniraj', search: 'Traži', guests: 'Gosti' },
  tabsLabel: 'Ulaz',

  door: {
    label: 'Ulaz',
    change: (door: string) => `Ulaz: ${door}. Promenite`,
    title: 'Na kom ste ulazu?',
    name: 'Naziv ulaza',
    hint: 'Pamti se na ovom uređaju. Brojimo po nazivu, zato neka na istom ulazu bude isti.',
    save: 'Sačuvaj',
    first: 'Glavni ulaz',
  },

  idle: { title: 'Sledeći', text: 'Usmerite kameru na kod sa karte.' },
  searchIdle: { title: 'Traži', text: 'Ime, broj karte ili telefon.' },
  guestsIdle: { title: 'Gosti', text: 'Spisak za danas, po prezimenu.' },
  last: (name: string, time: string) => `Poslednji ulaz: ${name}, ${time}`,
  checking: 'proveravam…',
  waits: 'čeka red',
  checkingCode: (code: string) => `${code}: proveravam…`,
  verdicts: doorVerdicts,
  explain: {
    used: (code: string, when: string, door: string) =>
      `${code}. Ulaz zabeležen ${when}${door === '' ? '' : `, ${door}`}.`,
    wrongDay: (code: string, dates: string) => `Karta ${code} je za ${dates}`,
    unpaid: (number: number, amount: string) => `Rezervacija ${number}, ${amount}.`,
    lapsed: (number: number) => `Rezervacija ${number} je istekla bez uplate i mesto je oslobođeno.`,
    cancelled: (number: number) => `Rezervacija ${number} je otkazana i njene karte ne važe.`,
    unknown: 'Ovo nije karta za ovaj događaj.',
    unknownOnList: (time: string) => `Nije na listi iz ${time}. Kad se veza vrati, proverite ponovo.`,
    choose: 'Pod ovim brojem je više karata. Izaberite osobu.',
    again: (reason: string) => `Razlog: ${reason}`,
    earlier: (when: string) => `Ulaz zabeležen i ${when}.`,
    position: (position: number, count: number) => `Karta ${position} od ${count}.`,
    queued: 'Zabeleženo na ovom telefonu, šalje se kasnije.',
  },
  notChecked: 'Nije provereno',
  notCheckedText: 'Nema veze, a na ovom uređaju nema liste. Upisano je sačuvano; proverite kad se veza vrati.',
  again: 'Proveri ponovo',
  late: (code: string, verdict: DoorVerdict) =>
    isAdmitted(verdict)
      ? `Provera karte ${code} je ipak stigla na server: ulaz je zabeležen.`
      : `Karta ${code} puštena je po listi, a server je odbija: ${doorVerdicts[verdict].toLowerCase()}.`,
  double: (code: string, doors: { door: string; time: string }[]) =>
    `Dok veze nije bilo, kartu ${code} su pustila dva ulaza: ${doors.map(({ door, time }) => `${door} u ${time}`).join(' i ')}.`,
  seen: 'U redu',

  undo: 'Poništi ulaz',
  undoLeft: (seconds: number) => `još ${seconds} s`,
  undone: 'Ulaz je poništen.',
  undoTitle: 'Poništiti ulaz?',
  undoText: (code: string, name: string) => `Karta ${code}, ${name}. Posle toga karta ponovo važi.`,
  undoReasons: ['Pogrešna osoba', 'Dvaput pročitano', 'Gost nije ušao'],
  anyway: 'Ipak pusti, uz razlog',
  anywayTitle: 'Ipak pustiti?',
  anywayText: (code: string, name: string) =>
    `Karta ${code}, ${name}, danas je već iskorišćena. Razlog ostaje u dnevniku.`,
  anywayReasons: ['Povratak posle pauze', 'Zabuna pri prvom ulazu'],
  anywayYes: 'Pusti',
  reason: 'Razlog',
  anywayReason: 'Zašto puštate?',
  anywayPlaceholder: 'npr. povratak posle pauze',
  reasonMissing: 'Upišite razlog.',

  find: 'Nađi po imenu',
  search: 'Ime, broj karte ili telefon',
  searchLabel: 'Traži gosta',
  searchHint: 'Traži u oba pisma i bez kvačica.',
  found: (n: number, query: string) => `${guests(n)} za „${query}“.`,
  more: (n: number) => `Prikazano je prvih ${n}. Upišite još neko slovo.`,
  none: (query: string) => `Nema gosta „${query}“. Proverite broj karte ili telefon.`,
  empty: 'Još nema plaćenih karata.',
  filters: {
    label: 'Koje goste prikazati',
    out: (n: number) => `Nisu ušli ${n}`,
    in: (n: number) => `Ušli ${n}`,
    all: (n: number) => `Svi ${n}`,
  },
  unpaidGuests: (n: number) =>
    plural(n, {
      one: '# rezervacija nije plaćena',
      few: '# rezervacije nisu plaćene',
      other: '# rezervacija nije plaćeno',
    }),
  let: 'Pusti',
  letLabel: (code: string, name: string) => `Pusti: ${name}, ${code}`,
  undoLabel: (code: string, name: string) => `Poništi ulaz: ${name}, ${code}`,
  reservation: 'Rezervacija',
  reservationLabel: (number: number, name: string) => `Rezervacija ${number}: ${name}`,
  columns: { guest: 'Gost', ticket: 'Karta', package: 'Paket', entry: 'Ulaz', actions: 'Radnje' },

  number: 'Broj karte ili rezervacije',
  numberHint: 'Broj, npr. 101-2',
  submit: 'Proveri',
  camera: 'Kamera',
  start: 'Uključi kameru',
  stop: 'Isključi kameru',
  denied: 'Kamera je isključena. Dozvolite je u podešavanjima pregledača ili tražite po imenu.',
  missing: 'Ovaj uređaj nema kameru. Upišite broj karte ili tražite po imenu.',
  insecure: 'Kamera radi samo na bezbednoj vezi (https). Upišite broj karte ili tražite po imenu.',
  sound: { on: 'Uključi zvuk', off: 'Isključi zvuk' },

  offline: (time: string) => `Nema veze. Proveravamo po listi iz ${time}.`,
  offlineWithoutList: 'Nema veze, a na ovom uređaju nema liste gostiju.',
  waiting: (n: number) =>
    plural(n, { one: '# ulaz čeka slanje', few: '# ulaza čekaju slanje', other: '# ulaza čeka slanje' }),
  sent: 'Svi ulazi sa ovog uređaja su poslati.',
  live: (on: number, all: number) => `Uživo: ${on} od ${all} ${all === 1 ? 'ulaza' : 'ulaza'}`,
  lost: 'Podaci su iz',
  stale: (time: string) => `Nema veze. Podaci su iz ${time}.`,
  on: 'na vezi',
  off: (minutes: number) => `bez veze ${minutes} min`,
  device: (name: string, n: number) => `${name}, uređaj ${n}`,
  doors: 'Svi ulazi',
  noDoors: 'Još niko nije otvorio ulaz na svom telefonu.',
  now: 'Upravo',
  latest: 'Poslednje provere',
  noChecks: 'Još nema provera.',
  noTicket: 'Bez karte',
  guestList: 'Spisak gostiju',
} as const;
