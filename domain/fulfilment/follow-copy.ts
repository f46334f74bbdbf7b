import type { Courier, ShipmentState } from './shipment.ts';

/** An order and its parcels as their buyer sees them: /account/orders/{number} and the mailed link. */
export const followCopy = {
  back: 'Narudžbine',
  title: (order: number) => `Narudžbina ${order}`,
  gone: (order: string) => `Narudžbina ${order} nije među vašim narudžbinama.`,
  failed: 'Narudžbina',
  parcel: (key: string, courier: Courier, codes: readonly string[]) =>
    `Pošiljka ${[key, couriers[courier], ...codes].join(', ')}`,
  headline: (state: ShipmentState, day: string): string =>
    ({
      packed: 'Paket je spreman za kurira.',
      handed_over: 'Paket je na putu.',
      in_transit: 'Paket je na putu.',
      delivered: `Isporučeno ${day}`,
      refused: 'Paket se vraća nama.',
      returned: 'Paket je vraćen nama.',
      lost: 'Tražimo vaš paket.',
      damaged: 'Paket je oštećen.',
      cancelled: 'Paket se ponovo priprema.',
    })[state],
  waiting: 'Čekamo uplatu.',
  preparing: 'Pripremamo paket.',
  over: 'Narudžbina je otkazana.',
  steps: {
    placed: 'Primljeno',
    paid: 'Plaćeno',
    packed: 'Spakovano',
    handed_over: 'Predato kuriru',
    in_transit: 'Na putu',
    delivered: 'Isporučeno',
  },
  moves: 'Kretanje paketa',
  movesEmpty: 'Kurir još nije preuzeo paket.',
  move: {
    packed: 'Spakovano',
    handed_over: 'Predato kuriru',
    in_transit: 'Na putu',
    delivered: 'Isporučeno',
    refused: 'Nije preuzeto, vraća se nama',
    returned: 'Vraćeno nama',
    lost: 'Paket se ne nalazi; tražimo ga',
    damaged: 'Paket je oštećen',
    cancelled: 'Pakuje se ponovo',
  } satisfies Record<ShipmentState, string>,
  devices: 'Uređaji',
  warranty: (day: string) => `Garancija 5 godina, do ${day} Serijski brojevi su i na kutiji.`,
  serials: 'Serijski brojevi su i na kutiji.',
  documents: 'Dokumenti',
  documentsEmpty: 'Račun stiže kad paket krene, a garantni list kad bude isporučen.',
  download: 'Preuzmi PDF',
  all: 'Sve (ZIP)',
  address: 'Adresa isporuke',
  about: 'Vraćanje i reklamacija',
  aboutText: 'Odustanite od kupovine ili prijavite kvar',
  guest: {
    title: 'Gde je moj paket',
    address: 'Adresa',
    phone: 'Telefon za kurira',
    before: 'Pre nego što kurir dođe',
    calls: 'Kurir zove na upisani telefon. Ako vas ne zatekne, dolazi još jednom sledećeg radnog dana.',
    open: 'Paket smete da otvorite pred kurirom; ako je oštećen, ne morate da ga primite.',
    help: (email: string, order: number) => `Nešto nije u redu? Pišite na ${email} i navedite broj ${order}.`,
    signIn: 'Prijavite se',
    signInFor: 'da vidite račun i serijske brojeve.',
    ended: 'Link više ne važi',
    endedText: 'Prijavite se ili nam pišite i navedite broj narudžbine.',
    line: (order: number, key: string, courier: Courier, codes: readonly string[]) =>
      `Narudžbina ${order} · ${couriers[courier]} · ${codes.length > 0 ? codes.join(', ') : key}`,
  },
} as const;

const couriers: Record<Courier, string> = {
  own: 'sopstvena dostava ili preuzimanje',
  'd-express': 'D Express',
  before_records: 'isporučeno pre evidencije pošiljki',
};
