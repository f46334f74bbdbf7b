import { formatDate, formatDayAndMonth } from '../../time.ts';

type When = Date | string;

const partsOf = (when: When) => formatDate(when).split(' ') as [day: string, month: string, year: string];

/** What stands before the last day: what they have in common is said once. */
function firstOf(from: When, to: When): string {
  const [[day, month], [lastDay, lastMonth]] = [partsOf(from), partsOf(to)];
  if (month !== lastMonth) return `${day} ${month.slice(0, -1)} – `;
  return day === lastDay ? '' : `${day.slice(0, -1)}–`;
}

/** `1–30. 11. 2026.`, `9. 11 – 6. 12. 2026.`, and both whole where the years differ. */
export function formatDateRange(from: When, to: When): string {
  const isOneYear = partsOf(from)[2] === partsOf(to)[2];
  return isOneYear ? `${firstOf(from, to)}${formatDate(to)}` : `${formatDate(from)} – ${formatDate(to)}`;
}

/** The same of a few days, without a year: `8–21. 11.` */
export const formatDayAndMonthRange = (from: When, to: When): string => `${firstOf(from, to)}${formatDayAndMonth(to)}`;
