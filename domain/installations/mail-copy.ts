import { formatDateTime } from '../time.ts';

/** Mails to installers: „Vi“ with a capital letter. Whose home it is stands in the account alone. */
export const mailCopy = {
  assigned: {
    subject: (number: string) => `Dodeljena Vam je montaža br. ${number}`,
    preview: (at: Date | string) => `Termin: ${formatDateTime(at)}`,
    text: 'dodeljena Vam je nova montaža. Adresu, ime i telefon korisnika videćete u nalogu, gde posle posla predajete zapisnik.',
    number: 'Broj montaže',
    when: 'Termin',
    button: 'Pogledajte montažu',
  },
  cancelled: {
    subject: (number: string) => `Montaža br. ${number} je otkazana`,
    preview: 'Ne treba da dolazite.',
    text: (number: string) => `montaža br. ${number} je otkazana. Ne treba da dolazite na tu adresu.`,
  },
} as const;
