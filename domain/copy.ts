import { plural } from './plural.ts';
import { countMinutes, countSeconds } from './wording.ts';

/** Words that belong to no single domain. Everything else Serbian lives in the domain's own copy.ts. */
export const common = {
  loading: 'Učitavanje…',
  waitsToBuy: 'Vaš nalog čeka odobrenje; dugme do tada pamti vaš izbor.',
  save: 'Sačuvaj',
  saving: 'Čuvanje…',
  saved: 'Sačuvano.',
  cancel: 'Otkaži',
  close: 'Zatvori',
  back: 'Nazad',
  next: 'Dalje',
  delete: 'Obriši',
  edit: 'Izmeni',
  copy: 'Kopiraj',
  copied: 'Kopirano',
  copyFailed: 'Kopiranje nije uspelo. Označite tekst i kopirajte ga ručno.',
  retry: 'Pokušaj ponovo',
  refresh: 'Osveži',
  search: 'Pretraga',
  clearFilter: 'Poništi filter',
  optional: 'nije obavezno',
  required: 'Ovo polje je obavezno.',
  yes: 'Da',
  no: 'Ne',
  ok: 'U redu',
  showMore: 'Prikaži još',
  total: 'Ukupno',
  perMonth: 'mesečno',
  vatIncluded: 'PDV je uračunat',
  builtRate: (rate: string) => `Dinari su po kursu 1\u00a0€ = ${rate}\u00a0RSD; u narudžbini su po kursu njenog dana.`,
  date: 'Datum',
  status: 'Status',
  noResults: (query: string) => `Nema rezultata za „${query}“.`,
  offline: 'Nema veze sa internetom. Na ekranu su poslednji učitani podaci.',
  serverError: 'Nešto nije u redu na našoj strani. Pokušajte ponovo za koji minut.',
  serverErrorWithReference: (reference: string) =>
    `Nešto nije u redu na našoj strani. Pokušajte ponovo za koji minut. Oznaka greške: ${reference}`,
  /** The database does not answer, or everybody waits for it. */
  unavailable: 'Server trenutno ne odgovara. Pokušajte ponovo za koji minut.',
  /** It says itself when. */
  unavailableFor: (seconds: number) =>
    `Server trenutno ne odgovara. Sačekajte ${seconds < 60 ? countSeconds(seconds) : countMinutes(seconds / 60)} i pokušajte ponovo.`,
  tooMany: (minutes: number) => `Previše pokušaja. Sačekajte ${countMinutes(minutes)} i pokušajte ponovo.`,
  sessionExpired: 'Prijava je istekla. Prijavite se ponovo.',
  signInFirst: 'Prijavite se da biste nastavili.',
  noAccess: 'Nemate pristup ovoj strani.',
  secondStepMissing: 'Za rad u administraciji najpre uključite potvrdu u dva koraka (Moj nalog, Bezbednost).',
  firstPassword: 'Pre rada u administraciji promenite početnu lozinku (Moj nalog, Bezbednost).',
  tvOwnerSuspended: 'Nalog na koji je ovaj televizor povezan trenutno nije aktivan.',
  secondStepFirst: 'Potvrdite prijavu kodom iz aplikacije za potvrdu.',
  waitingAccount: 'Vaš nalog još čeka odobrenje.',
  notFound: 'Traženi podatak ne postoji.',
  badInput: 'Proverite upisane podatke.',
  badEmail: 'Unesite ispravnu email adresu.',
  notVisible: 'Obrišite nevidljive znakove.',
  badPhone: 'Upišite ispravan broj telefona, npr. +381\u00a064\u00a0123\u00a04567.',
  badPostalCode: 'Upišite ispravan poštanski broj.',
  /** Sent again unchanged, the number is kept. */
  oddTaxNumber: 'PIB nije ispravan. Proverite cifre. Ako je tačan, pošaljite ponovo.',
  oddRegistrationNumber: 'Matični broj deluje neispravno. Proverite ga, pa nastavite ako je tačan.',
  notPlainName: 'Upišite bez web adrese, znaka @ i nevidljivih znakova.',
  badUsername: 'Korisničko ime ne može da bude tuđa email adresa.',
  badJson: 'Zahtev nije ispravan: sadržaj nije čitljiv JSON.',
  badForm: 'Zahtev nije ispravan: obrazac sa fajlom nije potpun ili ima previše delova.',
  badContentType: 'Zahtev nije ispravan: očekuje se JSON.',
  tooLarge: 'Zahtev je prevelik.',
  skipToContent: 'Preskoči na sadržaj',
  openMenu: 'Otvori meni',
  closeMenu: 'Zatvori meni',
  opensNewTab: 'otvara se u novoj kartici',
  chooseCountry: 'Izaberite zemlju.',
  fillField: (field: string) => `Popunite polje: ${field}.`,
  checkFields: (n: number) =>
    `Proverite ${plural(n, { one: '# označeno polje', few: '# označena polja', other: '# označenih polja' })}.`,
  tooLong: (field: string, max: number) =>
    `Polje „${field}“ prima najviše ${plural(max, { one: '# karakter', few: '# karaktera', other: '# karaktera' })}.`,
} as const;

