import { isDeepStrictEqual } from 'node:util';
import { eq, inArray } from 'drizzle-orm';
import { isPast } from '#domain/events/moments.ts';
import type { ClaimCompany } from '#domain/events/ticket/claim-company.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { CallLimits } from '../../limits.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { DatabaseOrTransaction } from '../../platform/db.ts';
import { claims, reservations } from '../schema.ts';
import { openToken } from '../tickets/open-token.ts';

/** The company for a reservation's claim, `null` when a private person pays. */
export async function readPayingCompany(
  db: DatabaseOrTransaction,
  reservationId: string,
): Promise<ClaimCompany | null> {
  const { companyName, taxNumber, registrationNumber, address } = claims;
  const [row] = await db
    .select({ companyName, taxNumber, registrationNumber, address })
    .from(claims)
    .where(eq(claims.reservationId, reservationId));
  return row ?? null;
}

/** By reservation, of those that have one. */
export async function readClaims(
  db: DatabaseOrTransaction,
  rows: readonly { id: string }[],
): Promise<Map<string, ClaimCompany>> {
  const ids = rows.map(({ id }) => id);
  const found = ids.length === 0 ? [] : await db.select().from(claims).where(inArray(claims.reservationId, ids));
  return new Map(found.map((row) => [row.reservationId, row]));
}

/** Asked by whoever reserved, while nothing is paid, over what was shown. The same again changes nothing. */
export async function saveClaim(
  deps: Dependencies,
  actor: Actor,
  { token, shown, claim }: { token: string; shown: ClaimCompany | null; claim: ClaimCompany },
  limits: CallLimits,
): Promise<ClaimCompany> {
  return deps.db.transaction(async (tx) => {
    const opened = await openToken(tx, deps, token);
    if (opened?.opened !== 'reservation') throw refuse('TICKET_UNKNOWN');
    const [row] = await tx.select().from(reservations).where(eq(reservations.id, opened.reservationId)).for('update');
    if (!row) throw refuse('TICKET_UNKNOWN');
    const before = await readPayingCompany(tx, row.id);
    if (isDeepStrictEqual(before, claim)) return claim;
    if (row.status !== 'pending' || isPast(deps.config.event, row, deps.now())) throw refuse('CLAIM_CLOSED');
    if (before && !isDeepStrictEqual(before, shown)) throw refuse('CLAIM_CHANGED', before);
    await limits.consume('changes of places', row.id);
    await tx
      .insert(claims)
      .values({ reservationId: row.id, ...claim })
      .onConflictDoUpdate({ target: claims.reservationId, set: claim });
    await record(tx, actor, {
      action: 'events.claimed',
      on: { kind: 'reservation', id: row.id },
      before: before && { ...before },
      after: { ...claim },
    });
    return claim;
  });
}
