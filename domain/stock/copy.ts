import type { Sentences } from '../errors.ts';
import { formatNumber } from '../money.ts';
import { plural } from '../plural.ts';
import { formatDate, formatDateInSentence } from '../time.ts';
import { countDays, countDevices } from '../wording.ts';
import type { IntakeProblem } from './contract.ts';
import { type DevicePlace, MAX_INTAKE, type OffReason } from './rules.ts';

const places: Record<DevicePlace, string> = {
  stock: 'Na zalihama',
  packed: 'Spakovano',
  courier: 'Kod kurira',
  customer: 'Kod kupca',
  inspection: 'Čeka pregled',
  off: 'Otpisano',
};
/** Inside a sentence. */
const where: Record<DevicePlace, string> = {
  stock: 'na zalihama',
  packed: 'spakovan',
  courier: 'kod kurira',
  customer: 'kod kupca',
  inspection: 'čeka pregled',
  off: 'otpisan',
};
const whereWithOrder = (place: DevicePlace, order: number | null) =>
  order === null ? where[place] : `${where[place]}, narudžbina ${order}`;
const isThere: Record<DevicePlace, string> = {
  stock: 'na zalihama je',
  packed: 'spakovan je',
  courier: 'kod kurira je',
  customer: 'kod kupca je',
  inspection: 'čeka pregled',
  off: 'otpisan je',
};
/** What was wanted of a device, by where it should have gone. */
const verbs: Record<DevicePlace, string> = {
  stock: 'vrati na zalihe',
  packed: 'spakuje',
  courier: 'preda kuriru',
  customer: 'isporuči',
  inspection: 'primi na pregled',
  off: 'otpiše',
};
/** What comes before a device in that place can be written off, or packed. */
const first: Partial<Record<DevicePlace, string>> = {
  packed: ' Prvo ga izvadite iz paketa.',
  courier: ' Prvo kod narudžbine upišite šta je bilo sa pošiljkom.',
  customer: ' Prvo upišite povraćaj ili zamenu.',
};

/** So many orders are named in one sentence. */
const NAMED = 5;
type WaitingOrders = readonly { number: number; until: string }[];
const awaitedAfter = (deed: string, orders: WaitingOrders): string => {
  const named = orders.slice(0, NAMED).map(({ number, until }) => `${number} do ${formatDateInSentence(until)}`);
  const more = orders.length - named.length;
  return `Ove uređaje čekaju narudžbine na koje je došao red. Posle ${deed} ${plural(orders.length, { one: 'čeka', few: 'čekaju', other: 'čekaju' })} nove uređaje: ${named.join('; ')}${more > 0 ? ` i još ${more}.` : ''}`;
};

export const stockRefusals = {
  DEVICE_GONE: 'Taj uređaj više nije u evidenciji.',
  DEVICE_UNKNOWN: ({ serial }: { serial: string }) => `${serial} nije u evidenciji. Proverite broj.`,
  DEVICE_ELSEWHERE: ({
    serial,
    place,
    to,
    order,
  }: {
    serial: string;
    place: DevicePlace;
    to: DevicePlace;
    order: number | null;
  }) =>
    `${serial} ne može da se ${verbs[to]}: ${isThere[place]}${order === null ? '' : `, narudžbina ${order}`}.${first[place] ?? ''}`,
  DEVICE_UNDECIDED: ({ serial, order }: { serial: string; order: number }) =>
    `${serial} još ne može na zalihe. Prvo završite povraćaj ili zamenu u narudžbini ${order}.`,
  DEVICE_WRITTEN_OFF: ({ serial }: { serial: string }) =>
    `${serial} je otpisan, pa ne može da se vrati kupcu. Vratite mu novac ili pošaljite drugi uređaj.`,
  NOTHING_WRITTEN_OFF: ({ day }: { day: string }) => `Nema uređaja otpisanih ${formatDateInSentence(day)}`,
  INTAKE_UNREADABLE: ({ name }: { name: string }) =>
    `Datoteka „${name}“ nije tabela. Treba CSV ili Excel sa jednom kolonom serijskih brojeva, najviše ${formatNumber(MAX_INTAKE)} redova.`,
  INTAKE_TOO_LONG: `Datoteka ima više od ${formatNumber(MAX_INTAKE)} redova. Podelite je na više prijema.`,
  INTAKE_EMPTY: 'U datoteci nema nijednog novog broja. Ništa nije upisano.',
  INTAKE_GONE: 'Taj prijem više ne postoji.',
  DELIVERY_DAY_WRONG: ({ until }: { until: string }) => `Upišite dan od danas do ${formatDate(until)}`,
  WRITE_OFF_AWAITED: ({ orders }: { orders: WaitingOrders }) => awaitedAfter('otpisa', orders),
  INTAKE_AWAITED: ({ orders }: { orders: WaitingOrders }) => awaitedAfter('poništavanja', orders),
  INTAKE_STAYS: 'Prijem više ne može da se poništi: prošlo je vreme ili je uređaj već pomeren.',
} satisfies Sentences;

