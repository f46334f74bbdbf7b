import { and, eq, inArray, isNull, lt, or, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Edges } from '../app.ts';
import { record, systemActor } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { mfaChallenges, mfaFactors, oneTimeTokens, sessions, throttles, users } from './schema.ts';
import { DAY_MS, INACTIVE_DAYS } from './session.ts';
import { rotateSigningKeys } from './signing-keys.ts';

/** Rows per transaction, so that nobody waits long behind the broom. */
const BATCH = 500;
/** A registration whose address nobody confirmed within a week frees its address and username again. */
const UNCONFIRMED_DAYS = 7;

/** Sweeps out what can no longer be used, and renews the signing key in its time. Safe to run twice, or cut off. */
export async function cleanUpAccounts(edges: Edges): Promise<void> {
  const now = edges.now();
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await sweep(
    edges,
    sessions,
    sessions.id,
    or(lt(sessions.notAfter, now), lt(sessions.refreshedAt, ago(INACTIVE_DAYS))),
  );
  await sweep(edges, oneTimeTokens, oneTimeTokens.id, lt(oneTimeTokens.expiresAt, now));
  await sweep(edges, mfaChallenges, mfaChallenges.id, lt(mfaChallenges.createdAt, ago(1)));
  await sweep(
    edges,
    mfaFactors,
    mfaFactors.id,
    and(eq(mfaFactors.status, 'unverified'), lt(mfaFactors.createdAt, ago(1))),
  );
  await sweep(edges, throttles, throttles.key, lt(throttles.expire, Date.now()));
  await removeUnconfirmed(edges, ago(UNCONFIRMED_DAYS));
  await edges.db.transaction((tx) => rotateSigningKeys(tx, now));
}

async function sweep(edges: Edges, table: PgTable, key: PgColumn, dead: SQL | undefined): Promise<void> {
  let gone: number;
  do {
    gone = await edges.db.transaction(async (tx) => {
      const batch = tx.select({ key }).from(table).where(dead).limit(BATCH).for('update', { skipLocked: true });
      const deleted = await tx.delete(table).where(inArray(key, batch)).returning({ key });
      return deleted.length;
    });
  } while (gone === BATCH);
}

async function removeUnconfirmed(edges: Edges, before: Date): Promise<void> {
  let gone: number;
  do {
    gone = await edges.db.transaction((tx) => removeUnconfirmedBatch(tx, before));
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
