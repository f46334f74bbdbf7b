/** The same day of a later month, or its last day when the month is shorter. Seconds since 1970, UTC. */
export function monthsAfter(anchor: number, months: number): number {
  const from = new Date(anchor * 1000);
  const first = new Date(from);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return Math.floor(first.getTime() / 1000);
}
