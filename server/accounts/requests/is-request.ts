import { and, eq, isNull } from 'drizzle-orm';
import { profiles } from '../schema.ts';

/** Who waits for a decision: neither closed, nor blocked, which whoever blocked them undoes first. */
export const isRequestCondition = and(
  eq(profiles.toBeRegistered, true),
  isNull(profiles.closedAt),
  isNull(profiles.blockedAt),
)!;
