import type { Count } from '../count.ts';
import { plural } from '../plural.ts';
import type { SubscriptionState } from './contract.ts';
import { RENEWAL_CHARGES } from './renewals.ts';

/** The admin's list of sold packages. Its columns are named in copy.ts, with the file's. */
export const sold = {
  title: 'Prodati reklamni paketi',
  total: (amounts: string) => `Plaćeno, bez vraćenog: ${amounts}`,
  count: (n: Count) => plural(n, { one: '# uplata za paket', few: '# uplate za pakete', other: '# uplata za pakete' }),
  views: 'Prikaz',
  view: { sold: 'Prodati paketi', subscriptions: 'Pretplate' },
  search: 'Firma, email ili broj računa',
  everyPackage: 'Svi paketi',
  export: 'Preuzmi CSV',
  noCompany: 'bez naziva firme',
  once: 'Jednokratno, 30 dana',
  until: (date: string) => `važi do ${date}`,
  next: (date: string) => `sledeća naplata ${date}`,
  retry: (date: string) => `novi pokušaj ${date}`,
  ended: (date: string) => `završena ${date}`,
  refunded: (amount: string) => `vraćeno ${amount}`,
  order: (n: number) => `narudžbina ${n}`,
  refund: 'Vrati novac…',
  documentsOf: (name: string) => `Dokumenti: ${name}`,
  empty: 'Nema prodatih reklamnih paketa',
  emptyHint: 'Svaka plaćena pretplata i svaka njena obnova pojavljuje se ovde sama.',
  emptyFilter: 'Nema prodatih paketa za izabrani filter.',
} as const;

/** The admin's list of subscriptions: each is one row, however often it renewed. */
export const subscriptionList = {
  title: 'Pretplate',
  active: (n: number) => plural(n, { one: '# aktivna', few: '# aktivne', other: '# aktivnih' }),
  monthly: (amounts: string) => `${amounts} mesečno`,
  search: 'Firma, PIB, email ili broj računa',
  state: 'Stanje pretplate',
  every: 'Sve',
  /** Plural names, for the buttons. */
  states: {
    active: 'Aktivne',
    paused: 'Pauzirane',
    pastDue: 'Naplata nije uspela',
    endsOn: 'Otkazane',
    cancelled: 'Završene',
    starting: 'Čekaju prvu uplatu',
  } satisfies Record<SubscriptionState, string>,
  columns: {
    company: 'Firma',
    package: 'Paket',
    state: 'Stanje',
    next: 'Sledeća naplata',
    banners: 'L-baneri ovog meseca',
    price: 'Mesečno',
    acts: 'Radnje',
  },
  /** The provider's own setting may be another one by now. */
  attempts: (n: number) => (n <= RENEWAL_CHARGES ? `pokušaj ${n} od ${RENEWAL_CHARGES}` : `pokušaj ${n}`),
  /** Of the account: what vouchers and earlier months left counts too. */
  bannersLeft: (left: string, monthly: string) => `ostalo ${left} od ${monthly}`,
  bannersMore: (left: string, monthly: string) => `ostalo ${left}, mesečno ${monthly}`,
  noBanners: 'nema',
  stoppingAtEnd: 'otkazivanje na kraju perioda je u toku',
  stoppingNow: 'otkazivanje je u toku, čeka se platna kuća',
  changing: 'promena se upisuje kod platne kuće',
  noNext: 'nema',
  orders: {
    date: { desc: 'Najnovije prvo', asc: 'Najstarije prvo' },
    amount: { desc: 'Najveći iznos prvo', asc: 'Najmanji iznos prvo' },
  },
  empty: 'Još nema pretplata',
  emptyHint: 'Pretplata se pojavljuje ovde čim neko uključi mesečni paket.',
  emptyFilter: 'Nema pretplata za izabrani filter.',
  actionsOf: (name: string) => `Radnje: ${name}`,
  link: {
    action: 'Pošalji link za drugu karticu…',
    title: 'Link za drugu karticu',
    text: (name: string, email: string) =>
      `${name} dobija poruku na ${email} sa linkom na svoj nalog, odakle kod platne kuće upisuje drugu karticu.`,
    note: 'Sa nove kartice se naplaćuje u sledećem pokušaju. Podatke o kartici ne vidimo.',
    yes: 'Pošalji link',
    sent: (email: string) => `Link je poslat na ${email}.`,
  },
  pause: {
    go: 'Pauziraj…',
    title: 'Pauzirati pretplatu?',
    text: (name: string, packageName: string) =>
      `${name}, paket ${packageName}. Dok traje pauza, kartica se ne zadužuje i na stanje ne stižu novi L-baneri i TV sekunde. Ono što je na stanju ostaje. Plaćeni mesec se ne vraća.`,
    reason: 'Razlog',
    reasonHint: 'Stoji u poruci kupcu i u dnevniku.',
    reasonRequired: 'Upišite razlog.',
    yes: 'Pauziraj',
    no: 'Odustani',
    done: 'Pauzirano. Platna kuća dobija nalog, a kupac poruku.',
  },
  resume: {
    go: 'Nastavi…',
    title: 'Nastaviti pretplatu?',
    text: (name: string, packageName: string, amount: string, date: string | null) =>
      `${name}, paket ${packageName}. ${date ? `Sledeća naplata je ${date}, ${amount}.` : `Pri sledećoj naplati se naplaćuje ${amount}.`} Kupac dobija poruku.`,
    yes: 'Nastavi',
    no: 'Odustani',
    done: 'Pretplata se nastavlja. Platna kuća dobija nalog, a kupac poruku.',
  },
  refund: 'Vrati novac…',
  stop: {
    atEnd: 'Otkaži na kraju perioda…',
    now: 'Otkaži odmah…',
    titleAtEnd: 'Otkazati na kraju perioda?',
    titleNow: 'Otkazati odmah?',
    textAtEnd: (name: string, packageName: string, until: string | null) =>
      `${name}, paket ${packageName}. ${until ? `Paket važi do ${until}, posle toga se ništa ne naplaćuje.` : 'Posle plaćenog perioda se ništa ne naplaćuje.'}`,
    textNow: (name: string, packageName: string) =>
      `${name}, paket ${packageName}. Od sada se ništa ne naplaćuje. L-baneri i TV sekunde ostaju na stanju; novac se ne vraća.`,
    reason: 'Razlog',
    reasonHint: 'Stoji u poruci kupcu i u dnevniku.',
    reasonRequired: 'Upišite razlog.',
    yesAtEnd: 'Otkaži na kraju perioda',
    yesNow: 'Otkaži odmah',
    no: 'Odustani',
    done: 'Otkazano. Platna kuća dobija nalog, a kupac poruku.',
  },
} as const;
