import { beforeComma, formatDateInSentence, formatDateTimeInSentence } from '../time.ts';
import { couriersInMails } from './courier-copy.ts';
import type { Courier } from './shipment.ts';

/** Mails about parcels: „Vi“ with a capital letter. */
export const parcelMails = {
  sent: {
    subject: (parcel: string) => `Paket je krenuo, pošiljka ${parcel}`,
    preview: 'Pratite ga na linku u poruci, bez prijave.',
    text: (courier: Courier, codes: readonly string[]) =>
      `paket je predat kuriru (${[couriersInMails[courier], ...codes].join(', ')}). Pratite ga na linku ispod, bez prijave.`,
    toPay: (amount: string) => `Kuriru plaćate ${amount} pri preuzimanju.`,
    invoice: (number: string) => `U prilogu je račun ${number}.`,
    button: 'Gde je moj paket',
  },
  /** To a courier's customer service. */
  asked: {
    subject: (parcel: string) => `Upit o pošiljci ${parcel}`,
    preview: 'Molimo Vas za stanje pošiljke.',
    text: (parcel: string, codes: readonly string[]) =>
      `molimo Vas da proverite pošiljku ${parcel}${codes.length > 0 ? ` (${codes.join(', ')})` : ''}.`,
    questions: {
      waiting: 'Da li je zahtev za ovu pošiljku stigao do Vas?',
      unknown: 'Da li je zahtev za ovu pošiljku stigao do Vas?',
      to_call_off: 'Pošiljka je otkazana; molimo Vas da potvrdite da je nećete preuzimati.',
      other: 'Gde se pošiljka nalazi i kada se očekuje isporuka?',
    },
  },
  /** The same, about what it collected. */
  money: {
    subject: (reference: string) => `Upit o isplati ${reference}`,
    preview: 'Za neke pošiljke novac nije prenet.',
    text: (reference: string) => `molimo Vas da proverite isplatu ${reference}. Za ove pošiljke novac nije prenet:`,
    parcel: (parcel: string, codes: readonly string[], amount: string) => `${[parcel, ...codes].join(', ')}: ${amount}`,
  },
  delivered: {
    subject: 'Paket je isporučen',
    preview: (number: number) => `Narudžbina ${number} je isporučena.`,
    text: (number: number, parcel: string) => `narudžbina ${number} je isporučena (pošiljka ${parcel}).`,
    /** Of an order that is not delivered whole. */
    previewPart: (parcel: string) => `Pošiljka ${parcel} je isporučena.`,
    textPart: (number: number, parcel: string) => `pošiljka ${parcel} iz narudžbine ${number} je isporučena.`,
    attached: 'Račun i garantni list su u prilogu.',
    until: (day: string) => `Od kupovine možete da odustanete do ${formatDateInSentence(day)}`,
    untilPart: (day: string) =>
      `Od kupovine možete da odustanete do ${beforeComma(formatDateInSentence(day))}, a ako ostatak narudžbine stigne kasnije, 14 dana od te isporuke.`,
    button: 'Gde je moj paket',
  },
  missed: {
    subject: 'Kurir Vas nije zatekao',
    preview: (parcel: string) => `Pošiljka ${parcel} nije uručena.`,
    text: (at: string) => `kurir je bio na adresi ${formatDateTimeInSentence(at)}. Dolazi ponovo sledećeg radnog dana.`,
    toPay: (amount: string) => `Pripremite ${amount}.`,
    button: 'Gde je moj paket',
  },
  refused: {
    subject: 'Paket se vraća nama',
    preview: (number: number) => `Paket za narudžbinu ${number} nije preuzet.`,
    text: (number: number) =>
      `paket za narudžbinu ${number} nije preuzet i vraća se. Ako je to greška, odgovorite na ovu poruku.`,
  },
} as const;
