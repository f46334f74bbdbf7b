import { formatDinars } from '../money.ts';
import type { DocumentKind } from './kinds.ts';

/** Reasons of credit notes, and of invoices that stand in place of one. */
export const reasons = {
  refund: 'povraćaj novca',
  takenAfterAll: (number: string) => `pošiljka iz knjižnog odobrenja ${number} je ipak preuzeta`,
  refused: 'pošiljka nije uručena, pa nije ni plaćena',
  dispute: 'osporena uplata, banka je vratila novac kupcu',
  buyerChanged: 'izmena podataka o kupcu',
  refundReturned: (number: string) => `povraćaj po knjižnom odobrenju ${number} nije izvršen, pa iznos ostaje naplaćen`,
  reissued: (number: string) => `izdato umesto računa ${number}, sa izmenjenim podacima o kupcu`,
};

/** What is sold, as a line of a paper. */
export const sold = {
  package: (title: string) => `Reklamni paket ${title}`,
  special: (title: string) => title,
  device: 'Vidik, USB uređaj za striming',
  label: 'Nalepnica za povraćaj',
  deviceNote: 'sa licencom, dostava uključena u cenu',
  period: (from: string, until: string) => `period od ${from} do ${until}`,
};

const digits = (amount: number) =>
  formatDinars(amount)
    .replace(/\u00a0RSD$/, '')
    .replace(/^-/, '−');

const proforma = (papers: string) =>
  `Predračun nije račun i po njemu se ne odbija PDV. ${papers} Ako uplata ne stigne do roka, narudžbina se otkazuje.`;

