/** The four lists that refresh by themselves, by their table's name in the database. */
export const LIVE_TABLES = ['orders', 'packages', 'profiles', 'porudzbine'] as const;
export type LiveTable = (typeof LIVE_TABLES)[number];

/** How long a list waits after a change before it reloads, in milliseconds (specification, section 9). */
export const LIST_REFRESH_DELAY: Record<LiveTable, number> = {
  orders: 50,
  packages: 50,
  porudzbine: 50,
  profiles: 100,
};
