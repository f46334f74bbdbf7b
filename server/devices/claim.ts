import { randomBytes, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import type { DatabaseOrTransaction, Tx } from '../platform/db.ts';
import { fingerprint } from '../platform/secrets/fingerprint.ts';
import { devices, pairings } from './schema.ts';

/** The pairing with that number, if the secret is the one its TV was given. */
export async function pairingOfTv(db: DatabaseOrTransaction, number: number, secret: string) {
  const [pairing] = await db.select().from(pairings).where(eq(pairings.id, number));
  if (!pairing || !timingSafeEqual(pairing.secretHash, fingerprint(secret))) return null;
  return pairing;
}

/**
 * Hands the TV its token. Until the TV has used a token, asking again replaces it, because the first answer may have
 * been lost on the way; afterwards the secret opens nothing.
 */
export async function issueLinkedTvToken(tx: Tx, number: number, now: Date) {
  const [device] = await tx.select().from(devices).where(eq(devices.number, number)).for('update');
  if (!device) throw refuse('PAIRING_NOT_LINKED');
  if (device.unlinkedAt) throw refuse('PAIRING_EXPIRED');
  if (device.lastSeenAt) throw refuse('PAIRING_CLAIMED');
  const token = `tv_${randomBytes(32).toString('base64url')}`;
  await tx
    .update(devices)
    .set({ tokenHash: fingerprint(token), tokenMadeAt: now, nextTokenHash: null, nextTokenMadeAt: null })
    .where(eq(devices.id, device.id));
  return { token, device };
}
