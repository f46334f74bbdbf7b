import { and, eq, inArray, isNotNull, lt, or, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { CHANGES_KEPT_DAYS } from '#domain/auth/changes.ts';
import { company } from '#domain/company.ts';
import { DAY_MS } from '#domain/day.ts';
import type { Dependencies } from '../dependencies.ts';
import {
  accountChanges,
  knownDevices,
  knownNetworks,
  mfaChallenges,
  mfaFactors,
  oneTimeTokens,
  sessions,
  throttles,
} from './schema.ts';
import { INACTIVE_DAYS } from './sessions/session.ts';
import { rotateSigningKeys } from './sessions/signing-keys.ts';
import { KNOWN_DAYS } from './sign-in/known-networks.ts';
import { removeUnconfirmed } from './sign-up/remove-unconfirmed.ts';

/** Rows per transaction, so that nobody waits long for their locks. */
const BATCH = 500;

/**
 * Sweeps out what can no longer be used, and renews the signing key in its time. Safe to run twice, or cut off. A step that fails keeps
 * none of the others waiting; the job then fails as a whole and is tried again.
 */
export async function cleanUpAccounts(deps: Dependencies): Promise<void> {
  const failed: unknown[] = [];
  for (const [step, work] of Object.entries(stepsOf(deps))) {
    try {
      await work();
    } catch (error) {
      deps.log.error({ error, step }, 'cleaning up accounts');
      failed.push(error);
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} steps of cleaning up accounts failed`);
}

function stepsOf(deps: Dependencies): Record<string, () => PromiseLike<unknown>> {
  const now = deps.now();
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const deadSessions = or(lt(sessions.notAfter, now), lt(sessions.refreshedAt, ago(INACTIVE_DAYS)));
  const unfinished = and(eq(mfaFactors.status, 'unverified'), lt(mfaFactors.createdAt, ago(1)));
  const keptFrom = ago(CHANGES_KEPT_DAYS);
  return {
    sessions: () => purgeExpired(deps, sessions, sessions.id, deadSessions),
    links: () => purgeExpired(deps, oneTimeTokens, oneTimeTokens.id, lt(oneTimeTokens.expiresAt, now)),
    challenges: () => purgeExpired(deps, mfaChallenges, mfaChallenges.id, lt(mfaChallenges.createdAt, ago(1))),
    factors: () => purgeExpired(deps, mfaFactors, mfaFactors.id, unfinished),
    networks: () => deps.db.delete(knownNetworks).where(lt(knownNetworks.enteredAt, ago(KNOWN_DAYS))),
    changes: () => purgeExpired(deps, accountChanges, accountChanges.id, lt(accountChanges.at, keptFrom)),
    devices: () => purgeExpired(deps, knownDevices, knownDevices.deviceHash, lt(knownDevices.lastSeenAt, keptFrom)),
    'parts of changes': () => purgeOldChanges(deps, now),
    counters: () => purgeExpired(deps, throttles, throttles.key, lt(throttles.expire, Date.now())),
    registrations: () => removeUnconfirmed(deps),
    'signing keys': () => deps.db.transaction((tx) => rotateSigningKeys(tx, now, { sealing: deps.config.sealingKeys })),
  };
}

/** What would take a change back goes with the chance to do so; from where it came, with the other records of access. */
async function purgeOldChanges({ db }: Dependencies, now: Date): Promise<void> {
  await db
    .update(accountChanges)
    .set({ removed: null })
    .where(and(isNotNull(accountChanges.removed), lt(accountChanges.undoEndsAt, now)));
  const recordsEnd = new Date(now.getTime() - Number(company.accessRecordDays) * DAY_MS);
  await db
    .update(accountChanges)
    .set({ browser: null, system: null, network: null })
    .where(
      and(
        lt(accountChanges.at, recordsEnd),
        or(isNotNull(accountChanges.network), isNotNull(accountChanges.browser), isNotNull(accountChanges.system)),
      ),
    );
}

async function purgeExpired(deps: Dependencies, table: PgTable, key: PgColumn, dead: SQL | undefined): Promise<void> {
  let gone: number;
  do {
    gone = await deps.db.transaction(async (tx) => {
      const batch = tx.select({ key }).from(table).where(dead).limit(BATCH).for('update', { skipLocked: true });
      const deleted = await tx.delete(table).where(inArray(key, batch)).returning({ key });
      return deleted.length;
    });
  } while (gone === BATCH);
}
