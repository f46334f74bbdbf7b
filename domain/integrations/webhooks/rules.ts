import { ANNOUNCED, type AnnouncementType } from '../../announcements.ts';
import { HOUR_MS } from '../../day.ts';

const GROUPS = [...new Set(ANNOUNCED.map((type) => type.split('.')[0]!))];
/** Everything of one group, whatever is added to it later. */
export const groupPattern = (group: string): string => `${group}.*`;

/** The types, by what they are about. */
export const TYPES_BY_GROUP: readonly { group: string; types: readonly AnnouncementType[] }[] = GROUPS.map((group) => ({
  group,
  types: ANNOUNCED.filter((type) => type.startsWith(`${group}.`)),
}));

/** What an address may ask to be told of. */
export const PATTERNS: readonly string[] = [...GROUPS.map(groupPattern), ...ANNOUNCED];

/** In the order of `PATTERNS`, without what a group among them says already. */
export const tidyPatterns = (chosen: readonly string[]): string[] =>
  PATTERNS.filter(
    (pattern) =>
      chosen.includes(pattern) && (pattern.endsWith('.*') || !chosen.includes(groupPattern(pattern.split('.')[0]!))),
  );

export const ENDPOINT_STATES = ['on', 'off'] as const;
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
/** What became of an attempt: an answer, or why there is none. */
export const OUTCOMES = ['answered', 'redirected', 'late', 'unreachable', 'refused'] as const;

/** The type of what is sent to see whether an address answers. */
export const PROBE = 'webhook.test';

export const MOST_ENDPOINTS = 50;
export const MAX_URL = 500;

const [MINUTE, HOUR] = [60_000, HOUR_MS];
/** Before each try after the first, in milliseconds: ten tries within a little more than three days. */
export const PAUSES: readonly number[] = [
  5_000,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** So many attempts in a row that an address did not take, whatever they were about, and it is paused as a whole. */
export const PAUSED_AFTER = 5;
/** How long, for the first time, the second and so on. Meanwhile nothing is sent there; at the end one delivery is. */
export const ADDRESS_PAUSES: readonly [number, ...number[]] = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR];

/** After so many failures in a row: for how many milliseconds the whole address is paused; `null`: it is not. */
export function addressPause(failures: number): number | null {
  const nth = failures - PAUSED_AFTER;
  return nth < 0 ? null : (ADDRESS_PAUSES[nth] ?? ADDRESS_PAUSES.at(-1)!);
}

/** An address from which nothing good came for so long is told nothing more, until somebody switches it on again. */
export const OFF_AFTER_MS = 72 * HOUR;
/** Both secrets sign for so long after one was replaced. */
export const OLD_SECRET_MS = 24 * HOUR;
export const KEPT_DAYS = 30;

/** What the other side says when it has taken something. */
export const isSuccessStatus = (status: number): boolean => status >= 200 && status < 300;
