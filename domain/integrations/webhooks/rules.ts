import { ANNOUNCED, type Announced } from '../../announcements.ts';

const GROUPS = [...new Set(ANNOUNCED.map((type) => type.split('.')[0]!))];
/** Everything of one group, whatever is added to it later. */
export const groupPattern = (group: string): string => `${group}.*`;

/** The types, by what they are about. */
export const TYPES_BY_GROUP: readonly { group: string; types: readonly Announced[] }[] = GROUPS.map((group) => ({
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

const [MINUTE, HOUR] = [60_000, 3_600_000];
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

/** An address from which nothing good came for so long is told nothing more, until somebody switches it on again. */
export const OFF_AFTER_MS = 72 * HOUR;
/** Both secrets sign for so long after one was replaced. */
export const OLD_SECRET_MS = 24 * HOUR;
export const KEPT_DAYS = 30;

/** What the other side says when it has taken something. */
export const isTaken = (status: number): boolean => status >= 200 && status < 300;
