import type { Count } from '../count.ts';
import type { Sentences } from '../errors.ts';
import type { PageIn } from '../pages.ts';
import { plural } from '../plural.ts';
import { TIME_ZONE } from '../time.ts';
import { withNonBreakingSpaces } from '../typography.ts';
import { countDays } from '../wording.ts';

/** Words of the admin screens that belong to no one list. */
export const admin = {
  sections: 'Admin odeljci',
  order: 'Redosled',
  /** Of a list by amount, by banners, by time. */
  amounts: { desc: 'Najveći iznos prvo', asc: 'Najmanji iznos prvo' },
  banners: { desc: 'Najviše L-banera', asc: 'Najmanje L-banera' },
  times: { desc: 'Najnovije prvo', asc: 'Najstarije prvo' },
  /** Whether a list is kept up to date: what the state of the stream says, never more. */
  freshness: {
    opening: 'Veza se uspostavlja.',
    live: 'Lista se osvežava sama.',
    held: 'Osvežavanje stoji dok menjate red.',
    lost: (time: string) => `Veza je prekinuta. Prikazano je stanje iz ${time}; lista se osvežava čim se veza vrati.`,
    failed: (time: string) => `Osvežavanje nije uspelo. Prikazano je stanje iz ${time}.`,
  },
  all: 'Sve',
  /** Of a list that is filtered by a first and a last day. */
  backwards: 'Dan „Od“ je posle dana „Do“, pa nema šta da se prikaže. Zamenite ih.',
  selection: 'Izbor',
  newRows: (n: number) =>
    plural(n, { one: '# nov red, prikaži', few: '# nova reda, prikaži', other: '# novih redova, prikaži' }),
  inTree: 'Mesto u mreži',
  placesOf: (who: string) => `Ostalo o nalogu ${who}`,
  loadError: 'Lista nije učitana. Pokušajte ponovo.',
  rows: (n: Count) => plural(n, { one: '# red', few: '# reda', other: '# redova' }),
} as const;

export const adminRefusals = {
  MAIL_GONE: 'Ta poruka više ne postoji.',
  MAIL_SENT: 'Ta poruka je već poslata.',
  MAIL_EXPIRED: 'Kod ili link iz ove poruke više ne važi, pa ne može da se pošalje.',
  MAIL_EMPTY: 'Sadržaj ove poruke je obrisan, pa ne može da se pošalje.',
} satisfies Sentences;

/** What stands under the names of the cards of /admin; a new card may be without. */
export const cards: Partial<Record<PageIn<'dashboard'>, string>> = {
  adminSubscriptions: 'Prodati reklamni paketi i pretplate',
  adminSales: 'Narudžbine uređaja i paketa, sa statusom plaćanja',
  adminUsers: 'Podaci, oznake i pristup',
  adminRegistrationRequests: 'Nalozi koji čekaju odobrenje',
  adminEventPayments: 'Rezervacije i potvrda uplata',
  adminCheckIn: 'Provera karata na ulazu i spisak gostiju',
  adminAddToNetwork: 'Povezivanje korisnika sa nadređenim',
  adminNetworkVisual: 'Stablo članova',
  adminAudit: 'Ko je šta uradio, kada i kome',
  adminMail: 'Svaka poruka i njeno stanje',
  adminBank: 'Izvodi, uplate i novac za vraćanje',
  adminStock: 'Svaki uređaj po serijskom broju',
  adminTvs: 'Koji prikazuju, gde stoje, šta je sumnjivo',
  adminCampaigns: 'Reklame pre emitovanja i one koje se emituju',
  adminRewards: 'Nagrade gledalaca i zaključenje meseca',
  adminStaff: 'Ko šta sme u upravi',
  adminSystem: 'Da li sve radi',
  adminKeys: 'Ključevi i slanje događaja',
  adminVouchers: 'Kodovi za L-banere: izdavanje, štampa i ko ih je iskoristio',
};

export const pendingOrders = (n: Count) =>
  plural(n, { one: '# narudžbina na čekanju', few: '# narudžbine na čekanju', other: '# narudžbina na čekanju' });

/** The day at a glance. */
export const overview = {
  tiles: 'Brojevi odeljaka',
  latest: (name: string, price: string) => `Najnoviji: ${name}, ${price}`,
  soldToday: (n: number) => plural(n, { one: '# plaćena danas', few: '# plaćene danas', other: '# plaćenih danas' }),
  labels: (companies: Count, installers: Count) =>
    `${plural(companies, { one: '# firma', few: '# firme', other: '# firmi' })}, ${plural(installers, { one: '# monter', few: '# montera', other: '# montera' })}`,
  oldest: (days: number) => (days === 0 ? 'Najstariji je od danas' : `Najstariji čeka ${countDays(days)}`),
  unpaid: (n: Count) => plural(n, { one: '# čeka plaćanje', few: '# čekaju plaćanje', other: '# čeka plaćanje' }),
  admitted: (admitted: number, issued: number) => `Ušlo je ${admitted} od ${issued}`,
  outside: (n: Count) =>
    plural(n, { one: '# korisnik van mreže', few: '# korisnika van mreže', other: '# korisnika van mreže' }),
  levels: (n: number) => plural(n, { one: '# nivo', few: '# nivoa', other: '# nivoa' }),
  unused: (n: Count) => plural(n, { one: '# neiskorišćen', few: '# neiskorišćena', other: '# neiskorišćenih' }),
  undecided: (number: string, day: string) => `${number ? `Izvod ${number}` : 'Izvod'} od ${day} čeka odluku`,
  decided: 'Svi izvodi su rešeni',
  inStock: 'Na zalihama',
  sales: 'Prodaja kroz vreme',
  period: 'Period',
  days: '30 dana',
  months: '12 meseci',
  month: (when: Date) => MONTH.format(when),
  devices: 'Uređaji',
  packages: 'Reklamni paketi',
  event: 'Događaj: plaćene rezervacije',
  places: (n: number) => plural(n, { one: '# rezervacija', few: '# rezervacije', other: '# rezervacija' }),
  none: '0 €',
  summary: (first: string, last: string, total: string) =>
    `Od ${first} do ${last}: ${total}. Brojevi su u tabeli ispod.`,
  table: 'Prikaži tabelu',
  sold: 'Prodato, bez vraćenog',
  activity: 'Poslednje radnje',
  wholeLog: 'Ceo dnevnik',
  backupLate: (last: string | null) =>
    last
      ? withNonBreakingSpaces(`Poslednja rezervna kopija je od ${last}. Javite osobi koja održava server.`)
      : 'Prodavnica još nema rezervnu kopiju. Javite osobi koja održava server.',
  backupUnderWay: (percent: number) => `Upravo se pravi rezervna kopija: ${percent}%.`,
  jobsWait: 'Poruke se trenutno ne šalju i poslovi u pozadini čekaju. Javite osobi koja održava server.',
  held: (of: string) =>
    withNonBreakingSpaces(
      `Prodavnica je vraćena iz rezervne kopije od ${of}. Dok je osoba koja održava server ne pusti u rad, poruke se ne šalju i plaćanja ne mogu da počnu.`,
    ),
} as const;

const MONTH = new Intl.DateTimeFormat('sr-Latn-RS', { month: 'long', year: 'numeric', timeZone: TIME_ZONE });
