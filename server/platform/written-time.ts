const WRITTEN = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.\d{1,6})?[+-](\d\d)(?::(\d\d))?$/;

/**
 * Whether this is a moment as PostgreSQL writes it, and one that exists: no month 99, no 30 February. A cursor of a list
 * ordered by time holds one; what anybody made up would otherwise fail in the database.
 */
export function isWrittenTime(text: string): boolean {
  const parts = WRITTEN.exec(text)
    ?.slice(1)
    .map((part = '0') => Number(part));
  if (!parts) return false;
  const [year, month, day, hour, minute, second, offsetHours, offsetMinutes] = parts as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists && year > 0 && hour < 24 && minute < 60 && second < 60 && offsetHours < 15 && offsetMinutes < 60;
}
