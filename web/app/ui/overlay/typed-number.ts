/** Up to so many things are changed for good after a question alone; above that their number is typed, too. */
const MOST_UNTYPED = 20;

export const isNumberAsked = (n: number): boolean => n > MOST_UNTYPED;

/** Thousands may have their dot, as the number is written above the field. */
export const isNumberTyped = (typed: string, n: number): boolean => typed.replaceAll(/[\s.]/g, '') === String(n);
