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
  /** The last step while too few devices are free. */
  inTurn: 'Uređaj šaljemo redom kojim su narudžbine plaćene; račun ide uz isporuku.',
  items: 'Naručeno',
  expected: (date: string) => `Očekivana isporuka: ${date}`,
  address: 'Adresa isporuke',
  documents: 'Dokumenti',
  noDocuments: 'Još nema dokumenata.',
  paid: 'Uplata je stigla.',
  cancelled: 'Narudžbina je otkazana. Po njoj se ništa ne plaća.',
  surplus: (amount: string) =>
    `Stiglo je ${amount} više nego što narudžbina traži. Taj novac je vaš: javite nam da li da ga vratimo na račun ili da njime platite drugu narudžbinu.`,
  cardWaiting: 'Plaćanje karticom nije završeno.',
  cancel: 'Otkaži narudžbinu',
  cancelTitle: (number: number) => `Otkazivanje narudžbine ${number}`,
  keep: 'Zadrži',
  impossible: 'Narudžbina je u međuvremenu promenjena, pa ovo više nije moguće. Zatvorite i pogledajte njeno stanje.',
  done: (number: number) => `Narudžbina ${number} je otkazana.`,
  wayTitle: 'Drugi način plaćanja',
});

/** What staff do with an order that waits for its money. */
export const unpaidCopy = typeset({
  proforma: 'Predračun',
  reference: 'Poziv na broj',
  amount: 'Iznos',
  until: 'Važi do',
  extend: 'Produži',
  extendTitle: (number: string) => `Produženje predračuna ${number}`,
  extendText: 'Kupac dobija nov predračun sa istim pozivom na broj.',
  day: 'Novi rok',
  extended: (date: string) => `Predračun važi do ${date}`,
  wayTitle: 'Promena načina plaćanja',
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
  surplus: (amount: string, order: number) => `Iskoristi ${amount} iz narudžbine ${order}`,
  surplusTitle: 'Plaćanje viškom',
  surplusText: (amount: string, order: number) =>
    `Za narudžbinu ${order} stiglo je više nego što je tražila. Od tog viška ${amount} se upisuje kao uplata ove narudžbine, a kupac dobija poruku.`,
  surplusYes: (amount: string) => `Iskoristi ${amount}`,
  surplusUsed: (amount: string) => `Upisano ${amount}.`,
});
