import { and, eq, inArray } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import { isUnderWay, RETURN_STATES } from '#domain/returns/rules.ts';
import type { Tx } from '../../platform/db.ts';
import { returns } from '../../returns/schema.ts';
import type { Returnable } from './returnables.ts';

/** Devices of a return that is under way: their money goes back with its decision, once, and the return ends with it. */
export async function refuseReturningDevices(
  tx: Tx,
  payment: Returnable,
  orderId: string,
  { devices, serials }: { devices: number; serials: string[] },
): Promise<void> {
  const rows = await tx
    .select({ serials: returns.serials })
    .from(returns)
    .where(and(eq(returns.orderId, orderId), inArray(returns.state, RETURN_STATES.filter(isUnderWay))));
  const coming = rows.flatMap((row) => row.serials);
  const others = payment.devices - payment.devicesBack - coming.length;
  if ((devices > 0 && devices > others) || serials.some((serial) => coming.includes(serial)))
    throw refuse('REFUND_OF_RETURN', { serials: coming });
}
