import { and, eq, inArray, isNotNull, isNull, lt, or, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { CHANGES_KEPT_DAYS } from '#domain/auth/changes.ts';
import { company } from '#domain/company.ts';
import { DAY_MS } from '#domain/day.ts';
import type { Dependencies } from '../dependencies.ts';
import { record, systemActor } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import {
  accountChanges,
  knownDevices,
  knownNetworks,
  mfaChallenges,
  mfaFactors,
  oneTimeTokens,
  sessions,
  throttles,
  users,
} from './schema.ts';
import { INACTIVE_DAYS } from './sessions/session.ts';
import { rotateSigningKeys } from './sessions/signing-keys.ts';
import { KNOWN_DAYS } from './sign-in/known-networks.ts';

/** Rows per transaction, so that nobody waits long for their locks. */
const BATCH = 500;
/** A registration whose address nobody confirmed within a week frees its address and username again. */
const UNCONFIRMED_DAYS = 7;

/** Sweeps out what can no longer be used, and renews the signing key in its time. Safe to run twice, or cut off. */
export async function cleanUpAccounts(deps: Dependencies): Promise<void> {
  const now = deps.now();
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await purgeExpired(
    deps,
    sessions,
    sessions.id,
    or(lt(sessions.notAfter, now), lt(sessions.refreshedAt, ago(INACTIVE_DAYS))),
  );
  await purgeExpired(deps, oneTimeTokens, oneTimeTokens.id, lt(oneTimeTokens.expiresAt, now));
  await purgeExpired(deps, mfaChallenges, mfaChallenges.id, lt(mfaChallenges.createdAt, ago(1)));
  await purgeExpired(
    deps,
    mfaFactors,
    mfaFactors.id,
    and(eq(mfaFactors.status, 'unverified'), lt(mfaFactors.createdAt, ago(1))),
  );
  await deps.db.delete(knownNetworks).where(lt(knownNetworks.enteredAt, ago(KNOWN_DAYS)));
  await purgeExpired(deps, accountChanges, accountChanges.id, lt(accountChanges.at, ago(CHANGES_KEPT_DAYS)));
  await purgeExpired(deps, knownDevices, knownDevices.deviceHash, lt(knownDevices.lastSeenAt, ago(CHANGES_KEPT_DAYS)));
  await purgeOldChanges(deps, now);
  await purgeExpired(deps, throttles, throttles.key, lt(throttles.expire, Date.now()));
  await removeUnconfirmed(deps, ago(UNCONFIRMED_DAYS));
  await deps.db.transaction((tx) => rotateSigningKeys(tx, now, { sealing: deps.config.sealingKeys }));
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

async function removeUnconfirmed(deps: Dependencies, before: Date): Promise<void> {
  let gone: number;
  do {
    gone = await deps.db.transaction((tx) => removeUnconfirmedBatch(tx, before));
  } while (gone === BATCH);
}

async function removeUnconfirmedBatch(tx: Tx, before: Date): Promise<number> {
  const dead = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        isNull(users.emailConfirmedAt),
        isNull(users.lastSignInAt),
        lt(users.createdAt, before),
        // A mail asked for yesterday may still be opened today.
        or(isNull(users.confirmationSentAt), lt(users.confirmationSentAt, before)),
      ),
    )
    .limit(BATCH)
    .for('update', { skipLocked: true });
  const ids = dead.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await tx.delete(users).where(inArray(users.id, ids));
  await record(
    tx,
    systemActor,
    ids.map((id) => ({ action: 'accounts.unconfirmed-removed' as const, on: { kind: 'profile', id } })),
  );
  return ids.length;
}
