import type { OrderKind, OrderStatus } from './contract.ts';

/** Orders as the admin sees them. */
export const orderStatus: Record<OrderStatus, string> = {
  paid: 'Plaćeno',
  pending: 'Na čekanju',
  cancelled: 'Otkazano',
};

export const sales = {
  title: 'Prodaja',
  date: 'Datum',
  number: 'Broj',
  product: 'Proizvod',
  email: 'Email',
  amount: 'Iznos',
  status: 'Status',
  search: 'Broj, email ili proizvod',
  kind: 'Vrsta',
  everyKind: 'Sve vrste',
  kinds: { device: 'Uređaji', package: 'Reklamni paketi', special: 'Specijalni paket' } satisfies Record<
    OrderKind,
    string
  >,
  net: (amount: string) => `Plaćeno, bez vraćenog: ${amount}`,
  netOf: (paid: string, refunded: string) => `plaćeno ${paid}, vraćeno ${refunded}`,
  refunded: (amount: string) => `vraćeno ${amount}`,
  empty: 'Nema narudžbina',
  emptyHint: 'Čim neko započne kupovinu, narudžbina se ovde pojavljuje sama.',
  emptyFilter: 'Nema narudžbina za izabrani filter.',
} as const;

/** A member's own orders, on „Moj nalog“. */
export const mine = {
  title: 'Kupovine',
  product: 'Proizvod',
  number: 'Broj',
  date: 'Datum',
  amount: 'Iznos',
  status: 'Stanje',
  next: 'Dalje',
  paidOn: (date: string) => `Plaćeno ${date}`,
  refunded: (amount: string) => `Vraćeno ${amount}`,
  pay: 'Nastavite plaćanje',
  payFor: (number: number) => `za narudžbinu broj ${number}`,
  empty: 'Još nemate kupovina.',
  emptyHint: 'Kada poručite uređaj ili reklamni paket, ovde vidite broj, stanje i iznos.',
  shop: 'Pogledajte uređaje',
  failed: 'Narudžbine nisu učitane.',
} as const;
