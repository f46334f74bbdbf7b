import { eq } from 'drizzle-orm';
import { type Decision, needsSecondPerson, type PaymentExpectation } from '#domain/bank/decisions.ts';
import { isBuyerOf } from '#domain/orders/is-buyer-of.ts';
import type { PaymentTarget } from '../../bank/lines/claim.ts';
import type { bankHolds } from '../../bank/schema.ts';
import { reservations } from '../../events/schema.ts';
import { orderClaims, orders } from '../../orders/schema.ts';
import type { Actor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';

/** Whether another person has to agree: so much is missing, or whoever accepts it is who paid too little. */
export const takesSecondPerson = (
  { decision }: { decision: Decision },
  actor: Actor,
  target: PaymentTarget | null,
  expectation: PaymentExpectation | null,
): boolean =>
  decision === 'accept' &&
  target !== null &&
  expectation !== null &&
  (needsSecondPerson(expectation) || isBuyerOf(target.of === 'order' ? target.order : target.place, actor));

/** Whether what was decided is about an order or a place of that person. */
export async function isOfTheirs(
  tx: Tx,
  { claimId, reservationId }: Pick<typeof bankHolds.$inferSelect, 'claimId' | 'reservationId'>,
  person: Pick<Actor, 'id' | 'email'>,
): Promise<boolean> {
  const bought = claimId
    ? await tx
        .select({ profileId: orders.profileId, email: orders.email })
        .from(orders)
        .innerJoin(orderClaims, eq(orderClaims.orderId, orders.id))
        .where(eq(orderClaims.id, claimId))
    : reservationId
      ? await tx.select({ email: reservations.email }).from(reservations).where(eq(reservations.id, reservationId))
      : [];
  return bought.some((one) => isBuyerOf(one, person));
}
