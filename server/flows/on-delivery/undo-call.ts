import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import { LAST_MOMENT_SECONDS, UNDO_SECONDS } from '#domain/undo.ts';
import type { Dependencies } from '../../dependencies.ts';
import { shipments } from '../../fulfilment/schema.ts';
import { enterOrderEvent } from '../../orders/events.ts';
import { orderEvents } from '../../orders/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { takeBackMails } from '../../platform/mail/mail.ts';
import { mails } from '../../platform/mail.schema.ts';
import { lockOrderByNumber } from '../transfers/unpaid.ts';
import { CALL_MAILS, callMailKey, parseMissedParcels } from './calls.ts';

/**
 * Takes back the call that its own person entered within seconds: as if nobody had called. Only while it is the last thing that happened to
 * the order and its mail is still held; the note stays, because it was written and not inferred. Taken back already is done.
 */
export const undoCall = (
  deps: Dependencies,
  actor: Actor,
  { number, id }: { number: number; id: string },
): Promise<{ undone: true }> =>
  deps.db.transaction(async (tx) => {
    const order = await lockOrderByNumber(tx, { number, profileId: null });
    const [last] = await tx
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.orderId, order.id))
      .orderBy(desc(orderEvents.id))
      .limit(1);
    if (last?.reference !== id) throw refuse('CALL_STAYS');
    if (last.kind === 'call_undone') return { undone: true };
    const now = deps.now();
    const isCall = last.kind === 'called' || last.kind === 'missed_called';
    const isLate = now.getTime() - last.moment.getTime() > (UNDO_SECONDS + LAST_MOMENT_SECONDS) * 1000;
    if (!isCall || isLate || last.actor !== actor.id) throw refuse('CALL_STAYS');
    if (!(await wereAllHeld(tx, id))) throw refuse('CALL_STAYS');
    await markMissedAgain(tx, order.id, String(last.facts.missed ?? ''));
    await enterOrderEvent(tx, now, actor, order.id, { kind: 'call_undone', reference: id });
    const { outcome } = last.facts;
    await record(tx, actor, {
      action: 'orders.call-undone',
      on: { kind: 'order', id: order.id },
      before: last.kind === 'called' ? { outcome } : { missedCall: outcome },
    });
    return { undone: true };
  });

/** Takes the mails of the call back before they leave; `false`: the buyer has one, or nearly. */
async function wereAllHeld(tx: Tx, call: string): Promise<boolean> {
  const keys = CALL_MAILS.map((template) => callMailKey(template, call));
  await takeBackMails(tx, keys);
  return (await tx.$count(mails, inArray(mails.idempotencyKey, keys))) === 0;
}

/** The parcels whose buyer is to be called again because the courier found nobody. */
async function markMissedAgain(tx: Tx, orderId: string, missed: string): Promise<void> {
  for (const { n, at } of parseMissedParcels(missed))
    await tx
      .update(shipments)
      .set({ missedAt: at })
      .where(and(eq(shipments.orderId, orderId), eq(shipments.n, n), isNull(shipments.missedAt)));
}
