import type { Count } from '../count.ts';
import type { Day } from '../day.ts';
import type { Sentences } from '../errors.ts';
import { plural } from '../plural.ts';
import { formatDate } from '../time.ts';
import { typeset, withNonBreakingSpaces } from '../typography.ts';
import type { TaskKind } from './rules.ts';

export const taskRefusals = {
  COMPLAINT_NOT_POSSIBLE: 'Reklamacija se podnosi za plaćenu narudžbinu.',
  TASK_GONE:
    'Odgovor nije poslat. Na ovaj zadatak je već odgovoreno, ili je kupcu vraćen sav novac, pa odgovor više ne dugujemo.',
} satisfies Sentences;

/** What the buyer reads on „Moj nalog“. */
export const myTasks = typeset({
  title: 'Reklamacije i dogovori',
  names: {
    'special-start': 'Početak Specijalnog paketa',
    benefits: 'Obuka i grupe uz uređaje',
    complaint: 'Reklamacija',
  } satisfies Record<TaskKind, string>,
  what: 'Povod',
  date: 'Datum',
  state: 'Stanje',
  answer: 'Odgovor',
  order: (n: number) => `narudžbina broj ${n}`,
  waits: (by: Day) => withNonBreakingSpaces(`Odgovor do ${formatDate(by)}`),
  answered: (when: Date | string) => withNonBreakingSpaces(`Odgovor ${formatDate(when)}`),
  failed: 'Reklamacije i dogovori nisu učitani.',
});

export const complaint = typeset({
  open: 'Prijavite kvar ili nedostatak',
  openOf: (n: number) => `narudžbina broj ${n}`,
  title: 'Reklamacija',
  text: (product: string, n: number) => `${product}, narudžbina broj ${n}.`,
  what: 'Šta nije u redu?',
  hint: 'Opišite kvar ili nedostatak i šta predlažete: popravku, zamenu, umanjenje cene ili povraćaj.',
  short: 'Opišite kvar sa bar deset karaktera.',
  long: 'Opis može da ima najviše 2.000 karaktera.',
  next: 'Potvrda o prijemu stiže odmah na vašu email adresu, a odgovor u roku od 8 dana.',
  send: 'Pošalji reklamaciju',
  sent: 'Reklamacija je primljena. Potvrda stiže na vašu email adresu.',
});

/** What staff owe, on the dashboard. */
export const staffTasks = typeset({
  title: 'Odgovori koje dugujemo',
  count: (n: Count) => plural(n, { one: '# zadatak', few: '# zadatka', other: '# zadataka' }),
  due: (by: Day) => withNonBreakingSpaces(`do ${formatDate(by)}`),
  overdue: (by: Day) => withNonBreakingSpaces(`rok je istekao ${formatDate(by)}`),
  what: {
    'special-start': 'Javite se kupcu, dogovorite početak i preuzmite materijal.',
    benefits: 'Javite kada i gde su obuka i grupe koje idu uz uređaje.',
    complaint: 'Odgovorite na reklamaciju.',
  } satisfies Record<TaskKind, string>,
  answer: 'Odgovori',
  answerOf: (n: number) => `zadatak broj ${n}`,
  answerAll: (n: number) => `Odgovori svima (${n})`,
  answerAllText: (n: number) => `Isti odgovor se šalje svima (${n}). Kad se pošalje, ne može da se povuče.`,
  dialogTitle: 'Odgovor kupcu',
  label: 'Odgovor',
  hint: 'Kupac ga dobija email porukom i vidi na strani „Moj nalog“.',
  required: 'Upišite odgovor.',
  send: 'Pošalji odgovor',
  done: (n: number) =>
    plural(n, {
      one: 'Odgovor je poslat # kupcu.',
      few: 'Odgovor je poslat za # zadatka.',
      other: 'Odgovor je poslat za # zadataka.',
    }),
  partly: (answered: number, of: number, gone: readonly number[]) =>
    `Odgovor je poslat za ${answered} od ${of}. Nije poslat za ${gone.length === 1 ? 'zadatak' : 'zadatke'} ${gone.join(', ')}: u međuvremenu je odgovorio neko drugi ili je kupcu vraćen sav novac.`,
  empty: 'Nijedan odgovor ne kasni i nijedan se ne čeka.',
});
