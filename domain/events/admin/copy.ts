import type { Sentences } from '../../errors.ts';
import { plural } from '../../plural.ts';
import type { ColumnMapping, Unreadable, Verdict } from '../statement.ts';

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

export const statementCopy = {
  title: 'Učitaj izvod banke',
  hint: 'Uplate prepoznajemo po pozivu na broj; ostale potvrđujete ručno.',
  drop: 'Prevucite izvod ovde ili izaberite datoteku',
  formats: 'CSV, CAMT.053 (XML) ili MT940, najviše 12 MB',
  choose: 'Izaberite datoteku',
  busy: 'Čitamo izvod…',
  already: (when: string) => `Ovaj izvod je već učitan ${when}. Ništa nije promenjeno.`,
  done: (lines: number, fresh: number) =>
    `${plural(lines, { one: '# uplata', few: '# uplate', other: '# uplata' })} u izvodu, ${plural(fresh, { one: '# nova', few: '# nove', other: '# novih' })}.`,
  large: 'Datoteka je veća od 12 MB, pa nije čitana.',
  openImport: 'Otvori',
  recent: 'Učitani izvodi',
  none: 'Još nema učitanih izvoda.',
  open: (n: number) =>
    plural(n, { one: '# uplata čeka odluku', few: '# uplate čekaju odluku', other: '# uplata čeka odluku' }),
  settled: 'Sve uplate su rešene.',
  confirmAll: (n: number) => plural(n, { one: 'Potvrdi # uplatu', few: 'Potvrdi # uplate', other: 'Potvrdi # uplata' }),
  confirmedAll: (n: number) =>
    plural(n, { one: 'Potvrđena je # uplata.', few: 'Potvrđene su # uplate.', other: 'Potvrđeno je # uplata.' }),
  confirm: 'Potvrdi',
  dismiss: 'Preskoči',
  assign: 'Broj rezervacije',
  assignButton: 'Poveži i potvrdi',
  showAll: 'Prikaži i rešene',
  columns: {
    bookedOn: 'Datum',
    payer: 'Uplatilac',
    purpose: 'Svrha i poziv na broj',
    amount: 'Iznos',
    reservation: 'Rezervacija',
    verdict: 'Nalaz',
  },
  expected: (amount: string) => `očekuje se ${amount}`,
  together: (amount: string) => `sve uplate zajedno: ${amount}`,
  suggestion: (number: number, name: string) => `Možda rezervacija ${number}: ${name}`,
  verdicts: {
    exact: 'Slaže se',
    part: 'Uplaćeno manje',
    over: 'Uplaćeno više',
    currency: 'Druga valuta',
    lapsed: 'Stiglo posle isteka',
    duplicate: 'Već plaćeno ili duplo',
    unknown: 'Nepoznat poziv na broj',
  } satisfies Record<Verdict, string>,
  decision: 'Odluka',
  lineStates: { confirmed: 'Potvrđeno', dismissed: 'Preskočeno' },
  mapping: {
    title: 'Šta je u kojoj koloni?',
    sample: 'Prvi redovi izvoda',
    lead: 'Ovaj oblik izvoda vidimo prvi put. Izbor pamtimo, pa sledeći put ne pitamo.',
    date: 'Datum',
    amount: 'Iznos uplate (odobrenje)',
    reference: 'Poziv na broj',
    purpose: 'Svrha',
    payer: 'Uplatilac',
    currency: 'Valuta',
    defaultCurrency: 'Valuta izvoda',
    none: 'nema u izvodu',
    submit: 'Učitaj izvod',
  },
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
  STATEMENT_UNREADABLE: ({ reason }: { reason: Unreadable }) => unreadable[reason],
  STATEMENT_COLUMN_MISSING: ({ column }: { column: string }) =>
    `U izvodu nema kolone „${column}“. Izaberite kolone ponovo.`,
  STATEMENT_LINE_GONE: 'Ta uplata više nije u izvodu; osvežite stranu.',
  STATEMENT_LINE_SETTLED: 'O ovoj uplati je već odlučeno; osvežite stranu.',
  STATEMENT_NEEDS_RESERVATION: 'Upišite broj rezervacije na koju se uplata odnosi.',
} satisfies Sentences;

const unreadable = {
  format: 'Datoteka nije izvod koji umemo da pročitamo. Prihvatamo CSV, CAMT.053 (XML) i MT940.',
  xml: 'XML nije ispravan ili sadrži nedozvoljene delove (DOCTYPE, entitete).',
  columns: 'U CSV datoteci nismo našli zaglavlje sa nazivima kolona.',
  date: 'U koloni datuma nema ispravnog datuma. Izaberite kolone ponovo.',
  amount: 'U koloni iznosa nema ispravnog iznosa. Izaberite kolone ponovo.',
  empty: 'U izvodu nema nijedne uplate.',
  lines: 'Izvod ima previše redova. Podelite ga na manje.',
  large: statementCopy.large,
  long: 'U izvodu ima redova ili polja koja su predugačka za izvod banke. Izvezite ga iz banke ponovo.',
  slow: 'Čitanje izvoda je trajalo predugo i prekinuto je. Izvezite ga iz banke ponovo ili ga podelite na manje.',
} satisfies Record<Unreadable, string>;

/** How banks name the columns of their exports, best guess first. */
export const columnWords = {
  date: [/datum.*(knji|valut|izvr)/i, /datum/i, /\bdate\b/i],
  amount: [/odobrenje|potra[zž]uje|priliv/i, /uplata|uplate/i, /credit/i, /iznos/i, /amount/i],
  reference: [/poziv.*(odobr|korisn|primal)/i, /poziv/i, /reference|referenca/i],
  purpose: [/svrha/i, /opis/i, /purpose|description|details/i],
  payer: [/uplatilac|nalogodavac|platilac|du[zž]nik/i, /naziv|partner|ime/i, /payer|name/i],
  currency: [/^(?!.*datum).*valuta/i, /currency/i],
} satisfies Partial<Record<keyof ColumnMapping, RegExp[]>>;