/** Words on paper; the templates lay them out. */
export const paper = {
  digits,
  rsd: (amount: number) => `${digits(amount)}\u00a0RSD`,
  ids: (taxNumber: string, registrationNumber: string) =>
    [taxNumber && `PIB ${taxNumber}`, registrationNumber && `MB ${registrationNumber}`].filter(Boolean).join(' · '),
  buyer: 'Kupac',
  deliveredTo: 'Isporučeno na',
  place: 'Datum i mesto',
  supplied: 'Datum prometa',
  validUntil: 'Važi do',
  order: 'Narudžbina',
  shipment: 'Pošiljka',
  rate: 'Kurs narudžbine',
  rateOf: (rate: string) => `1\u00a0€ = ${rate.replace('.', ',')}\u00a0RSD`,
  table: ['Rb.', 'Naziv', 'Količina', 'Cena bez PDV', 'Osnovica', 'PDV', 'Ukupno, RSD'],
  tableWithoutVat: ['Rb.', 'Naziv', 'Količina', 'Cena', 'Ukupno, RSD'],
  units: { piece: 'kom', month: 'mes.' },
  serials: 'Serijski brojevi:',
  serial: 'Serijski broj:',
  to: 'do',
  base: (percent: number | null) => (percent === null ? 'Osnovica' : `Osnovica ${percent}%`),
  vat: (percent: number) => `PDV ${percent}%`,
  total: 'Ukupno',
  lessAdvance: 'Umanjeno za avans',
  lessPaid: 'Plaćeno',
  toTransfer: 'Za uplatu',
  toPay: 'Za plaćanje',
  credited: 'Odobreno',
  received: 'Primljeno',
  advances: 'Avansni računi',
  /** Of a credit note in whose place a new invoice stands. */
  advancesKept: 'Avansi za novi račun',
  advanceTable: ['Broj', 'Primljeno', 'Iznos, RSD'],
  ofWhichVat: (amount: number) => `od toga PDV ${digits(amount)}`,
  pay: {
    title: 'Podaci za uplatu',
    payee: 'Primalac',
    account: 'Račun primaoca',
    amount: 'Iznos',
    reference: 'Model i poziv na broj',
    purpose: 'Svrha uplate',
    code: 'Šifra plaćanja',
    qr: 'NBS IPS QR',
    scan: 'Skenirajte aplikacijom banke',
    qrAlt: 'QR kod sa podacima za uplatu',
  },
  paidOn: (date: string) => `Plaćeno ${date}`,
  paidHow: {
    card: () => 'karticom. Po ovom računu se ne plaća ništa.',
    transfer: (reference: string | null) =>
      `uplatom na račun${reference ? `, poziv na broj ${reference}` : ''}. Po ovom računu se ne plaća ništa.`,
    cash: () => 'kuriru, pri preuzimanju. Po ovom računu se ne plaća ništa.',
  },
  /** By what is sold: which paper comes with the money, and which later. A single month may begin at once. */
  proforma: {
    device: proforma('Kad uplata stigne, šaljemo avansni račun, a račun uz isporuku.'),
    months: proforma('Kad uplata stigne, šaljemo avansni račun, a za svaki mesec račun kada taj mesec počne.'),
    month: proforma(
      'Kad uplata stigne, šaljemo račun. Ako paket počinje kasnije, šaljemo avansni račun, a račun kada počne.',
    ),
    special: proforma('Kad uplata stigne, šaljemo račun.'),
  },
  credit: (isOfAdvance: boolean, number: string, date: string, reason: string) =>
    `Knjižno odobrenje uz ${isOfAdvance ? 'avansni račun' : 'račun'} ${number} od ${date} Razlog: ${reason}`,
  inPlaceOf: (reason: string) => `Napomena: ${reason}.`,
  withdrawal: 'Pravo na odustanak',
  withdrawalText:
    'Kao potrošač od ugovora možete da odustanete u roku od 14 dana od prijema. Obrazac je uz paket i u nalogu.',
  warranty: 'Garancija',
  warrantyText: (number: string) =>
    `5 godina od isporuke na svaki uređaj. Garantni list ${number} navodi serijske brojeve.`,
  vatYes: (name: string) => `${name} je obveznik PDV.`,
  vatNo: (name: string, note: string) => `${name} nije obveznik PDV; PDV nije obračunat.${note ? ` ${note}` : ''}`,
  unsigned: (kind: DocumentKind) =>
    kind === 'invoice'
      ? 'Račun je izdat elektronski i važi bez pečata i potpisa.'
      : 'Dokument je izdat elektronski i važi bez pečata i potpisa.',
  responsible: (name: string) => `Odgovorno lice: ${name}`,
  page: (n: number, of: number) => `Strana ${n} od ${of}`,
  warrantyList: {
    invoice: 'Račun',
    delivered: 'Isporučeno',
    table: ['Rb.', 'Uređaj', 'Serijski broj', 'Garancija važi do'],
    terms: 'Šta garancija obuhvata',
    termsText:
      'Dobrovoljna garancija traje 5 godina od isporuke i obuhvata neispravnost uređaja pri uobičajenoj upotrebi: popravku, a ako popravka nije moguća, zamenu.',
    exceptions: 'Šta ne obuhvata',
    exceptionsText: 'Mehaničko oštećenje, prodor tečnosti, napon izvan propisanog i štetu nastalu nestručnom izmenom.',
    how: 'Kako se ostvaruje',
    howText: (email: string) =>
      `Pišite na ${email} ili prijavite kvar u nalogu. Pripremite serijski broj; odgovaramo u roku od 8 dana. Slanje u garanciji plaćamo mi.`,
    law: 'Garancija ne utiče na prava po osnovu saobraznosti, koja imate po zakonu.',
  },
  record: {
    received: 'Primljeno',
    why: 'Povod',
    whys: {
      withdrawal: 'odustanak od ugovora',
      complaint: 'reklamacija',
      exchange: 'zamena u garanciji',
      refused: 'paket nije preuzet',
    },
    table: ['Rb.', 'Uređaj', 'Serijski broj', 'Stanje', 'Zamena'],
    none: 'nema',
    decision: 'Odluka',
    note: 'Napomena',
    handedOver: 'Predao',
    takenOver: 'Primio',
  },
};
