import type { Count } from '../count.ts';
import type { OrderStatus } from '../order-states.ts';
import { plural } from '../plural.ts';
import { countDays } from '../wording.ts';
import type { OrderKind, OrderView } from './shapes.ts';
import type { SaleColumn } from './views.ts';

/** Orders as the admin sees them. */
export const orderStatus: Record<OrderStatus, string> = {
  paid: 'Plaćeno',
  pending: 'Na čekanju',
  cancelled: 'Otkazano',
};

export const sales = {
  title: 'Prodaja',
  buyer: 'Kupac',
  place: 'Adresa',
  status: 'Status',
  parcel: 'Pošiljka',
  /** Columns of a file, of which the screen says no more than is in them. */
  dispute: 'Osporavanje',
  deliveredPart: 'Isporučeno paketa',
  amountIn: 'Iznos, €',
  refundedIn: 'Vraćeno, €',
  heads: {
    number: 'Broj',
    date: 'Datum',
    buyer: 'Kupac i adresa',
    product: 'Proizvod',
    status: 'Status i plaćanje',
    delivery: 'Isporuka i pošiljka',
    amount: 'Iznos',
    way: 'Način plaćanja',
    phone: 'Telefon',
    email: 'Email',
    serials: 'Serijski brojevi',
    referral: 'Preporuka',
  } satisfies Record<SaleColumn, string>,
  search: 'Broj, ime, telefon, firma, PIB, pošiljka, serijski broj',
  kind: 'Vrsta',
  everyKind: 'Sve vrste',
  kinds: { device: 'Uređaji', package: 'Reklamni paketi', special: 'Specijalni paket' } satisfies Record<
    OrderKind,
    string
  >,
  everyStatus: 'Svi statusi',
  way: 'Način plaćanja',
  everyWay: 'Svi načini plaćanja',
  fulfilment: 'Isporuka',
  everyFulfilment: 'Sve isporuke',
  from: 'Od',
  to: 'Do',
  views: 'Pregledi',
  everything: 'Sve',
  viewNames: {
    recent: 'Poslednje tri nedelje',
    to_call: 'Za poziv',
    to_pack: 'Za pakovanje',
    to_pay: 'Čeka uplatu',
    cod_late: 'Pouzeće kasni',
    refunds: 'Povraćaji',
  } satisfies Record<OrderView, string>,
  own: (name: string) => `Moje: ${name}`,
  save: 'Sačuvaj pregled',
  saveText: 'Pregled pamti pretragu, filtere, redosled i kolone.',
  name: 'Naziv pregleda',
  shared: 'Vide ga svi u prodaji',
  saved: (name: string) => `Pregled „${name}“ je sačuvan.`,
  remove: 'Obriši pregled',
  removeText: (name: string) => `Pregled „${name}“ nestaje iz liste. Narudžbine ostaju iste.`,
  removed: (name: string) => `Pregled „${name}“ je obrisan.`,
  withdrawn: 'Odustanak',
  drop: (filter: string) => `Ukloni filter: ${filter.toLocaleLowerCase('sr')}`,
  required: 'Upišite naziv pregleda.',
  addFilter: 'Dodaj filter',
  filters: 'Filteri',
  fewerFilters: 'Sakrij filtere',
  clear: 'Obriši filtere',
  columns: (n: number) => `Kolone ${n}`,
  columnsTitle: 'Kolone',
  columnHidden: (column: string) => `Kolona „${column}“ je sakrivena.`,
  refunded: (amount: string) => `vraćeno ${amount}`,
  /** Under the status, of what is not paid yet. */
  proforma: (day: string) => `predračun do ${day}`,
  onDelivery: (amount: string) => `pouzeće, ${amount}`,
  courierLate: (days: number) => `pouzeće kasni ${countDays(days)}`,
  notTaken: 'kupac odbio paket',
  moreSerials: (n: number) => `i još ${n}`,
  toPack: 'čeka pakovanje',
  toBeDecided: 'čeka odluku banke',
  goesBack: 'novac se vraća kupcu',
  toBePaid: 'čeka uplatu',
  toBeCalled: 'čeka poziv',
  takenBack: 'kupac je odustao',
  foot: (count: Count) => `${orderCount(count)} u ovom pregledu`,
  footSum: (paid: string, refunded: string, waiting: string) =>
    `Plaćeno ${paid} · vraćeno ${refunded} · čeka ${waiting}`,
  selected: (n: number, amount: string) =>
    `${plural(n, { one: 'Izabrana # narudžbina', few: 'Izabrane # narudžbine', other: 'Izabrano # narudžbina' })}, ${amount}`,
  select: (number: number) => `Izaberi narudžbinu ${number}`,
  packInTurn: 'Spakuj redom',
  labels: 'Nalepnice (PDF)',
  labelsSkipped: (numbers: readonly number[], most: number) => {
    const named = numbers.slice(0, most).join(', ');
    const more = numbers.length > most ? ` i još ${numbers.length - most}` : '';
    return `Bez nalepnice: ${named}${more}. Paket nije spakovan ili ga kurir još nije potvrdio.`;
  },
  packingList: 'Spisak za pakovanje',
  listCut: (listed: number, all: number) =>
    `Na spisku je ${listed} od ${all} izabranih narudžbina. Ostale izaberite za sledeći spisak.`,
  unselect: 'Poništi izbor',
  csv: 'Preuzmi CSV',
  xlsx: 'Preuzmi Excel',
  exportFile: (day: string) => `vidik-narudzbine-${day}`,
  empty: 'Nema narudžbina',
  emptyHint: 'Čim neko započne kupovinu, narudžbina se ovde pojavljuje sama.',
  emptyPack: 'Ništa ne čeka pakovanje.',
  emptyPackHint: 'Nova narudžbina se pojavljuje ovde čim bude plaćena ili čim kupac potvrdi pouzeće.',
  emptyCall: 'Niko ne čeka poziv.',
  emptyCallHint: 'Nova narudžbina sa pouzećem i paket koji kurir nije uručio pojavljuju se ovde sami.',
  emptyFilter: 'Nema narudžbina za izabrani filter.',
  emptySearch: (text: string) => `Nema narudžbina za „${text}“.`,
  searched:
    'Tražimo po broju, imenu, telefonu, firmi, PIB-u, pošiljci i serijskom broju. Kvačice i ćirilica nisu bitne.',
} as const;

const orderCount = (count: Count) => plural(count, { one: '# narudžbina', few: '# narudžbine', other: '# narudžbina' });

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
  paidToCourier: 'Plaćeno kuriru',
  refunded: (amount: string) => `Vraćeno ${amount}`,
  pay: 'Nastavite plaćanje',
  transfer: 'Podaci za uplatu',
  payFor: (number: number) => `za narudžbinu broj ${number}`,
  processing: 'Uplata je u toku. Ne plaćajte ponovo.',
  empty: 'Još nemate kupovina.',
  emptyHint: 'Kada poručite uređaj ili reklamni paket, ovde vidite broj, stanje i iznos.',
  shop: 'Pogledajte uređaje',
  failed: 'Narudžbine nisu učitane.',
} as const;
