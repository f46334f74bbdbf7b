import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { copy } from '#domain/devices/copy.ts';
import { coarseNetwork, formatPairingNumber } from '#domain/devices/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { type Actor, record } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { fingerprint } from '../platform/secrets/fingerprint.ts';
import { countWrongDigits, isOnSameNetwork, triesLeft } from './check-digits.ts';
import { devices, pairings } from './schema.ts';

type Device = typeof devices.$inferSelect;

interface Linked {
  device: Device;
  /** `null`: the TV was theirs already. `unlinkToken` undoes the linking once; it goes into the mail and nowhere else. */
  fresh: { unlinkToken: string; seenFrom: string | null } | null;
}

/**
 * Gives the TV behind a number to a person, once: the second phone in the same instant is refused as too late. Who is
 * not seen beside the TV must give the digits on its screen, so that a number sent by a stranger links nothing. Wrong digits
 * are counted, so the caller commits before it refuses them; `triesLeft` says how many more are allowed.
 */
export async function linkDevice(
  tx: Tx,
  actor: Actor,
  wanted: {
    number: number;
    digits: string | undefined;
    left: number | undefined;
    network: string;
    profileId: string;
  },
  now: Date,
): Promise<Linked | { triesLeft: number }> {
  const { number, digits, left, network, profileId } = wanted;
  const [pairing] = await tx.select().from(pairings).where(eq(pairings.id, number)).for('update');
  if (!pairing) throw refuse('PAIRING_UNKNOWN');
  if (pairing.userRef) {
    const [device] = await tx.select().from(devices).where(eq(devices.number, number));
    if (device?.profileId === profileId && !device.unlinkedAt) return { device, fresh: null };
    throw refuse(device && !device.unlinkedAt ? 'PAIRING_TAKEN' : 'PAIRING_EXPIRED');
  }
  if (pairing.expiresAt <= now) throw refuse('PAIRING_EXPIRED');

  const seenFrom = coarseNetwork(pairing.network);
  if (digits === undefined) {
    if (!(await isOnSameNetwork(tx, pairing, network, now)))
      throw refuse('PAIRING_DIGITS_NEEDED', { begunAt: pairing.createdAt, seenFrom, left: triesLeft(pairing) });
  } else if (left !== undefined && left !== triesLeft(pairing)) {
    // The try before this one was counted, and its answer lost: nothing is guessed by repeating it.
    return { triesLeft: triesLeft(pairing) };
  } else if (pairing.digits === null || digits !== pairing.digits) {
    return { triesLeft: await noteWrongDigits(tx, actor, pairing, now) };
  }

  const unlinkToken = randomBytes(32).toString('base64url');
  await tx
    .update(pairings)
    .set({ userRef: profileId, linkedAt: now, network: null, digits: null })
    .where(eq(pairings.id, number));
  const [device] = await tx
    .insert(devices)
    .values({
      profileId,
      number,
      name: copy.defaultName(formatPairingNumber(number)),
      linkedAt: now,
      unlinkHash: fingerprint(unlinkToken),
    })
    .returning();
  await record(tx, actor, { action: 'devices.linked', on: { kind: 'device', id: device!.id }, after: { number } });
  return { device: device!, fresh: { unlinkToken, seenFrom } };
}

async function noteWrongDigits(
  tx: Tx,
  actor: Actor,
  pairing: typeof pairings.$inferSelect,
  now: Date,
): Promise<number> {
  const left = await countWrongDigits(tx, pairing, now);
  await record(tx, actor, {
    action: 'devices.digits-wrong',
    on: { kind: 'pairing', id: String(pairing.id) },
    after: { left },
  });
  return left;
}
