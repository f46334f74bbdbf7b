import { company } from '../company.ts';
import type { Day } from '../day.ts';
import { formatDateInSentence } from '../time.ts';

/** On the record of what came back. */
export const exchangeRecord = {
  condition: 'neispravan',
  decision: (until: Day) =>
    `Zamena drugim uređajem, bez naknade. Garancija teče od prve isporuke i važi do ${formatDateInSentence(until)}`,
  decisionOver: (until: Day) =>
    `Zamena drugim uređajem, bez naknade, po odluci prodavca. Garancija je istekla ${formatDateInSentence(until)}`,
  of: (serial: string, text: string) => `${serial}: ${text}`,
};

/** „Vi“ with a capital letter. */
export const exchangeMails = {
  button: 'Pogledajte narudžbinu',
  asked: {
    subject: (number: number) => `Zamena uređaja, narudžbina ${number}`,
    preview: 'Pošaljite nam neispravan uređaj.',
    text: (serial: string) => `uređaj ${serial} menjamo drugim, bez naknade. Čim stigne kod nas, šaljemo Vam drugi.`,
    label: (label: string) => `Kuriru pokažite broj ${label}. Slanje plaćamo mi.`,
    address: `Uređaj pošaljite na adresu: ${company.legalName}, ${company.address}. Slanje plaćamo mi.`,
    licence: 'Dok traje zamena, licenca i Vaš televizor ostaju povezani; prelaze na drugi uređaj kada ga primite.',
  },
  received: {
    subject: (number: number) => `Neispravan uređaj je stigao, narudžbina ${number}`,
    preview: 'Pripremamo drugi uređaj.',
    text: (serial: string) => `primili smo uređaj ${serial}. Pripremamo drugi i šaljemo ga bez naknade.`,
  },
  sent: {
    subject: (parcel: string) => `Zamena je krenula, pošiljka ${parcel}`,
    preview: 'Pratite je na linku u poruci, bez prijave.',
    text: (courier: string) =>
      `paket sa zamenom je predat kuriru (${courier}). Pratite ga na linku ispod, bez prijave.`,
    pair: (serial: string, replacement: string) => `Umesto uređaja ${serial} šaljemo ${replacement}.`,
    record: (number: string) => `U prilogu je zapisnik ${number}.`,
    button: 'Gde je moj paket',
  },
  delivered: {
    subject: 'Zamena je isporučena',
    preview: (number: number) => `Zamena za narudžbinu ${number} je isporučena.`,
    text: (serial: string, replacement: string, until: Day) =>
      `uređaj ${replacement} je isporučen umesto ${serial}. Garancija važi do ${formatDateInSentence(until)}`,
    licence: (devices: number) =>
      devices === 1
        ? 'Licenca je prešla na njega, pa televizor ne morate ponovo da povezujete.'
        : 'Licence su prešle na njih, pa televizore ne morate ponovo da povezujete.',
    attached: 'Garantni list je u prilogu.',
  },
  cancelled: {
    subject: (number: number) => `Zamena je otkazana, narudžbina ${number}`,
    preview: 'Uređaj ostaje kod Vas.',
    text: (serial: string, why: string) => `zamena uređaja ${serial} je otkazana: ${why}`,
    contact: `Ako to nije bio dogovor, pišite na ${company.email}.`,
  },
} as const;
