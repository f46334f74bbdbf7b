import { and, count, eq, gt, isNull, ne } from 'drizzle-orm';
import { WAITING_AT_ONCE, WRONG_DIGITS } from '#domain/devices/rules.ts';
import type { Tx } from '../platform/db.ts';
import { pairings } from './schema.ts';

type Pairing = typeof pairings.$inferSelect;

/**
 * Whether the TV and the person asking for it stand on one network on which few TVs wait, so that it is hardly somebody
 * else's. Whole mobile operators share an address. A number is valid for ten minutes, so the TV began within them.
 */
export async function isOnSameNetwork(tx: Tx, pairing: Pairing, network: string, now: Date): Promise<boolean> {
  if (!pairing.network || pairing.network !== network) return false;
  const [others] = await tx
    .select({ number: count() })
    .from(pairings)
    .where(
      and(
        eq(pairings.network, network),
        isNull(pairings.userRef),
        gt(pairings.expiresAt, now),
        ne(pairings.id, pairing.id),
      ),
    );
  return others!.number < WAITING_AT_ONCE;
}

export const triesLeft = ({ wrongDigits }: Pick<Pairing, 'wrongDigits'>): number =>
  Math.max(0, WRONG_DIGITS - wrongDigits);

/** Counts a wrong try; answers with the tries left. At none the number is spent and its TV shows another. */
export async function countWrongDigits(tx: Tx, pairing: Pairing, now: Date): Promise<number> {
  const wrongDigits = pairing.wrongDigits + 1;
  const left = triesLeft({ wrongDigits });
  await tx
    .update(pairings)
    .set({ wrongDigits, ...(left === 0 ? { expiresAt: now } : {}) })
    .where(eq(pairings.id, pairing.id));
  return left;
}
