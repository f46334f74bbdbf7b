import { eq } from 'drizzle-orm';
import { copy } from '#domain/devices/copy.ts';
import { formatPairingNumber } from '#domain/devices/rules.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { devices, pairings } from './schema.ts';

export type LinkOutcome =
  | { kind: 'linked' | 'already yours'; device: typeof devices.$inferSelect }
  | { kind: 'unknown' | 'expired' | 'taken' };

/** Gives the TV behind a number to a person, once: the second phone in the same instant is told that it came late. */
export async function linkDevice(
  tx: Tx,
  actor: Actor,
  number: number,
  profileId: string,
  now: Date,
): Promise<LinkOutcome> {
  const [pairing] = await tx.select().from(pairings).where(eq(pairings.id, number)).for('update');
  if (!pairing) return { kind: 'unknown' };
  if (pairing.userRef) {
    const [device] = await tx.select().from(devices).where(eq(devices.number, number));
    if (device?.profileId === profileId && !device.unlinkedAt) return { kind: 'already yours', device };
    return { kind: device && !device.unlinkedAt ? 'taken' : 'expired' };
  }
  if (pairing.expiresAt <= now) return { kind: 'expired' };

  await tx.update(pairings).set({ userRef: profileId, linkedAt: now }).where(eq(pairings.id, number));
  const [device] = await tx
    .insert(devices)
    .values({ profileId, number, name: copy.defaultName(formatPairingNumber(number)), linkedAt: now })
    .returning();
  await record(tx, actor, { action: 'devices.linked', on: { kind: 'device', id: device!.id }, after: { number } });
  return { kind: 'linked', device: device! };
}
