import { and, eq, gt, inArray, isNotNull, isNull, notInArray } from 'drizzle-orm';
import { HOUR_MS } from '#domain/day.ts';
import { UNLINK_LINK_HOURS } from '#domain/devices/rules.ts';
import { profiles } from '../accounts/schema.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { DatabaseOrTransaction, Tx } from '../platform/db.ts';
import { fingerprint } from '../platform/secrets/fingerprint.ts';
import { licences, tvs } from '../playout/schema.ts';
import { devices } from './schema.ts';

/** Takes the TV's token away; its screen is notified at once. `false` when the person has no such TV. */
export async function unlinkDevice(
  tx: Tx,
  actor: Actor,
  deviceId: string,
  profileId: string,
  now: Date,
): Promise<boolean> {
  const [gone] = await tx
    .update(devices)
    .set({ unlinkedAt: now, tokenHash: null, nextTokenHash: null, nextTokenMadeAt: null, unlinkHash: null })
    .where(and(eq(devices.id, deviceId), eq(devices.profileId, profileId), isNull(devices.unlinkedAt)))
    .returning({ number: devices.number });
  if (!gone) return false;
  await freeLicences(tx, [deviceId]);
  await record(tx, actor, {
    action: 'devices.unlinked',
    on: { kind: 'device', id: deviceId },
    before: { number: gone.number },
  });
  return true;
}

/** Devices on which these TVs ran may be used by others. That of a blocked TV stays where it is, so that unlinking is no way around the block. */
export async function freeLicences(tx: Tx, tvIds: string[]): Promise<void> {
  const blocked = tx.select({ id: tvs.tvId }).from(tvs).where(isNotNull(tvs.blockedAt));
  await tx
    .update(licences)
    .set({ tvId: null })
    .where(and(inArray(licences.tvId, tvIds), notInArray(licences.tvId, blocked)));
}

/** When the mailed link of a TV linked at that moment stops working. */
export const unlinkLinkEnds = (linkedAt: Date): Date => new Date(linkedAt.getTime() + UNLINK_LINK_HOURS * HOUR_MS);

/** The TV that a mailed link would unlink, and whose it is; `null` when the link is unknown, used or too old. */
export async function tvOfUnlinkLink(db: DatabaseOrTransaction, token: string, now: Date) {
  const [found] = await db
    .select({ tv: devices, owner: { id: profiles.id, email: profiles.email } })
    .from(devices)
    .innerJoin(profiles, eq(profiles.id, devices.profileId))
    .where(
      and(
        eq(devices.unlinkHash, fingerprint(token)),
        isNull(devices.unlinkedAt),
        gt(devices.linkedAt, new Date(now.getTime() - UNLINK_LINK_HOURS * HOUR_MS)),
      ),
    );
  return found ?? null;
}
