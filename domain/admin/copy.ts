import { plural } from '../plural.ts';

/** Words of the admin screens that belong to no one list: copy/admin.md, sections 1 and 2. */
export const admin = {
  sections: 'Admin odeljci',
  newest: 'Najnovije prvo',
  live: 'Lista se osvežava sama.',
  lost: 'Veza je prekinuta; lista se osvežava čim se vrati.',
  all: 'Sve',
  rows: (n: number) => plural(n, { one: '# red', few: '# reda', other: '# redova' }),
  loadError: 'Lista nije učitana. Pokušajte ponovo.',
} as const;

/** What stands under the names of the cards of /admin. */
export const cards = {
  subscriptions: 'Prodati reklamni paketi i pretplate',
  sales: 'Narudžbine uređaja i status plaćanja',
  users: 'Podaci, oznake i pristup',
  requests: 'Nalozi koji čekaju odobrenje',
  eventPayments: 'Rezervacije i potvrda uplata',
  addToNetwork: 'Povezivanje korisnika sa nadređenim',
  networkVisual: 'Stablo članova',
  networkVisualName: 'Prikaz mreže',
  vouchers: 'Kodovi za L-banere: izdavanje, štampa i ko ih je iskoristio',
} as const;

export const pendingOrders = (n: number) =>
  plural(n, { one: '# narudžbina na čekanju', few: '# narudžbine na čekanju', other: '# narudžbina na čekanju' });
