import { and, eq, isNull } from 'drizzle-orm';
import { type Actor, record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { devices } from './schema.ts';

/** Takes the TV's token away; its screen hears of it at once. `false` when the person has no such TV. */
export async function unlinkDevice(
  tx: Tx,
  actor: Actor,
  deviceId: string,
  profileId: string,
  now: Date,
): Promise<boolean> {
  const [gone] = await tx
    .update(devices)
    .set({ unlinkedAt: now, tokenHash: null })
    .where(and(eq(devices.id, deviceId), eq(devices.profileId, profileId), isNull(devices.unlinkedAt)))
    .returning({ number: devices.number });
  if (!gone) return false;
  await record(tx, actor, {
    action: 'devices.unlinked',
    on: { kind: 'device', id: deviceId },
    before: { number: gone.number },
  });
  return true;
}