export const countries = {
  RS: 'Srbija',
  ME: 'Crna Gora',
  BA: 'Bosna i Hercegovina',
  HR: 'Hrvatska',
  MK: 'Severna Makedonija',
  SI: 'Slovenija',
  other: 'Druga zemlja',
} as const;

/** What a stored country is called; one that is none of ours is shown as it was written. */
export const countryName = (country: string): string =>
  Object.hasOwn(countries, country) ? countries[country as keyof typeof countries] : country;

export const COUNTRY_CODES = Object.keys(countries) as [keyof typeof countries, ...(keyof typeof countries)[]];

/** What is said of a change whose answer did not come. */
export const writing = {
  offline: 'Nema veze sa internetom. Ništa nije poslato; sve što ste upisali je još ovde.',
  checking: 'Ne znamo da li je stiglo; proveravamo… Ne pritiskajte ponovo i ne zatvarajte stranu.',
  unknown:
    'Još ne znamo da li je stiglo: server ne odgovara. Pritisnite ponovo malo kasnije; ista radnja se ne izvršava dva puta.',
} as const;

/** Where to, as it stands after „u“. */
export const countriesTo = {
  RS: 'Srbiju',
  ME: 'Crnu Goru',
  BA: 'Bosnu i Hercegovinu',
  HR: 'Hrvatsku',
  MK: 'Severnu Makedoniju',
  SI: 'Sloveniju',
} as const satisfies Partial<Record<keyof typeof countries, string>>;

/** What postal codes of a country look like. */
export const postalCodeRules = {
  RS: 'Pet cifara, npr. 21000.',
  ME: 'Pet cifara, npr. 85000.',
  BA: 'Pet cifara, npr. 71000.',
  HR: 'Pet cifara, npr. 10000.',
  MK: 'Četiri cifre, npr. 1000.',
  SI: 'Četiri cifre, npr. 1000.',
} as const satisfies Partial<Record<keyof typeof countries, string>>;

/** Words that controls say by themselves. */
export const uiWords = {
  show: 'Prikaži',
  hide: 'Sakrij',
  showPassword: 'Prikaži lozinku',
  hidePassword: 'Sakrij lozinku',
  capsLock: 'Uključena su velika slova (Caps Lock).',
  selectShown: 'Izaberi sve prikazane',
  selectRow: 'Izaberi red',
  sortAscending: 'Poređaj rastuće',
  sortDescending: 'Poređaj opadajuće',
  playFilm: 'Pusti video',
  pauseFilm: 'Pauziraj video',
  play: 'Pusti',
  pause: 'Pauziraj',
  rowKeys: 'Strelice gore i dole vode kroz redove, levo i desno kroz red.',
  step: (n: number, of: number) => `Korak ${n} od ${of}`,
} as const;
