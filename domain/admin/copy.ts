import { plural } from '../plural.ts';

/** Words of the admin screens that belong to no one list: copy/admin.md, sections 1 and 2. */
export const admin = {
  title: 'Admin Dashboard',
  lead: 'Izaberite oblast.',
  sections: 'Admin odeljci',
  checking: 'Provera prava pristupa…',
  denied: 'Access denied',
  deniedText: 'Ova strana je dostupna samo administratorima.',
  newest: 'Najnovije prvo',
  live: 'Lista se osvežava sama.',
  lost: 'Veza je prekinuta; lista se osvežava čim se vrati.',
  filter: 'Filter',
  all: 'Sve',
  rows: (n: number) => plural(n, { one: '# red', few: '# reda', other: '# redova' }),
  loadError: 'Lista nije učitana. Pokušajte ponovo.',
  rollback: 'Izmena nije sačuvana; vraćeno je prethodno stanje.',
} as const;

/** The cards of /admin; those that lead to menu items carry the menu's names. */
export const cards = {
  subscriptions: { name: 'Paketi', text: 'Prodati reklamni paketi i pretplate' },
  sales: { name: 'Prodaja', text: 'Narudžbine uređaja i status plaćanja' },
  users: { name: 'Korisnici', text: 'Podaci, oznake i pristup' },
  requests: { name: 'Zahtevi za registraciju', text: 'Nalozi koji čekaju odobrenje' },
  eventPayments: { name: 'Event Uplate', text: 'Rezervacije i potvrda uplata' },
  addToNetwork: { name: 'Dodaj u mrežu', text: 'Povezivanje korisnika sa nadređenim' },
  networkVisual: { name: 'Prikaz mreže', text: 'Stablo članova' },
} as const;

export const pendingOrders = (n: number) =>
  plural(n, { one: '# narudžbina na čekanju', few: '# narudžbine na čekanju', other: '# narudžbina na čekanju' });