/** After what is being written off. */
const RECORD = 'Zapisnik se pravi sam i stoji uz otpisan uređaj.';

export const stockCopy = {
  title: 'Zalihe',
  queueLate: 'Spisak za pakovanje se nije učitao',
  lead: 'Svaki uređaj po serijskom broju: kada je primljen, gde je sada i u kojoj je narudžbini.',
  card: 'Svaki uređaj po serijskom broju',
  export: 'Preuzmi CSV',
  exportFile: (day: string) => `zalihe-${day}`,
  writeOff: 'Otpiši',
  scanning: 'Skeniraj prijem',
  counts: 'Gde su uređaji',
  /** Of the six counts; the customers are many. */
  filters: { ...places, customer: 'Kod kupaca' },
  places,
  facts: {
    none: 'nijedan',
    counted: 'spremno za pakovanje',
    orders: (n: number) => plural(n, { one: '# narudžbina', few: '# narudžbine', other: '# narudžbina' }),
    longest: (n: number) => (n === 0 ? 'od danas' : `najduže ${countDays(n)}`),
    ever: 'od prvog dana',
    inspection: 'vraćeno, nije pregledano',
    lastOff: (day: string) => `poslednje ${day}`,
  },
  search: 'Serijski broj, narudžbina, pošiljka, ime',
  orders: { desc: 'Poslednji pomeren prvo', asc: 'Najstariji prvo' },
  intakeFilter: (number: number) => `Prijem ${number}`,
  dropIntake: 'Ukloni filter prijema',
  columns: {
    serial: 'Serijski broj',
    place: 'Gde je sada',
    shelf: 'Polica',
    with: 'Uz',
    order: 'Narudžbina',
    parcel: 'Pošiljka',
    moved: 'Poslednja promena',
    intake: 'Prijem',
    received: 'Primljen',
    person: 'Kod koga',
  },
  with: {
    shelf: (shelf: string) => `polica ${shelf}`,
    order: (number: number) => `narudžbina ${number}`,
    returned: (number: number) => `vraćeno uz narudžbinu ${number}`,
    restocked: (number: number) => `vraćen uz narudžbinu ${number}, ispravan`,
    off: (day: string, reason: OffReason) => `${day} ${reasonsInside[reason]}`,
  },
  received: (number: number, day: string) => `prijem ${number}, ${day}`,
  nobody: '–',
  way: {
    title: 'Put uređaja',
    open: (serial: string) => `Put uređaja ${serial}`,
    close: 'Zatvori',
    now: (serial: string, place: DevicePlace, isOpened: boolean) =>
      place === 'stock' && isOpened
        ? `${serial} je na zalihama, ispravan, kutija otvorena. Pakuje se pre novih.`
        : place === 'stock'
          ? `${serial} je na zalihama, nov.`
          : `${serial}: ${where[place]}.`,
    steps: {
      received: 'Primljen',
      packed: 'Spakovan',
      courier: 'Kod kurira',
      customer: 'Kod kupca',
      inspection: 'Vraćen',
      stock: 'Na zalihama',
      off: 'Otpisan',
    },
    intake: (number: number) => `prijem ${number}`,
    ofOrder: (number: number) => `u ${number}`,
  },
  intake: {
    title: 'Prijem',
    way: 'Način prijema',
    file: 'Datoteka',
    scan: 'Skener',
    choose: 'Izaberite datoteku',
    hint: `CSV ili Excel sa serijskim brojevima u prvoj koloni, najviše ${formatNumber(MAX_INTAKE)} redova. Pre prijema vidite šta je u njoj.`,
    other: 'Druga',
    size: (lines: number, bytes: number) =>
      `${plural(lines, { one: '# red', few: '# reda', other: '# redova' })}, ${formatNumber(Math.max(1, Math.round(bytes / 1024)))} KB`,
    checking: 'Datoteka se proverava…',
    fresh: 'Novi brojevi',
    doubled: 'Dupli, već postoje ili se ponavljaju',
    wrong: 'Neispravni',
    problems: 'Redovi koji ne ulaze',
    line: (n: number) => `red ${n}`,
    document: 'Dokument',
    documentHint: 'Na primer broj otpremnice.',
    shelf: 'Polica',
    shelfHint: 'Na primer B4. Vidi je ko pakuje.',
    go: (n: number) => `Primi ${countDevices(n)}`,
    taking: 'Prijem se upisuje, ceo ili nikako…',
    rest: (n: number) =>
      plural(n, {
        one: '# red ostaje u datoteci za ispravku.',
        few: '# reda ostaju u datoteci za ispravku.',
        other: '# redova ostaje u datoteci za ispravku.',
      }),
    download: 'Preuzmi ih',
    restFile: 'prijem-za-ispravku.csv',
    done: (number: number, n: number, left: number) =>
      `Prijem ${number}: ${plural(n, { one: 'primljen # uređaj', few: 'primljena # uređaja', other: 'primljeno # uređaja' })}. Na zalihama ${formatNumber(left)}.`,
    undo: 'Poništi',
    undoAnyway: 'Poništi ipak',
    undone: (n: number) =>
      `Prijem je poništen: ${plural(n, {
        one: '# uređaj više nije u evidenciji.',
        few: '# uređaja više nisu u evidenciji.',
        other: '# uređaja više nije u evidenciji.',
      })}`,
    failed: 'Prijem nije upisan. Pokušajte ponovo.',
  },
  problem: (problem: IntakeProblem): string => {
    switch (problem.kind) {
      case 'exists':
        return problem.order === null
          ? `već postoji, ${where[problem.place]} od ${formatDate(problem.since)}`
          : `već postoji, ${whereWithOrder(problem.place, problem.order)}`;
      case 'twice':
        return `ponavlja se, prvi put u redu ${problem.line}`;
      case 'letter':
        return `neispravan: slovo O umesto nule${problem.missing ? `, ${plural(problem.missing, { one: 'nedostaje # cifra', few: 'nedostaju # cifre', other: 'nedostaje # cifara' })}` : ''}`;
      case 'space':
        return 'neispravan: razmaci umesto crtica';
      case 'format':
        return 'neispravan: treba VDK-26-004417';
    }
  },
  scan: {
    label: 'Skenirajte serijski broj',
    placeholder: 'VDK-26-',
    hint: 'Polje je spremno; skener završava tasterom Enter.',
    count: 'primljeno',
    list: 'Skenirano',
    received: 'Primljen.',
    again: (time: string) => `Već skeniran u ovom prijemu, u ${time}.`,
    exists: (place: DevicePlace, order: number | null) =>
      `Već postoji: ${whereWithOrder(place, order)}. Nije primljen.`,
    wrong: 'Neispravan broj: treba šest cifara. Skenirajte ponovo.',
    lost: 'Ne znamo da li je primljen. Skenirajte ga ponovo.',
    undo: 'Poništi',
    undoOf: (serial: string) => `Poništi: ${serial}`,
    undoAnyway: 'Poništi ipak',
    undoAnywayOf: (serial: string) => `Poništi ipak: ${serial}`,
    undone: 'Poništen.',
    note: 'Jedan kratak zvuk za primljen, dug za odbijen. Svaki broj se upisuje čim je skeniran.',
    said: (serial: string, text: string) => `${serial}: ${text}`,
  },
  history: {
    title: 'Raniji prijemi',
    all: (n: number) => `Svi ${formatNumber(n)}`,
    columns: { number: 'Prijem', at: 'Datum', serials: 'Brojevi', document: 'Dokument', count: 'Uređaja', by: 'Ko' },
    none: 'Još nema prijema.',
  },
  limit: {
    title: 'Granica za upozorenje',
    now: 'Na zalihama',
    field: 'Upozori ispod',
    below: (n: number) => `upozorenje ispod ${formatNumber(n)}`,
    save: 'Sačuvaj',
    saved: 'Granica je sačuvana.',
    wrong: 'Upišite ceo broj od 0 do 100.000.',
    fact: (n: number, most: number) =>
      `Poslednjih 30 dana ${plural(n, { one: 'otišao je # uređaj', few: 'otišla su # uređaja', other: 'otišlo je # uređaja' })}, najviše ${formatNumber(most)} u jednom danu.`,
  },
  delivery: {
    title: 'Isporuka kad nema uređaja',
    free: 'Slobodno',
    waitedFor: 'Narudžbine čekaju još',
    field: 'Isporučujemo od',
    fact: 'Piše kupcu pre narudžbine kada slobodnih uređaja nema dovoljno. Pouzeće je tada isključeno.',
    save: 'Sačuvaj dan',
    clear: 'Ukloni dan',
    saved: 'Dan isporuke je sačuvan.',
    cleared: 'Dan isporuke je uklonjen.',
  },
  low: (n: number, limit: number) =>
    `${plural(n, { one: 'Na zalihama je # uređaj', few: 'Na zalihama su # uređaja', other: 'Na zalihama je # uređaja' })}, granica je ${formatNumber(limit)}.`,
  openIntake: 'Otvori prijem',
  off: {
    title: 'Otpis uređaja',
    text: 'Otpisan uređaj više ne može u narudžbinu. Broj ostaje u evidenciji. Uređaji iz izgubljene pošiljke otpisuju se sami kada je zahtev kuriru rešen.',
    serials: 'Serijski brojevi',
    serialsHint: 'Jedan u redu ili skenirani jedan za drugim.',
    serialsMissing: 'Upišite bar jedan serijski broj.',
    reason: 'Razlog',
    note: 'Beleška',
    reasons: {
      transport: 'Oštećen u transportu',
      faulty: 'Neispravan',
      lost: 'Izgubljen',
      gift: 'Uzorak ili poklon',
    } satisfies Record<OffReason, string>,
    effect: (n: number) =>
      `${plural(n, { one: 'Otpisuje se # uređaj.', few: 'Otpisuju se # uređaja.', other: 'Otpisuje se # uređaja.' })} ${RECORD}`,
    go: (n: number) => `Otpiši ${countDevices(n)}`,
    goAnyway: 'Otpiši ipak',
    cancel: 'Odustani',
    done: (n: number) =>
      plural(n, { one: 'Otpisan je # uređaj.', few: 'Otpisana su # uređaja.', other: 'Otpisano je # uređaja.' }),
    failed: 'Otpis nije upisan. Pokušajte ponovo.',
  },
  /** The record of everything that was written off on one day. */
  record: {
    open: (day: string) => `Zapisnik o otpisu, ${day}`,
    busy: 'Pravi se zapisnik…',
  },
  restock: {
    action: 'Vrati na zalihe',
    one: 'Ispravan, na zalihe',
    off: 'Za otpis',
    title: 'Vraćanje na zalihe',
    text: 'Samo uređaji koji su pregledani i ispravni. Pakuju se pre novih, jer im je kutija otvorena.',
    serialsMissing: 'Upišite bar jedan serijski broj.',
    go: (n: number) => `Vrati ${countDevices(n)} na zalihe`,
    done: (n: number) =>
      plural(n, {
        one: 'Na zalihe je vraćen # uređaj.',
        few: 'Na zalihe su vraćena # uređaja.',
        other: 'Na zalihe je vraćeno # uređaja.',
      }),
    failed: 'Uređaji nisu vraćeni na zalihe. Pokušajte ponovo.',
  },
  empty: 'Na zalihama nema uređaja.',
  emptyText: 'Narudžbine se primaju i dalje. Uređaji se prate i broje od prvog prijema.',
  emptyGo: 'Upiši prijem',
  emptySearch: (text: string) =>
    `Nema uređaja za „${text}“. Broj ima šest cifara posle druge crtice. Dovoljne su i poslednje četiri.`,
  emptyFilter: 'Nema uređaja za ovaj izbor.',
} as const;

const reasonsInside: Record<OffReason, string> = {
  transport: 'oštećen u transportu',
  faulty: 'neispravan',
  lost: 'izgubljen',
  gift: 'uzorak ili poklon',
};
