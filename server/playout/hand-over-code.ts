import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { DAY_MS } from '#domain/day.ts';
import { HAND_OVER_DAYS } from '#domain/playout/licences.ts';
import { refuse } from '#domain/refuse.ts';
import { parseSerial } from '#domain/stock/rules.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { fingerprint } from '../platform/secrets/fingerprint.ts';
import { normaliseSecret, readableSecret } from '../platform/secrets/readable-secret.ts';
import { deliveredSerialsQuery, licenceInForceCondition } from './licences.ts';
import { licences, tvs } from './schema.ts';

/** The licence of a device that this person has, held for the transaction; made with its first use. */
export async function lockLicenceOfSerial(tx: Tx, profileId: string, serial: string, now: Date) {
  const { rows } = await tx.execute(
    sql`select 1 from (${deliveredSerialsQuery(profileId)}) d where d.serial = ${serial}`,
  );
  if (rows.length > 0)
    await tx
      .insert(licences)
      .values({ profileId, kind: 'serial', serial })
      .onConflictDoNothing({ target: licences.serial });
  const [licence] = await tx
    .select()
    .from(licences)
    .where(and(eq(licences.serial, serial), eq(licences.profileId, profileId), licenceInForceCondition(now)))
    .for('update');
  if (!licence) throw refuse('LICENCE_NOT_YOURS');
  return licence;
}

/** The device of a blocked TV stays with it, so that giving it away is no way around the block. */
export async function refuseBlocked(tx: Tx, tvIds: string[]): Promise<void> {
  const blocked = and(inArray(tvs.tvId, tvIds), isNotNull(tvs.blockedAt));
  if ((await tx.$count(tvs, blocked)) > 0) throw refuse('LICENCE_BLOCKED');
}

/** A new code with which somebody else takes the device over; the one before it is void. Until it is used, nothing changes. */
export async function createHandOverCode(
  tx: Tx,
  actor: Actor,
  profileId: string,
  typed: string,
  now: Date,
): Promise<{ code: string; until: Date }> {
  const licence = await lockLicenceOfSerial(tx, profileId, parseSerial(typed).serial ?? '', now);
  if (licence.tvId) await refuseBlocked(tx, [licence.tvId]);
  const code = readableSecret(4);
  const until = new Date(now.getTime() + HAND_OVER_DAYS * DAY_MS);
  await tx
    .update(licences)
    .set({ codeHash: fingerprint(normaliseSecret(code)), codeEndsAt: until })
    .where(eq(licences.id, licence.id));
  await record(tx, actor, {
    action: 'devices.handed-over',
    on: { kind: 'device', id: licence.tvId ?? licence.id },
    after: { serial: licence.serial },
  });
  return { code, until };
}
