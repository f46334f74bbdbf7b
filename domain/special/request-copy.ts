import { formatNumber } from '../money.ts';
import { monthNameLocative, monthYear } from '../months-copy.ts';
import { formatDate } from '../time.ts';
import { REQUEST_MESSAGE_MOST } from './rules.ts';

/** What a company reads that asks for the package while it is not sold. */
export const specialRequestCopy = {
  title: 'Ostavite zahtev',
  lead: 'Upišite kada želite da počnete i kome da se javimo. Zahtev vas ne obavezuje i ništa se ne plaća.',
  company: 'Firma',
  companyMissing: 'Upišite naziv firme.',
  contact: 'Ime i telefon',
  contactHint: 'Kome da se javimo.',
  contactMissing: 'Upišite ime i telefon.',
  month: 'Željeni mesec',
  message: 'Poruka',
  messageHint: `Šta oglašavate i u kom kraju. Najviše ${formatNumber(REQUEST_MESSAGE_MOST)} karaktera.`,
  unsaved: 'Zahtev za Specijalni paket',
  send: 'Pošalji zahtev',
  sent: 'Zahtev je primljen.',
  mine: 'Vaš zahtev je kod nas',
  last: 'Vaš poslednji zahtev',
  of: (month: string, when: string | Date) => `Za ${monthYear(month)} Poslato ${formatDate(when)}`,
  waits: 'Odgovor stiže email porukom i stoji ovde.',
  answered: (when: string | Date) => `Odgovor, ${formatDate(when)}`,
  monthName: monthYear,
} as const;

/** What staff read of requests. */
export const requestDeskCopy = {
  title: 'Zahtevi za Specijalni paket',
  none: 'Nijedan zahtev ne čeka.',
  wish: (month: string) => `želi da počne u ${monthNameLocative(month)} ${month.slice(0, 4)}.`,
  made: (when: string | Date) => `poslato ${formatDate(when)}`,
  waits: 'čeka odgovor',
  answered: (when: string | Date) => `odgovoreno ${formatDate(when)}`,
  answer: 'Odgovori',
  answerOf: (company: string) => `Odgovori: ${company}`,
  close: 'Zatvori zahtev',
  closeOf: (company: string) => `Zatvori zahtev: ${company}`,
  closeTitle: 'Zatvarate zahtev?',
  closeText: (company: string, isAnswered: boolean) =>
    `Zahtev firme ${company} nestaje sa spiska, a firma može da pošalje nov.${isAnswered ? '' : ' Na njega još niko nije odgovorio.'}`,
  closed: 'Zahtev je zatvoren.',
  label: 'Odgovor',
  hint: 'Firma ga dobija email porukom i vidi na strani paketa.',
  missing: 'Upišite odgovor.',
  send: 'Pošalji odgovor',
  sent: 'Odgovor je poslat.',
  unsaved: 'Odgovor na zahtev',
} as const;

/** Mails about requests: „Vi“ with a capital letter, to the team without address. */
export const requestMailCopy = {
  came: {
    subject: (company: string) => `Zahtev za Specijalni paket: ${company}`,
    preview: (month: string) => `Želi da počne u ${monthNameLocative(month)} ${month.slice(0, 4)}.`,
    text: 'firma traži Specijalni paket, a on trenutno nije u prodaji.',
    facts: { company: 'Firma', contact: 'Kontakt', month: 'Željeni mesec', message: 'Poruka' },
    month: monthYear,
    button: 'Otvori zahteve',
  },
  answered: {
    subject: 'Odgovor na Vaš zahtev za Specijalni paket',
    preview: 'Odgovor našeg tima.',
    text: (month: string) =>
      `na Vaš zahtev da Specijalni paket počne u ${monthNameLocative(month)} ${month.slice(0, 4)}. odgovaramo:`,
    after: 'Ako imate pitanje, odgovorite na ovu poruku.',
    button: 'Pogledajte zahtev',
  },
} as const;
