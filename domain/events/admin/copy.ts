import type { Sentences } from '../../errors.ts';
import { plural } from '../../plural.ts';

/** The organiser's table, the statement import and the check-in. */
export const adminCopy = {
  title: 'Event Uplate',
  columns: {
    number: 'Broj',
    name: 'Ime i prezime',
    email: 'Email',
    phone: 'Telefon',
    country: 'Zemlja',
    package: 'Paket',
    amount: 'Iznos',
    status: 'Status',
    note: 'Beleška',
    createdAt: 'Rezervisano',
    actions: 'Radnje',
  },
  search: 'Ime, email, telefon, broj ili poziv na broj',
  filters: {
    status: 'Status',
    country: 'Zemlja',
    package: 'Paket',
    all: 'Sve',
    everyPackage: 'Svi paketi',
    year: 'Godina događaja',
    overdue: (days: number) => `Čeka duže od ${days} dana`,
  },
  status: { pending: 'Čeka plaćanje', paid: 'Plaćeno', lapsed: 'Isteklo' },
  lapsesOn: (day: string) => `ističe ${day}`,
  lapsedOn: (day: string) => `isteklo ${day}`,
  waiting: (days: number) =>
    days === 0 ? 'od danas' : plural(days, { one: 'čeka # dan', few: 'čeka # dana', other: 'čeka # dana' }),
  note: {
    label: (number: number) => `Beleška za rezervaciju ${number}`,
    placeholder: 'npr. uplata stigla 3. septembra, drugo ime uplatioca',
    saved: 'Beleška je sačuvana.',
    error: 'Nije moguće ažurirati belešku.',
  },
  confirm: {
    button: 'Potvrdi uplatu',
    title: 'Potvrda uplate',
    text: ({ amount, number, name }: { amount: string; number: number; name: string }) =>
      `Potvrđujete uplatu od ${amount} za rezervaciju ${number} (${name}). Potvrda ne može da se poništi, a kupcu odmah ide email poruka sa kartom.`,
    yes: 'Potvrdi uplatu',
    ok: 'Uplata je potvrđena. Kupcu je poslata karta.',
    lapsed: 'Rezervacija je istekla i njeno mesto je oslobođeno. Potvrda ga zauzima ponovo, ako ga još ima.',
    error: 'Nije moguće potvrditi uplatu.',
  },
  remove: {
    button: 'Obriši',
    title: 'Brisanje rezervacije',
    text: ({ number, name }: { number: number; name: string }) =>
      `Brišete rezervaciju ${number} (${name}). Mesto se oslobađa.`,
    paid: 'Ova rezervacija je plaćena: karte prestaju da važe, a o povraćaju novca dogovarate se sa kupcem.',
    notify: 'Pošalji kupcu email poruku',
    reason: 'Razlog (ide u poruku)',
    yes: 'Obriši rezervaciju',
    ok: 'Rezervacija je obrisana.',
    error: 'Nije moguće obrisati rezervaciju.',
  },
  sums: ({ pending, paid, rsd, eur }: { pending: string; paid: string; rsd: string; eur: string }) =>
    `Čeka plaćanje: ${pending} · Plaćeno: ${paid} · Ukupno plaćeno: ${rsd} i ${eur}`,
  totals: {
    title: 'Zbir po paketu i zemlji',
    package: 'Paket',
    rs: 'Srbija',
    cg: 'Crna Gora',
    seats: 'Popunjenost',
    all: 'Ukupno plaćeno',
    taken: (taken: number, limit: number) => `${taken} od ${limit}`,
    counts: (paid: string, reserved: string) => `plaćeno ${paid} od ${reserved}`,
  },
  seatsOpen: 'bez ograničenja',
  empty: 'Nema rezervacija.',
  emptyFilter: 'Nema rezervacija za izabrani filter.',
  currency: 'Valuta',
  paidAt: 'Uplata potvrđena',
  exportCsv: 'Preuzmi CSV',
  exportExcel: 'Preuzmi Excel',
  exportFile: (day: string) => `rezervacije-${day}`,
} as const;

export const checkInCopy = {
  title: 'Ulaz na događaj',
  lead: 'Skenirajte QR kod sa karte ili upišite broj.',
  door: 'Ulaz',
  doorHint: 'Naziv se pamti na ovom telefonu, npr. Glavni ulaz.',
  defaultDoor: 'Glavni ulaz',
  start: 'Uključi kameru',
  stop: 'Isključi kameru',
  cameraDenied: 'Kamera nije dostupna. Dozvolite pristup u podešavanjima pregledača ili upišite broj karte.',
  cameraMissing: 'Ovaj uređaj nema kameru. Upišite broj karte.',
  insecure: 'Kamera radi samo na bezbednoj vezi (https). Upišite broj karte.',
  number: 'Broj karte ili rezervacije',
  numberHint: 'npr. 101 ili 101-2',
  submit: 'Proveri',
  next: 'Sledeća karta',
  admitted: (admitted: number, issued: number) => `Ušlo: ${admitted} od ${issued}`,
  position: (position: number, count: number) => `Karta ${position} od ${count}`,
  verdicts: {
    valid: 'Važi, pustite',
    used: 'Već iskorišćena',
    unpaid: 'Nije plaćeno',
    lapsed: 'Rezervacija je istekla',
    'other-year': 'Druga godina',
    unknown: 'Nepoznata karta',
  },
  explain: {
    valid: 'Uporedite ime sa ličnim dokumentom.',
    used: (when: string, door: string) => `Ušlo je u ${when}${door === '' ? '' : `, ${door}`}.`,
    unpaid: (number: number) => `Rezervacija ${number} čeka uplatu.`,
    lapsed: (number: number) => `Rezervacija ${number} je istekla bez uplate i mesto je oslobođeno.`,
    otherYear: (year: number) => `Karta je za događaj ${year}. godine i danas ne važi.`,
    unknown: 'Kod nije naš, izmenjen je ili je rezervacija obrisana.',
  },
  offline: 'Nema veze sa serverom. Karta nije proverena, pokušajte ponovo.',
  history: 'Poslednje provere',
} as const;

export const adminRefusals = {
  LAPSED_PLACE_TAKEN:
    'Rezervacija je istekla, a slobodnog mesta u tom paketu više nema. Dogovorite se sa kupcem o drugom paketu ili o povraćaju uplate.',
} satisfies Sentences;
