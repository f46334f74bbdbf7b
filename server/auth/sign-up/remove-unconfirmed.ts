import { and, eq, gt, inArray, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import { DAY_MS } from '#domain/day.ts';
import { acceptances, profiles } from '../../accounts/schema.ts';
import { ledger } from '../../advertising/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { devices } from '../../devices/schema.ts';
import { reservations } from '../../events/schema.ts';
import { orders } from '../../orders/schema.ts';
import { record, redactAuditEntries, systemActor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { LINK_MINUTES } from '../recovery/one-time-token.ts';
import { users } from '../schema.ts';

/** Rows per transaction, so that nobody waits long for their locks. */
const BATCH = 500;
/** A registration whose address nobody confirmed within a week frees its address and username again. */
const UNCONFIRMED_DAYS = 7;

/** Removes registrations that nobody confirmed and that are nothing else. */
export async function removeUnconfirmed(deps: Dependencies): Promise<void> {
  let gone: number;
  do {
    gone = await deps.db.transaction((tx) => removeBatch(tx, deps.now()));
  } while (gone === BATCH);
}

async function removeBatch(tx: Tx, now: Date): Promise<number> {
  // Deleting a profile takes the network's lock; taken first, it cannot be waited for while holding a row.
  await tx.execute(sql`select lock_network()`);
  const dead = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(and(isAbandoned(now), isUndecided, ...isNothingElse(tx)))
    .limit(BATCH)
    .for('update', { skipLocked: true });
  const ids = dead.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await tx.delete(acceptances).where(inArray(acceptances.userId, ids));
  await tx.delete(users).where(inArray(users.id, ids));
  await redactAuditEntries(tx, 'profile', ids);
  await record(
    tx,
    systemActor,
    ids.map((id) => ({ action: 'accounts.unconfirmed-removed' as const, on: { kind: 'profile', id } })),
  );
  return ids.length;
}

/** Nobody ever came in, and no mail that was asked for lately can still be opened. */
function isAbandoned(now: Date) {
  const before = new Date(now.getTime() - UNCONFIRMED_DAYS * DAY_MS);
  const recoveryEnds = new Date(now.getTime() - LINK_MINUTES.recovery * 60_000);
  return and(
    isNull(users.emailConfirmedAt),
    isNull(users.lastSignInAt),
    lt(users.createdAt, before),
    or(isNull(users.confirmationSentAt), lt(users.confirmationSentAt, before)),
    or(isNull(users.recoverySentAt), lt(users.recoverySentAt, recoveryEnds)),
  );
}

/** Staff have not decided anything: it waits, without a label, a right, a block or a place in the network. */
const isUndecided = and(
  eq(profiles.toBeRegistered, true),
  eq(profiles.inTree, false),
  eq(profiles.isAdmin, false),
  eq(profiles.isCompany, false),
  eq(profiles.isPartner, false),
  eq(profiles.isInstaller, false),
  isNull(profiles.blockedAt),
  isNull(profiles.terminatesAt),
  isNull(profiles.closedAt),
);

/** No money touched it, and no place at the event is held for its address. */
const isNothingElse = (tx: Tx) => [
  ...[orders, ledger, devices].map((table) =>
    notExists(tx.select({ one: sql`1` }).from(table).where(eq(table.profileId, profiles.id))),
  ),
  notExists(
    tx
      .select({ one: sql`1` })
      .from(reservations)
      .where(
        and(
          eq(reservations.email, users.email),
          or(inArray(reservations.status, ['pending', 'placeno']), gt(reservations.arrived, 0)),
        ),
      ),
  ),
];
