/** Inside a sentence: `1. januara` (Intl knows the nominative alone). */
export const MONTHS = 'januara februara marta aprila maja juna jula avgusta septembra oktobra novembra decembra'.split(
  ' ',
);

/** `septembar` of `septembra`, `maj` of `maja`. */
export const monthName = (month: string): string => month.replace(/bra$/, 'bara').slice(0, -1);
