import { formatDate, formatDateTime } from '../../time.ts';

/** Objections to the report of a campaign: under the report, and where staff answer them. */
export const objectionCopy = {
  title: 'Prigovor na izveštaj',
  rule: 'Prigovor podnosite u roku od 30 dana po završetku kampanje; odgovaramo u roku od 15 dana.',
  until: (day: string) => `Možete da ga podnesete do ${formatDate(day)}`,
  open: 'Podnesi prigovor',
  label: 'Šta nije tačno',
  hint: 'Navedite dan, sat ili razlog na koji mislite.',
  missing: 'Napišite šta nije tačno.',
  send: 'Pošalji prigovor',
  sent: (due: string) => `Prigovor je primljen, odgovaramo do ${formatDate(due)}`,
  unsaved: 'Prigovor na izveštaj',
  made: (when: string) => `Podnet ${formatDateTime(when)}`,
  waits: (due: string) => `Odgovaramo do ${formatDate(due)}`,
  answered: (when: string) => `Odgovor, ${formatDateTime(when)}`,
  desk: {
    title: 'Prigovori',
    none: 'Nijedan prigovor ne čeka odgovor.',
    due: (day: string) => `odgovor do ${formatDate(day)}`,
    late: 'rok je prošao',
    made: (when: string) => `podnet ${formatDateTime(when)}`,
    answer: 'Odgovori',
    answerOf: (company: string, campaign: string) => `Odgovori: ${company}, ${campaign}`,
    label: 'Odgovor koji firma dobija',
    missing: 'Napišite odgovor.',
    send: 'Pošalji odgovor',
    answered: 'Odgovor je poslat.',
    unsaved: 'Odgovor na prigovor',
  },
} as const;
