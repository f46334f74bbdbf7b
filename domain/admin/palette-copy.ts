import { plural } from '../plural.ts';
import type { FoundKind, Group } from './palette.ts';

/** The search over everything, and the list of keys. */
export const paletteCopy = {
  title: 'Pretraga svega',
  results: 'Rezultati',
  groups: {
    orders: 'Narudžbine',
    people: 'Ljudi i firme',
    event: 'Događaj i ekrani',
    vouchers: 'Vaučeri',
    actions: 'Radnje',
  } satisfies Record<Group, string>,
  kinds: {
    order: 'Narudžbina',
    parcel: 'Pošiljka',
    member: 'Član',
    company: 'Firma',
    reservation: 'Rezervacija',
    ticket: 'Karta',
    tv: 'Televizor',
    voucher: 'Vaučer',
  } satisfies Record<FoundKind, string>,
  action: 'Radnja',
  count: (n: number) => plural(n, { one: '# rezultat', few: '# rezultata', other: '# rezultata' }),
  more: 'Prikaži sve u Prodaji',
  start: 'Poslednje otvoreno',
  startEmpty: 'Upišite bar dva slova ili cifre: broj, ime, telefon, firmu, PIB ili serijski broj.',
  empty: (query: string) => `Nema ničeg za „${query}“. Proverite broj ili upišite samo deo imena.`,
  slow: 'Traži se…',
  error: 'Pretraga trenutno ne radi. Liste rade kao i inače.',
  keys: { choose: 'izbor', open: 'otvori', newTab: 'u novoj kartici' },
  signs: { close: 'Esc', open: 'Enter', newTab: 'Ctrl Enter' },
  close: 'Zatvori',
  pib: (number: string) => `PIB ${number}`,
  note: (number: string) => ({ name: 'Nova beleška', text: `Narudžbina ${number}` }),
  refund: (number: string) => ({ name: `Vrati novac za narudžbinu ${number}`, text: 'Otvara prozor za povraćaj' }),
  notePerson: (person: string) => ({ name: `Nova beleška: ${person}`, text: 'Ostaje na strani kupca' }),
  order: { name: 'Nova narudžbina', text: 'Za kupca koji zove' },
  pickUp: 'Paketi koji čekaju kurira',
  page: 'Otvara stranu',
} as const;
