import type { Day } from '../day.ts';

/** Years of the warranty, from delivery. */
const YEARS = 5;

/** Its last day, for what was delivered on that day; 29 February becomes 28 February where there is none. */
export function warrantyUntil(delivered: Day): Day {
  const year = Number(delivered.slice(0, 4)) + YEARS;
  const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  return `${year}${delivered.slice(4) === '-02-29' && !isLeap ? '-02-28' : delivered.slice(4)}`;
}
