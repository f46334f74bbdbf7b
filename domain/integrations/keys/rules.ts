import { type Duty, type Permission, permissionsOf } from '../../access.ts';
import { DAY_MS, type Day, daysLater, monthsLater } from '../../day.ts';

/** Whoever looks after people's access is a person. */
export const KEY_DUTIES = [
  'sales',
  'warehouse',
  'accounting',
  'event',
  'support',
  'network',
  'advertising',
] as const satisfies readonly Duty[];
export type KeyDuty = (typeof KEY_DUTIES)[number];

/** Allowed by a duty that a key may have, and still only for a person. */
const ONLY_PEOPLE: ReadonlySet<Permission> = new Set(['remove second steps']);

/** What a key with these duties may do while its maker may do that: never more, and never what only a person may. */
export function permissionsOfKey(duties: readonly KeyDuty[], makers: ReadonlySet<Permission>): ReadonlySet<Permission> {
  const own = permissionsOf('admin', duties);
  return new Set([...own].filter((permission) => makers.has(permission) && !ONLY_PEOPLE.has(permission)));
}

/** Everything that some key may do. */
export const KEY_PERMISSIONS = permissionsOfKey(KEY_DUTIES, permissionsOf('superAdmin', null));

/** The duties that somebody with these permissions may pass on to a key: those that they have whole. */
export const dutiesToGive = (permissions: ReadonlySet<Permission>): KeyDuty[] =>
  KEY_DUTIES.filter((duty) => [...permissionsOf('admin', [duty])].every((one) => permissions.has(one)));

/** What failed for the moment (5xx, too many requests, not allowed) is not kept for an `Idempotency-Key`: it may be sent again. */
export const isAnswerKept = (status: number): boolean => status < 500 && ![401, 403, 429].includes(status);

export const KEY_NAME_MAX = 60;
export const KEY_NETWORKS_MAX = 20;

/** Days before the end on which the maker is reminded. */
export const REMINDED_DAYS = [14, 3] as const;

/** Months that a key is still listed after it ended or was revoked. */
export const KEPT_MONTHS = 12;

/** The last day that a key may be made for. */
export const lastEnd = (today: Day): Day => monthsLater(today, 12);

export const KEY_STATES = ['valid', 'ending', 'ended', 'revoked'] as const;
export type KeyState = (typeof KEY_STATES)[number];

/** The last day counts whole. */
export function keyState({ endsOn, isRevoked }: { endsOn: Day; isRevoked: boolean }, today: Day): KeyState {
  if (isRevoked) return 'revoked';
  if (endsOn < today) return 'ended';
  return endsOn <= daysLater(today, REMINDED_DAYS[0]) ? 'ending' : 'valid';
}

/** Days of the calendar from one day to another. */
export const daysUntil = (day: Day, today: Day): number =>
  Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / DAY_MS);
