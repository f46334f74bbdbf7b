import { eq } from 'drizzle-orm';
import { isPast } from '#domain/events/moments.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { instructionsFor, instructionsMailProps, reservationMailProps } from '../describe.ts';
import { reservations } from '../schema.ts';

/** Tells the guest what came and how to pay the rest, once for each payment, and answers whether it was. Nobody pays for an event that is over. */
export async function askForRest(
  tx: Tx,
  deps: Dependencies,
  id: string,
  { came, lineId }: { came: number; lineId: string },
): Promise<boolean> {
  const [row] = await tx.select().from(reservations).where(eq(reservations.id, id));
  if (row?.status !== 'pending' || isPast(deps.config.event, row, deps.now())) return false;
  const { currency } = row;
  await queueMail(tx, deps.queue, {
    to: row.email,
    profileId: null,
    template: 'events.part-came',
    props: {
      ...reservationMailProps(deps, row),
      came: { amount: came, currency },
      rest: { amount: row.amount - row.arrived, currency },
      instructions: instructionsMailProps(instructionsFor(deps, row)),
    },
    idempotencyKey: `events.part-came:${row.id}:${lineId}`,
  });
  return true;
}
