import type { Edges } from '../app.ts';
import { oneForEach } from '../platform/one-for-each.ts';
import { type Counter, networkOf, openCounters } from '../platform/throttle.ts';

/**
 * A family needs a number or two. Of nine hundred million only the few that wait are any good, so whoever tries a hundred
 * is guessing.
 */
const LIMITS = {
  /** Numbers looked at or linked, from one network and by one person. */
  'tv number here': { points: 60, seconds: 600 },
  'tv number by person': { points: 20, seconds: 600 },
  /** Numbers given out to one network: a shop full of TVs, and their renewals. */
  'tv begin': { points: 600, seconds: 600 },
} as const satisfies Record<string, Counter>;

const counters = oneForEach((edges: Edges) => openCounters(edges.db, LIMITS, { on: edges.config.rateLimits }));

const minutes = (seconds: number) => Math.ceil(seconds / 60);

/** Counts one try of a number. Minutes to wait; 0 when it may go on. */
export async function countNumber(edges: Edges, ip: string, personId?: string): Promise<number> {
  const here = await counters(edges).count('tv number here', networkOf(ip));
  const person = personId ? await counters(edges).count('tv number by person', personId) : 0;
  return minutes(Math.max(here, person));
}

/** Counts one number given out. Minutes to wait; 0 when it may go on. */
export const countBeginning = async (edges: Edges, ip: string): Promise<number> =>
  minutes(await counters(edges).count('tv begin', networkOf(ip)));
