const dayInBelgrade = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Belgrade' });

/** So many days, the first of them today, as `EVENT_REHEARSAL_DAY` lists them. */
export const daysFromToday = (count) =>
  Array.from({ length: count }, (_, n) => dayInBelgrade.format(new Date(Date.now() + n * 86_400_000))).join(',');
