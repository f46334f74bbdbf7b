import { plural } from './plural.ts';

/** Words that belong to no single domain. Everything else Serbian lives in the domain's own copy.ts. */
export const common = {
  loading: 'Učitavanje…',
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
  date: 'Datum',
  status: 'Status',
  noResults: (query: string) => `Nema rezultata za „${query}“.`,
  offline: 'Nema veze sa internetom. Na ekranu su poslednji učitani podaci.',
  serverError: 'Nešto nije u redu na našoj strani. Pokušajte ponovo za koji minut.',
  serverErrorWithReference: (reference: string) =>
    `Nešto nije u redu na našoj strani. Pokušajte ponovo za koji minut. Oznaka greške: ${reference}`,
  tooMany: (minutes: number) =>
    `Previše pokušaja. Sačekajte ${plural(minutes, { one: '# minut', few: '# minuta', other: '# minuta' })} i pokušajte ponovo.`,
  sessionExpired: 'Prijava je istekla. Prijavite se ponovo.',
  signInFirst: 'Prijavite se da biste nastavili.',
  noAccess: 'Nemate pristup ovoj strani.',
  secondStepFirst: 'Potvrdite prijavu kodom iz aplikacije za potvrdu.',
  waitingAccount: 'Vaš nalog još čeka odobrenje.',
  notFound: 'Traženi podatak ne postoji.',
  badInput: 'Proverite upisane podatke.',
  badJson: 'Zahtev nije ispravan: sadržaj nije čitljiv JSON.',
  badContentType: 'Zahtev nije ispravan: očekuje se JSON.',
  tooLarge: 'Zahtev je prevelik.',
  skipToContent: 'Preskoči na sadržaj',
  openMenu: 'Otvori meni',
  closeMenu: 'Zatvori meni',
  opensNewTab: 'otvara se u novoj kartici',
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

/** Words that controls say by themselves. */
export const uiWords = {
  show: 'Prikaži',
  hide: 'Sakrij',
  showPassword: 'Prikaži lozinku',
  hidePassword: 'Sakrij lozinku',
  capsLock: 'Uključena su velika slova (Caps Lock).',
  selectAll: 'Izaberi sve',
  selectRow: 'Izaberi red',
  sortAscending: 'Poređaj rastuće',
  sortDescending: 'Poređaj opadajuće',
  step: (n: number, of: number) => `Korak ${n} od ${of}`,
} as const;
