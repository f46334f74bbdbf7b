import type { Duty } from '../access.ts';

/** The lists that refresh by themselves, by their table's name in the database. */
export const LIVE_TABLES = ['orders', 'packages', 'profiles', 'porudzbine', 'event_checks'] as const;
export type LiveTable = (typeof LIVE_TABLES)[number];

/** Duties whose screens show something of the table: with any of them staff are notified that it changed. */
export const LIVE_DUTIES: Record<LiveTable, readonly Duty[]> = {
  orders: ['see sales', 'handle payments', 'see audit'],
  packages: ['see sales', 'handle payments', 'see audit'],
  profiles: ['manage people', 'decide registrations', 'manage network', 'manage vouchers', 'see sales', 'see audit'],
  porudzbine: ['manage event', 'see sales', 'see audit'],
  event_checks: ['manage event', 'see sales', 'see audit'],
};

/** How long a list waits after a change before it reloads, in milliseconds. */
export const LIST_REFRESH_DELAY: Record<LiveTable, number> = {
  orders: 50,
  packages: 50,
  porudzbine: 50,
  event_checks: 50,
  profiles: 100,
};
