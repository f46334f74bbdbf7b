import type { Day } from '../day.ts';
import { formatDateInSentence } from '../time.ts';
import { myTasks } from './copy.ts';
import type { TaskKind } from './rules.ts';

/** Mails about what we owe: „Vi“ with a capital letter. */
export const mailCopy = {
  received: {
    subject: (number: string) => `Primili smo Vašu reklamaciju br. ${number}`,
    preview: (by: Day) => `Odgovor stiže najkasnije ${formatDateInSentence(by)}`,
    text: (order: string) => `primili smo reklamaciju za narudžbinu br. ${order}. Ova poruka je potvrda o prijemu.`,
    number: 'Broj reklamacije',
    product: 'Proizvod',
    when: 'Primljena',
    what: 'Opis',
    after: (by: Day) =>
      `Odgovor Vam stiže na ovu adresu najkasnije ${formatDateInSentence(by)} Ako želite nešto da dodate, odgovorite na ovu poruku.`,
    button: 'Pogledajte reklamaciju',
  },
  came: {
    subject: (number: string, by: Day) => `Reklamacija br. ${number}: odgovoriti do ${formatDateInSentence(by)}`,
    preview: 'Kupac je podneo reklamaciju.',
    text: 'stigla je reklamacija i čeka odgovor.',
    email: 'Email adresa',
    button: 'Otvorite zadatke',
  },
  answered: {
    subject: (kind: TaskKind, order: string) => `${myTasks.names[kind]}: narudžbina br. ${order}`,
    preview: 'Odgovor našeg tima.',
    text: (kind: TaskKind, order: string) =>
      kind === 'complaint'
        ? `odgovaramo na Vašu reklamaciju za narudžbinu br. ${order}:`
        : `pišemo Vam povodom narudžbine br. ${order}:`,
    record: (number: string) => `Zapisnik ${number} je u prilogu.`,
    after: 'Ako imate pitanje, odgovorite na ovu poruku.',
    button: 'Pogledajte u nalogu',
  },
} as const;
