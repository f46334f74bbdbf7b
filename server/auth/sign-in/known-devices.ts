import { createHmac } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { clientName } from '#domain/auth/client-name.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/db.ts';
import { factorsOf, verifiedFactors } from '../account.ts';
import { notifyOfChange } from '../changes/changes.ts';
import { knownDevices, users } from '../schema.ts';
import { coarseNetwork, type Origin } from './origin.ts';

/**
 * A sign-in is complete, or its password was right: a kind of browser in a network from which this person never came in
 * before is mailed to them. Called before the sign-in is stored, so that the very first one is recognised. Where a
 * second step is owed nobody has come in yet; the step itself calls this with `complete`.
 */
export async function mailIfUnknownDevice(
  tx: Tx,
  deps: Dependencies,
  userId: string,
  origin: Origin,
  { complete }: { complete: boolean },
): Promise<void> {
  const deviceHash = hashOf(deps, userId, origin);
  const lastSeenAt = deps.now();
  const [known] = await tx
    .update(knownDevices)
    .set({ lastSeenAt })
    .where(and(eq(knownDevices.userId, userId), eq(knownDevices.deviceHash, deviceHash)))
    .returning({ userId: knownDevices.userId });
  if (known) return;
  if (!complete && verifiedFactors(await factorsOf(tx, userId)).length > 0) return;
  await tx.insert(knownDevices).values({ userId, deviceHash, lastSeenAt }).onConflictDoNothing();
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (user?.lastSignInAt) await notifyOfChange(tx, deps, user, { kind: 'new-device', origin });
}

/** With a key of the server: the few kinds of browsers and networks there are would be guessed from a plain digest. */
function hashOf({ tokens }: Dependencies, userId: string, { ip, userAgent }: Origin): Buffer {
  const { browser, system } = clientName(userAgent);
  return createHmac('sha256', tokens.deriveKey('known-device'))
    .update([userId, browser, system, coarseNetwork(ip)].join('\n'))
    .digest();
}
