import { plural } from '../plural.ts';
import type { CandidateReason } from './decisions.ts';

const payments = (n: number) => plural(n, { one: '# uplata', few: '# uplate', other: '# uplata' });

const shipmentsNamed = (parcels: readonly string[]) =>
  `${parcels.length === 1 ? 'pošiljku' : 'pošiljke'} ${parcels.join(', ')}`;

/** /admin/bank. */
export const deskCopy = {
  title: 'Banka',
  sub: (number: string, day: string, account: string, lines: number) =>
    `Izvod ${number} od ${day} · račun ${account} · zbir ${plural(lines, { one: '# reda', few: '# reda', other: '# redova' })} se slaže`,
  subOpen: (number: string, day: string, account: string) => `Izvod ${number} od ${day} · račun ${account}`,
  noAccount: 'nije upisan',
  load: 'Učitaj izvod banke',
  owed: (n: number) => (n > 0 ? `Za vraćanje (${n})` : 'Za vraćanje'),
  statements: 'Izvodi',
  older: 'stariji',
  newer: 'noviji',
  oldest: 'prvi',
  newest: 'poslednji',
  finding: 'Nalaz',
  list: 'Redovi izvoda',
  th: { row: 'Red', payer: 'Uplatilac i svrha', amount: 'Iznos', finding: 'Nalaz', about: 'Odnosi se na' },
  choose: (position: number, payer: string) => `Red ${position}: ${payer}`,
  order: (number: number) => `Narudžbina ${number}`,
  reservation: (number: number) => `Rezervacija ${number}`,
  expected: (amount: string) => `očekuje se ${amount}`,
  none: 'nema predloga',
  payout: 'Naša isplata',
  payoutBack: 'Vraćena isplata',
  why: {
    proforma: 'isti broj predračuna u svrsi',
    amount: 'isti iznos',
    surname: 'isto prezime',
    town: 'isti grad',
    suggested: 'broj ili ime i iznos',
  } satisfies Record<CandidateReason, string>,
  confirm: (n: number, sum: string) =>
    `${plural(n, { one: '# uplata se slaže', few: '# uplate se slažu', other: '# uplata se slaže' })}, ${sum}.`,
  confirmHint:
    'Iznos i poziv na broj isti su u cifru. Računi i poruke odlaze za 2 minuta; do tada možete da poništite.',
  confirmBtn: (n: number) => `Potvrdi ${plural(n, { one: '# uplatu', few: '# uplate', other: '# uplata' })}`,
  confirmed: (n: number, sum: string, time: string) => `Potvrđeno ${payments(n)}, ${sum}. Računi odlaze u ${time}.`,
  held: (amount: string, time: string) => `Upisano ${amount}. Sprovodi se u ${time}.`,
  undo: 'Poništi',
  undone: 'Poništeno. Nijedan račun nije izdat.',
  waiting: (n: number, who: string, time: string) => `${payments(n)}, ${who}: sprovodi se u ${time}.`,
  waitsForSecond: (who: string, reason: string) => `Prihvatanje razlike čeka drugu osobu (${who}: ${reason}).`,
  agree: 'Potvrdi razliku',
  agreed: (time: string) => `Razlika je potvrđena. Sprovodi se u ${time}.`,
  row: (position: number) => `Red ${position}`,
  pick: 'Izaberite red, pa odlučite o njemu ovde.',
  gone: 'Ovaj red više nije na listi.',
  goneText: 'U međuvremenu je neko odlučio o njemu, ili se promenio nalaz. Ništa od upisanog nije poslato.',
  goneNext: 'Sledeći red',
  what: 'Šta radimo',
  link: { title: 'Poveži sa drugom', text: 'Traži po imenu, broju ili iznosu.' },
  close: {
    title: 'Nije naše',
    text: 'Naknada banke, naša isplata ili tuđ novac. Zatvara se uz razlog, bez knjiženja.',
    label: 'Šta je ovo',
    examples: ['Naknada banke', 'Naša isplata', 'Nije naše'],
    needed: 'Upišite šta je ovo.',
    submit: 'Zatvori red',
    done: 'Red je zatvoren.',
  },
  compensation: {
    title: 'Naknada kurira za pošiljku',
    text: 'Kurir je platio izgubljen ili oštećen paket, ili više njih. Zahtev kuriru je rešen, a iznos ulazi u knjige.',
    label: 'Za koje pošiljke',
    parcel: (parcel: string, courier: string, worth: string) => `${parcel}, ${courier}, vrednost ${worth}`,
    share: (parcel: string, currency: string) => `Od uplate za ${parcel}, ${currency}`,
    left: (amount: string) => `Ostalo je da se raspodeli ${amount}.`,
    over: (amount: string) => `Raspodeljeno je ${amount} više nego što je stiglo.`,
    agrees: 'Zbir je isti kao uplata.',
    pickOne: 'Izaberite pošiljku.',
    unreadable: 'Upišite iznos za svaku izabranu pošiljku.',
    reason: (parcels: readonly string[]) => `Naknada kurira za ${shipmentsNamed(parcels)}`,
    submit: 'Upiši naknadu',
    done: (parcels: readonly string[]) =>
      parcels.length === 1
        ? `Naknada za pošiljku ${parcels[0]} je upisana.`
        : `Naknada za ${shipmentsNamed(parcels)} je raspodeljena i upisana.`,
  },
  options: {
    confirm: {
      order: 'Narudžbina postaje plaćena; dokumenti i poruke odlaze za 2 minuta.',
      reservation: 'Rezervacija postaje plaćena; karta odlazi za 2 minuta.',
    },
    part: {
      order: (rest: string) => `Poruka sa predračunom na ${rest}. Narudžbina ostaje na čekanju.`,
      reservation: (rest: string) => `Poruka sa uputstvom za ${rest}. Rezervacija ostaje na čekanju.`,
    },
    surplus: {
      order: (extra: string) => `Narudžbina postaje plaćena, a ${extra} ide na spisak za vraćanje.`,
      reservation: (extra: string) => `Rezervacija postaje plaćena, a ${extra} ide na spisak za vraćanje.`,
    },
    accept: 'Razlika se otpisuje uz razlog.',
    return: 'Ide na spisak za vraćanje.',
  },
  maybe: (n: number) =>
    plural(n, { one: '# moguća narudžbina', few: '# moguće narudžbine', other: '# mogućih narudžbina' }),
  limit: 'Preko 5.000 RSD potvrđuje i drugi administrator.',
  write: (amount: string) => `Upiši ${amount}`,
  skip: 'Preskoči',
  skipped: 'Red je preskočen.',
  search: 'Ime, broj ili iznos',
  found: 'Predlozi',
  nothingFound: 'Ništa nije nađeno.',
  take: (number: number, name: string) => `${number}, ${name}`,
  other: 'Vrati ono iz izvoda',
  empty: 'Još nema izvoda. Učitajte CSV, CAMT.053 (XML) ili MT940, najviše 12 MB.',
  elsewhere: 'Svi redovi ovog izvoda već su u ranije učitanom izvodu. Novih redova nema.',
  done: (number: string) => `Svi redovi izvoda ${number} su rešeni.`,
  unmatched: {
    title: 'Nepovezane uplate',
    text: 'Iz svih izvoda, najstarije prvo. Uplata se otvara u svom izvodu, gde odlučujete o njoj.',
    th: { day: 'Dan', statement: 'Izvod' },
    open: (payer: string) => `Otvori uplatu: ${payer}`,
    all: 'Svi izvodi',
    empty: 'Nema nepovezanih uplata.',
  },
  keys: { next: 'J', previous: 'K', enter: 'Enter', skip: 'S', undo: 'Z' },
  keyWords: { rows: 'red niže, red više', enter: 'upiši odluku', skip: 'preskoči', undo: 'poništi poslednje' },
} as const;
