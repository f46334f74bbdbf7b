import type { KeyDuty } from './rules.ts';

/** What each duty lets a program read, for the example beside a new key. */
const READS: Record<KeyDuty, string> = {
  sales: '/v1/orders',
  accounting: '/v1/orders',
  event: '/v1/reservations',
  support: '/v1/people',
  warehouse: '/admin/stock',
  network: '/admin/registration-requests',
  advertising: '/admin/campaigns',
};

/** The address of a first call that a key with these duties may make. */
export const firstCallOf = (duties: readonly KeyDuty[]): string =>
  Object.entries(READS).find(([duty]) => duties.includes(duty as KeyDuty))![1];
