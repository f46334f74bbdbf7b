import { monthYear } from '../../months-copy.ts';
import { formatDate, formatDateTime } from '../../time.ts';

/** Objections to the report of a campaign: under the report, and where staff answer them. */
export const objectionCopy = {
  title: 'Prigovor na izveštaj',
  rule: 'Prigovor na izveštaj podnosite u roku od 30 dana od kraja meseca na koji se odnosi; odgovaramo u roku od 15 dana.',
  until: (day: string) => `Možete da ga podnesete do ${formatDate(day)}`,
  month: 'Mesec',
  monthName: monthYear,
  open: 'Podnesi prigovor',
  label: 'Šta nije tačno',
  hint: 'Navedite dan, sat ili razlog na koji mislite.',
  missing: 'Napišite šta nije tačno.',
  send: 'Pošalji prigovor',
  sent: (due: string) => `Prigovor je primljen, odgovaramo do ${formatDate(due)}`,
  unsaved: 'Prigovor na izveštaj',
  made: (month: string, when: string) => `Podnet ${formatDateTime(when)} za ${monthYear(month)}`,
  waits: (due: string) => `Odgovaramo do ${formatDate(due)}`,
  answered: (when: string) => `Odgovor, ${formatDateTime(when)}`,
  desk: {
    title: 'Prigovori',
    none: 'Nijedan prigovor ne čeka odgovor.',
    due: (day: string) => `odgovor do ${formatDate(day)}`,
    late: 'rok je prošao',
    made: (month: string, when: string) => `podnet ${formatDateTime(when)} za ${monthYear(month)}`,
    answer: 'Odgovori',
    answerOf: (company: string, campaign: string) => `Odgovori: ${company}, ${campaign}`,
    label: 'Odgovor koji firma dobija',
    missing: 'Napišite odgovor.',
    send: 'Pošalji odgovor',
    answered: 'Odgovor je poslat.',
    unsaved: 'Odgovor na prigovor',
  },
} as const;
