import { company } from '../company.ts';
import type { Day } from '../day.ts';
import { beforeComma, formatDate, formatDateInSentence, formatTime } from '../time.ts';
import { countDevices } from '../wording.ts';
import type { ReturnOutcome, ReturnWay } from './rules.ts';

/** Mails about devices that come back: „Vi“ with a capital letter. */
export const returnMails = {
  button: 'Pogledajte vraćanje',
  asked: {
    subject: (number: number) => `Primili smo Vašu izjavu o odustanku, narudžbina ${number}`,
    preview: 'Izjava o odustanku od ugovora je primljena.',
    text: (number: number, at: string) =>
      `izjava o odustanku od ugovora za narudžbinu ${number} primljena je ${formatDate(at)} u ${formatTime(at)}.`,
    what: (serials: readonly string[]) => `Vraćate ${countDevices(serials.length)}: ${serials.join(', ')}.`,
    reason: (text: string) => `Razlog koji ste naveli: ${text}`,
    way: {
      label: 'Nalepnicu za vraćanje šaljemo na ovu adresu. Njena cena, 420 RSD, odbija se od povraćaja.',
      own: `Uređaje pošaljite na adresu: ${company.legalName}, ${company.address}. Trošak vraćanja je Vaš.`,
    } satisfies Record<ReturnWay, string>,
    refund: (by: Day) =>
      `Novac vraćamo najkasnije ${beforeComma(formatDateInSentence(by))}, na isti način na koji ste platili. Sa vraćanjem možemo da sačekamo dok uređaji ne stignu ili dok ne dostavite dokaz da ste ih poslali.`,
  },
  label: {
    subject: (number: number) => `Nalepnica za povraćaj, narudžbina ${number}`,
    preview: (label: string) => `Broj nalepnice: ${label}`,
    text: (label: string) => `kuriru pokažite broj ${label}. Uređaje spakujte tako da u putu ne mogu da se oštete.`,
  },
  received: {
    subject: (number: number) => `Vraćeni uređaji su stigli, narudžbina ${number}`,
    preview: 'Sledi pregled i odluka.',
    text: (serials: readonly string[]) =>
      `primili smo ${countDevices(serials.length)}: ${serials.join(', ')}. Sledi pregled, a o odluci Vas obaveštavamo email porukom.`,
    missing: (serials: readonly string[]) =>
      `Još nismo primili: ${serials.join(', ')}. Vraćanje ovih uređaja i dalje čeka.`,
  },
  decided: {
    subject: (number: number) => `Odluka o vraćanju, narudžbina ${number}`,
    preview: {
      money: 'Novac je već vraćen.',
      repaired: 'Uređaj je popravljen.',
      exchanged: 'Šaljemo Vam drugi uređaj.',
      reduced: 'Vraćamo Vam deo cene.',
      rejected: 'Zahtev nije prihvaćen.',
    } satisfies Record<ReturnOutcome, string>,
    text: (serials: readonly string[]) => `pregledali smo ${countDevices(serials.length)}: ${serials.join(', ')}.`,
    said: (text: string) => `Odluka i obrazloženje: ${text}`,
    record: (number: string) => `Zapisnik ${number} je u prilogu.`,
    contact: `Ako se ne slažete, pišite na ${company.email} ili se obratite telu za vansudsko rešavanje potrošačkih sporova.`,
  },
  calledOff: {
    subject: (number: number) => `Vraćanje je otkazano, narudžbina ${number}`,
    preview: 'Uređaji ostaju kod Vas.',
    text: (serials: readonly string[], why: string) =>
      `vraćanje za ${countDevices(serials.length)} (${serials.join(', ')}) je otkazano: ${why}`,
    contact: `Ako to nije bio dogovor, pišite na ${company.email}.`,
  },
} as const;
