import type { Sentences } from '../../errors.ts';
import { plural } from '../../plural.ts';
import type { Claim } from '../ticket/claim.ts';

/** The organiser's table and the statement import. */
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
  status: { pending: 'Čeka plaćanje', paid: 'Plaćeno', lapsed: 'Isteklo', cancelled: 'Otkazano' },
  arrived: (came: string, price: string) => `stiglo ${came} od ${price}`,
  cancelledOn: (day: string, reason: string) => `otkazano ${day}${reason === '' ? '' : `: ${reason}`}`,
  claim: ({ companyName, taxNumber, registrationNumber, address }: Claim) =>
    `Račun na firmu: ${companyName}, PIB ${taxNumber}, MB ${registrationNumber}, ${address}`,
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
    part: (came: string, price: string) =>
      `Po izvodu je stiglo ${came} od ${price}. Uplata se prihvata kao cela samo uz razlog.`,
    reason: 'Razlog razlike',
    reasonNeeded: 'Upišite razlog razlike.',
    error: 'Nije moguće potvrditi uplatu.',
  },
  remove: {
    button: 'Obriši',
    title: 'Brisanje rezervacije',
    text: ({ number, name }: { number: number; name: string }) =>
      `Brišete rezervaciju ${number} (${name}). Mesto se oslobađa.`,
    cancelButton: 'Otkaži',
    cancelTitle: 'Otkazivanje plaćene rezervacije',
    paid: (number: number, name: string, amount: string) =>
      `Otkazujete rezervaciju ${number} (${name}). Karte prestaju da važe i mesto se oslobađa. Rezervacija i razlog ostaju zapisani, a ${amount} ide na spisak za vraćanje.`,
    notify: 'Pošalji kupcu email poruku',
    reason: 'Razlog (ide u poruku)',
    reasonChoice: 'Izaberite razlog',
    reasons: [
      'Uplata nije stigla do roka.',
      'Rezervacija je otkazana na Vaš zahtev.',
      'Rezervacija je napravljena dva puta.',
    ],
    otherReason: 'Drugi razlog',
    reasonNeeded: 'Upišite razlog.',
    yes: 'Obriši rezervaciju',
    cancelYes: 'Otkaži rezervaciju',
    keep: 'Zadrži',
    ok: 'Rezervacija je obrisana.',
    cancelled: 'Rezervacija je otkazana. Novac je na spisku za vraćanje.',
    changed: 'Rezervacija se u međuvremenu promenila. Pogledajte novo stanje pa odlučite ponovo.',
    error: 'Nije moguće obrisati rezervaciju.',
  },
  guest: {
    button: 'Gost',
    title: (number: number) => `Gost, rezervacija ${number}`,
    merge: 'Podaci gosta su u međuvremenu izmenjeni',
    text: 'Kad promenite ime ili adresu, svi ranije poslati linkovi i karte prestaju da važe, a nove odmah šaljemo na adresu ispod.',
    save: 'Sačuvaj i pošalji nove karte',
    saveWaiting: 'Sačuvaj i pošalji novo uputstvo',
    savePhone: 'Sačuvaj telefon',
    saving: 'Čuvamo…',
    saved: (email: string) => `Podaci su ispravljeni. Stari linkovi više ne važe, novi su poslati na ${email}.`,
    savedPhone: 'Telefon je ispravljen.',
    again: 'Pošalji kartu ponovo',
    againWaiting: 'Pošalji uputstvo ponovo',
    sending: 'Šaljemo…',
    sent: (email: string) => `Poruka je poslata na ${email}.`,
  },
  sums: ({ pending, paid, rsd, eur }: { pending: string; paid: string; rsd: string; eur: string }) =>
    `Čeka plaćanje: ${pending} · Plaćeno: ${paid} · Ukupno stiglo i potvrđeno: ${rsd} i ${eur}`,
  totals: {
    title: 'Zbir po paketu i zemlji',
    package: 'Paket',
    rs: 'Srbija',
    cg: 'Crna Gora',
    seats: 'Popunjenost',
    all: 'Ukupno stiglo i potvrđeno',
    taken: (taken: number, limit: number) => `${taken} od ${limit}`,
    counts: (paid: string, reserved: string) => `plaćeno ${paid} od ${reserved}`,
  },
  waitingParts: (amounts: string) => `Delovi koji čekaju ostatak: ${amounts}`,
  seatsOpen: 'bez ograničenja',
  empty: 'Nema rezervacija.',
  emptyFilter: 'Nema rezervacija za izabrani filter.',
  currency: 'Valuta',
  paidAt: 'Uplata potvrđena',
  exportCsv: 'Preuzmi CSV',
  exportExcel: 'Preuzmi Excel',
  exportFile: (day: string) => `rezervacije-${day}`,
} as const;

export const adminRefusals = {
  LAPSED_PLACE_TAKEN:
    'Rezervacija je istekla, a slobodnog mesta u tom paketu više nema. Dogovorite se sa kupcem o drugom paketu ili o povraćaju uplate.',
  ENTRY_GONE: 'Taj ulaz više ne postoji; osvežite spisak gostiju.',
  RESERVATION_CHANGED: adminCopy.remove.changed,
  RESERVATION_CANCELLED: 'Rezervacija je otkazana i ne može da se potvrdi.',
  NOTHING_TO_SEND: 'Ovoj rezervaciji nema šta da se pošalje: otkazana je, istekla ili je događaj prošao.',
} satisfies Sentences;
