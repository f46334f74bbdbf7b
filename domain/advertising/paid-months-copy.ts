import type { Day } from '../day.ts';
import { formatDate } from '../time.ts';
import { typeset } from '../typography.ts';
import { countMonths } from '../wording.ts';
import type { PaidMonths } from './paid-months.ts';

/** Months that were paid ahead, on the page of the order, of the account and of the person. */
export const paidMonthsCopy = typeset({
  title: 'Plaćeno unapred',
  /** Dates end with their own full stop. */
  until: (day: Day) => `Kraj paketa: ${formatDate(day)}`,
  paid: (paid: number, started: number) => `Meseci: plaćeno ${paid}, počelo ${started}.`,
  next: (day: Day) => `Sledeći mesec počinje ${formatDate(day)}`,
  back: (n: number) =>
    `Vraćen je novac za ${countMonths(n)}. ${n === 1 ? 'Taj mesec ne počinje.' : 'Ti meseci ne počinju.'}`,
  goingBack: (n: number) =>
    `Vraća se novac za ${countMonths(n)}. ${n === 1 ? 'Taj mesec ne počinje.' : 'Ti meseci ne počinju.'}`,
  order: (number: number) => `Narudžbina ${number}`,
});

/** Until when the package runs and what of it went back, in whole sentences. */
export const paidMonthsSaid = ({ months: paid, started, back, goingBack, nextOn, endsOn }: PaidMonths): string =>
  [
    endsOn && paidMonthsCopy.until(endsOn),
    paidMonthsCopy.paid(paid, started),
    nextOn && paidMonthsCopy.next(nextOn),
    back > 0 && paidMonthsCopy.back(back),
    goingBack > 0 && paidMonthsCopy.goingBack(goingBack),
  ]
    .filter(Boolean)
    .join(' ');
