import type { Day } from '../day.ts';
import { plural } from '../plural.ts';
import { formatDateInSentence } from '../time.ts';
import { couriersInLines } from './courier-copy.ts';
import type { NOT_SENT } from './rules.ts';
import type { Courier, ShipmentState } from './shipment.ts';

/** An order and its parcels as their buyer sees them: /account/orders/{number} and the mailed link. */
export const followCopy = {
  back: 'Narudžbine',
  title: (order: number) => `Narudžbina ${order}`,
  gone: (order: string) => `Narudžbina ${order} nije među vašim narudžbinama.`,
  failed: 'Narudžbina',
  parcel: (key: string, courier: Courier, codes: readonly string[]) =>
    `Pošiljka ${[key, couriersInLines[courier], ...codes].join(', ')}`,
  headline: (state: ShipmentState, day: string): string =>
    ({
      packed: 'Paket je spreman za kurira.',
      handed_over: 'Paket je na putu.',
      in_transit: 'Paket je na putu.',
      delivered: `Isporučeno ${day}`,
      refused: 'Paket se vraća nama.',
      returned: 'Paket je vraćen nama.',
      lost: 'Paket je izgubljen.',
      damaged: 'Paket je oštećen.',
      cancelled: 'Paket se ponovo priprema.',
    })[state],
  waiting: 'Čekamo uplatu.',
  preparing: 'Pripremamo paket.',
  notSent: {
    refunded: 'Novac je vraćen, a paket se ne šalje.',
    refunding: 'Novac se vraća, a paket se ne šalje.',
    withdrawn: 'Odustali ste od kupovine, pa se paket ne šalje.',
  } satisfies Record<(typeof NOT_SENT)[number], string>,
  over: 'Narudžbina je otkazana.',
  steps: {
    placed: 'Primljeno',
    paid: 'Plaćeno',
    packed: 'Spakovano',
    handed_over: 'Predato kuriru',
    in_transit: 'Na putu',
    delivered: 'Isporučeno',
  },
  track: 'Prati kod kurira',
  moves: 'Kretanje paketa',
  movesEmpty: 'Kurir još nije preuzeo paket.',
  move: {
    packed: 'Spakovano',
    handed_over: 'Predato kuriru',
    in_transit: 'Na putu',
    delivered: 'Isporučeno',
    refused: 'Nije preuzeto, vraća se nama',
    returned: 'Vraćeno nama',
    lost: 'Paket je izgubljen',
    damaged: 'Paket je oštećen',
    cancelled: 'Pakuje se ponovo',
  } satisfies Record<ShipmentState, string>,
  devices: 'Uređaji',
  warranty: (day: string) => `Garancija 5 godina, do ${day} Serijski brojevi su i na kutiji.`,
  serials: 'Serijski brojevi su i na kutiji.',
  documents: 'Dokumenti',
  documentsNone: 'Nema dokumenata.',
  documentsEmpty: 'Račun stiže kad paket krene, a garantni list kad bude isporučen.',
  download: 'Preuzmi PDF',
  all: 'Sve (ZIP)',
  address: 'Adresa isporuke',
  about: 'Vraćanje i reklamacija',
  /** Of what has not come, or is not known by its number. */
  aboutText: 'Odustanite od kupovine ili prijavite kvar',
  daysLeft: (days: number) =>
    days === 0
      ? 'Poslednji dan za odustanak'
      : plural(days, {
          one: 'Još # dan za odustanak',
          few: 'Još # dana za odustanak',
          other: 'Još # dana za odustanak',
        }),
  change: 'Predomislili ste se',
  changeUntil: (day: Day) =>
    `Do ${formatDateInSentence(day)} možete da vratite jedan, više ili sve uređaje, bez obrazloženja. Novac vraćamo najkasnije 14 dana od vaše izjave.`,
  changePart:
    'Možete da vratite jedan, više ili sve uređaje, bez obrazloženja. Rok od 14 dana počinje kada stigne i ostatak narudžbine, a novac vraćamo najkasnije 14 dana od vaše izjave.',
  changeButton: 'Odustani od kupovine',
  fault: 'Uređaj ne radi kako treba',
  faultButton: 'Prijavi kvar',
  guest: {
    title: 'Gde je moj paket',
    expected: 'Očekivana isporuka',
    pay: 'Kuriru plaćate',
    address: 'Adresa',
    phone: 'Telefon za kurira',
    before: 'Pre nego što kurir dođe',
    calls: 'Kurir zove na upisani telefon. Ako vas ne zatekne, dolazi još jednom sledećeg radnog dana.',
    prepare: (amount: string) => `Pripremite ${amount}.`,
    open: 'Paket smete da otvorite pred kurirom; ako je oštećen, ne morate da ga primite.',
    help: (email: string, order: number) => `Nešto nije u redu? Pišite na ${email} i navedite broj ${order}.`,
    signIn: 'Prijavite se',
    signInFor: 'da vidite račun i serijske brojeve.',
    ended: 'Link više ne važi',
    endedText: 'Prijavite se ili nam pišite i navedite broj narudžbine.',
    line: (order: number, key: string, courier: Courier, codes: readonly string[]) =>
      `Narudžbina ${order} · ${couriersInLines[courier]} · ${codes.length > 0 ? codes.join(', ') : key}`,
  },
} as const;
