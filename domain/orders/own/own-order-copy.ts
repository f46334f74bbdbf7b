import { typeset } from '../../typography.ts';

/** /account/orders/{number}. */
export const ownOrderCopy = typeset({
  title: (number: number) => `Narudžbina ${number}`,
  crumb: 'Narudžbine',
  what: 'Narudžbina',
  meta: (date: string, amount: string, way: string) => `${date} · ${amount} · ${way}`,
  gone: (number: string) => `Narudžbine ${number} nema na vašem nalogu.`,
  waiting: (until: string) => `Čekamo uplatu do ${until}`,
  proforma: (number: string) => `Predračun ${number}`,
  making: 'PDF se pravi i stiže i na vašu email adresu.',
  pdf: 'Preuzmi PDF',
  pdfOf: (number: string) => `predračuna ${number}`,
  rows: {
    payee: 'Primalac',
    account: 'Račun primaoca',
    amount: 'Iznos',
    model: 'Model',
    reference: 'Poziv na broj',
    purpose: 'Svrha uplate',
    code: 'Šifra plaćanja',
  },
  copy: 'Kopiraj',
  qr: 'NBS IPS QR',
  qrAlt: (amount: string) => `QR kod za uplatu ${amount}`,
  qrHint: 'Skenirajte aplikacijom banke.',
  qrPhone: 'Na telefonu sačuvajte sliku pa je otvorite u aplikaciji banke, ili kopirajte podatke.',
  next: 'Šta sledi',
  steps: {
    device: (until: string) => [
      `Uplatite do ${until} Dan ranije vas podsećamo.`,
      'Kad uplata stigne, javljamo vam email porukom i šaljemo avansni račun.',
      'Uređaj šaljemo istog ili sledećeg radnog dana; račun ide uz isporuku.',
    ],
    package: (until: string) => [
      `Uplatite do ${until} Dan ranije vas podsećamo.`,
      'Kad uplata stigne, paket počinje i stanje je odmah na nalogu.',
      'Za svaki mesec dobijate račun. Posle poslednjeg meseca se ništa ne naplaćuje.',
    ],
    special: (until: string) => [
      `Uplatite do ${until} Dan ranije vas podsećamo.`,
      'Kad uplata stigne, šaljemo račun email porukom.',
      'Javljamo vam se u roku od tri dana da dogovorimo početak.',
    ],
  },
  items: 'Naručeno',
  expected: (date: string) => `Očekivana isporuka: ${date}`,
  address: 'Adresa isporuke',
  documents: 'Dokumenti',
  noDocuments: 'Još nema dokumenata.',
  paid: 'Uplata je stigla.',
  cancelled: 'Narudžbina je otkazana. Po njoj se ništa ne plaća.',
  cardWaiting: 'Plaćanje karticom nije završeno.',
  cancel: 'Otkaži narudžbinu',
  cancelTitle: (number: number) => `Otkazivanje narudžbine ${number}`,
  cancelText: 'Predračun prestaje da važi. Ako ste već uplatili, ne otkazujte: uplata stiže za dan ili dva.',
  cancelCard: 'Plaćanje se zatvara i ništa se ne naplaćuje.',
  cancelOnDelivery: 'Paket se ne šalje i ništa se ne naplaćuje.',
  keep: 'Zadrži',
  impossible: 'Narudžbina je u međuvremenu promenjena, pa ovo više nije moguće. Zatvorite i pogledajte njeno stanje.',
  done: (number: number) => `Narudžbina ${number} je otkazana.`,
  toWay: {
    card: 'Platite karticom',
    transfer: 'Platite uplatom na račun',
    cash_on_delivery: 'Platite pouzećem',
  },
  wayTitle: 'Drugi način plaćanja',
  wayText: {
    card: 'Ono što je do sada traženo prestaje da važi. Posle izmene ovde otvarate plaćanje karticom; link stiže i na vašu email adresu.',
    transfer:
      'Dobijate predračun sa IPS QR kodom, koji stiže i na vašu email adresu. Otvorena strana za plaćanje karticom se zatvara, a naknada za pouzeće se briše.',
    cash_on_delivery:
      'Ono što je do sada traženo prestaje da važi. Dodaje se naknada za pouzeće, plaćate kuriru, a pre slanja vas zovemo.',
  },
  wayChanged: {
    card: 'Narudžbina se plaća karticom.',
    transfer: 'Narudžbina se plaća uplatom na račun.',
    cash_on_delivery: 'Narudžbina se plaća pouzećem.',
  },
});

/** What staff do with an order that waits for its money. */
export const unpaidCopy = typeset({
  title: 'Čeka uplatu',
  onDelivery: 'Pouzeće',
  proforma: 'Predračun',
  reference: 'Poziv na broj',
  amount: 'Iznos',
  until: 'Važi do',
  extend: 'Produži',
  extendTitle: (number: string) => `Produženje predračuna ${number}`,
  extendText: 'Kupac dobija nov predračun sa istim pozivom na broj.',
  day: 'Novi rok',
  extended: (date: string) => `Predračun važi do ${date}`,
  to: {
    card: 'Promeni na karticu',
    transfer: 'Promeni na uplatu na račun',
    cash_on_delivery: 'Promeni na pouzeće',
  },
  wayTitle: 'Promena načina plaćanja',
  wayText: {
    card: 'Ono što je do sada traženo prestaje da važi, a kupac dobija poruku sa linkom za plaćanje karticom.',
    transfer: 'Kupac dobija predračun. Otvorena strana za plaćanje karticom se zatvara, naknada za pouzeće se briše.',
    cash_on_delivery: 'Naknada za pouzeće se dodaje, kupac dobija poruku, a pre pakovanja ga zovemo.',
  },
  wayChanged: 'Način plaćanja je promenjen.',
  cancel: 'Otkaži narudžbinu',
  cancelTitle: (number: number) => `Otkazivanje narudžbine ${number}`,
  cancelText: 'Kupac dobija poruku. Predračun prestaje da važi, a uređaj ostaje na zalihama.',
  cancelPart:
    'Kupac dobija poruku i predračun prestaje da važi. Uplaćeni deo mu posle vraćate ovde, dugmetom „Vrati novac“.',
  cancelSent:
    'Kupac dobija poruku, a račun se umanjuje knjižnim odobrenjem. Ako se paket ipak nađe i uruči, narudžbina opet važi.',
  keep: 'Zadrži',
  cancelled: (number: number) => `Narudžbina ${number} je otkazana.`,
});
