import { randomBytes, randomInt } from 'node:crypto';
import { PAIRING_SECONDS } from '#domain/devices/rules.ts';
import type { Database } from '../platform/db.ts';
import { fingerprint } from '../platform/secrets/fingerprint.ts';
import { pairings } from './schema.ts';

/** A fresh number for a TV, two digits beside it, and the secret only it learns. A number in use is never given twice. */
export async function beginPairing(db: Database, network: string, now: Date) {
  const secret = randomBytes(24).toString('base64url');
  const digits = String(randomInt(0, 100)).padStart(2, '0');
  const expiresAt = new Date(now.getTime() + PAIRING_SECONDS * 1000);
  for (;;) {
    const [row] = await db
      .insert(pairings)
      .values({
        id: randomInt(100_000_000, 1_000_000_000),
        secretHash: fingerprint(secret),
        digits,
        network,
        expiresAt,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning({ number: pairings.id });
    if (row) return { number: row.number, digits, secret, expiresAt };
  }
}
