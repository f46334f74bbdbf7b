import { MONTHS, monthName } from './months.ts';

/** `oktobar` of `2026-10`, or of a day in it. */
export const monthWord = (month: string): string => monthName(MONTHS[Number(month.slice(5, 7)) - 1]!);

/** `oktobru`, after „u“. */
export const monthNameLocative = (month: string): string => MONTHS[Number(month.slice(5, 7)) - 1]!.replace(/a$/, 'u');

/** `oktobar 2026.` */
export const monthYear = (month: string): string => `${monthWord(month)} ${month.slice(0, 4)}.`;
