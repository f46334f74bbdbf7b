import { randomUUID } from 'node:crypto';
import { and, eq, isNull, like, or } from 'drizzle-orm';
import type { OrderEventKind } from '#domain/orders/events.ts';
import { refuse } from '#domain/refuse.ts';
import { RETURN_MOVES, type ReturnState } from '#domain/returns/rules.ts';
import { parseSerial } from '#domain/stock/rules.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { IssuedDocument } from '../../documents/issue.ts';
import { buyerMailFields } from '../../orders/buyer-mail-fields.ts';
import { enterOrderEvent } from '../../orders/events.ts';
import { orderEvents } from '../../orders/schema.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { returns } from '../../returns/schema.ts';
import { receiveReturnedDevice } from '../../stock/move-devices.ts';
import { stockDevices } from '../../stock/schema.ts';
import { answerTasks } from '../../tasks/answer.ts';
import { tasks } from '../../tasks/schema.ts';
import { lockOrder } from '../fulfilment/parcels.ts';
import { returnLink } from './ask-return.ts';
import type { OrderRow, ReturnRow } from './devices.ts';
import { resolveWithdrawalOfReturn } from './end-return.ts';
import { isToDecideAgain } from './read-returns.ts';

/** The return with its order, both held. */
export async function lockReturn(tx: Tx, id: string): Promise<{ order: OrderRow; row: ReturnRow }> {
  const [found] = await tx.select({ orderId: returns.orderId }).from(returns).where(eq(returns.id, id));
  if (!found) throw refuse('RETURN_GONE');
  const order = await lockOrder(tx, found.orderId);
  const [row] = await tx.select().from(returns).where(eq(returns.id, id)).for('update');
  return { order, row: row! };
}

interface Step {
  to: ReturnState;
  event: OrderEventKind;
  /** Of an event that happens more than once; else there is one of the return. */
  reference?: string;
  action: 'returns.label-sent' | 'returns.received' | 'returns.decided' | 'returns.called-off';
  set?: Partial<ReturnRow>;
  facts?: Record<string, string>;
}

/** One move of a return, with its event and its entry in the log. */
export async function moveReturn(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  row: ReturnRow,
  { to, event, reference = row.id, action, set = {}, facts = {} }: Step,
): Promise<ReturnRow> {
  if (row.state !== to && !RETURN_MOVES[row.state].includes(to)) throw refuse('RETURN_MOVED');
  const [moved] = await tx
    .update(returns)
    .set({ ...set, state: to })
    .where(eq(returns.id, row.id))
    .returning();
  const serials = row.serials.join(', ');
  await enterOrderEvent(tx, deps.now(), actor, row.orderId, {
    kind: event,
    reference,
    facts: { serials, ...facts },
  });
  await record(tx, actor, {
    action,
    on: { kind: 'order', id: row.orderId },
    after: { serials: row.serials, ...facts },
  });
  return moved!;
}

/** To the buyer, about one return. */
export const returnMailProps = (deps: Dependencies, order: OrderRow, { serials }: ReturnRow) => ({
  number: order.number,
  serials,
  link: returnLink(deps, order),
});

const labelSentCondition = ({ id, orderId }: ReturnRow) =>
  and(
    eq(orderEvents.orderId, orderId),
    eq(orderEvents.kind, 'return_label_sent'),
    or(eq(orderEvents.reference, id), like(orderEvents.reference, `${id}/%`)),
  );

/** The label is on its way; the same number again is done. Another one takes its place where whoever sends it has seen the first. */
export async function sendLabel(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { id, label, instead = null }: { id: string; label: string; instead?: string | null | undefined },
): Promise<ReturnRow> {
  const { order, row } = await lockReturn(tx, id);
  if (row.state === 'label_sent' && row.label === label) return row;
  const isNext = row.state === 'requested' || (row.state === 'label_sent' && row.label === instead);
  if (!isNext || row.way !== 'label') throw refuse('RETURN_MOVED');
  const sent = await tx.$count(orderEvents, labelSentCondition(row));
  const reference = sent === 0 ? id : `${id}/${sent + 1}`;
  await queueMail(tx, deps.queue, {
    ...buyerMailFields(order),
    template: 'returns.label',
    props: { ...returnMailProps(deps, order, row), label },
    idempotencyKey: `returns.label:${reference}:${label}`,
  });
  return moveReturn(tx, deps, actor, row, {
    to: 'label_sent',
    event: 'return_label_sent',
    reference,
    action: 'returns.label-sent',
    set: { label },
    facts: { label },
  });
}

/**
 * Devices are here. What was withdrawn from is ours again and looked at; a faulty one stays the buyer's until it is decided. `partly`: what
 * did not come is a return of its own that goes on waiting, asked for when this one was.
 */
export async function receiveReturn(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { id, serials, partly = false }: { id: string; serials: string[]; partly?: boolean },
): Promise<ReturnRow> {
  const { order, row } = await lockReturn(tx, id);
  if (row.state === 'received') return row;
  const scanned = [...new Set(serials.map((typed) => parseSerial(typed).serial ?? typed))];
  const missing = row.serials.filter((serial) => !scanned.includes(serial));
  const other = scanned.filter((serial) => !row.serials.includes(serial));
  const came = row.serials.filter((serial) => scanned.includes(serial));
  if (other.length > 0 || came.length === 0 || (missing.length > 0 && !partly))
    throw refuse('RETURN_SERIALS_WRONG', { missing, other });
  if (missing.length > 0) await keepWaiting(tx, row, missing);
  const moved = await moveReturn(
    tx,
    deps,
    actor,
    { ...row, serials: came },
    { to: 'received', event: 'return_received', action: 'returns.received', set: { serials: came } },
  );
  if (row.kind === 'withdrawal')
    for (const serial of came) {
      const [device] = await tx.select().from(stockDevices).where(eq(stockDevices.serial, serial));
      if (device?.orderId === order.id && device.place === 'customer')
        await receiveReturnedDevice(tx, deps, actor, { serial, parcel: device.parcel });
    }
  await queueMail(tx, deps.queue, {
    ...buyerMailFields(order),
    template: 'returns.received',
    props: { ...returnMailProps(deps, order, moved), missing },
    idempotencyKey: `returns.received:${id}`,
  });
  return moved;
}

/** Without the label, which the others came with: another one may be sent for these. */
async function keepWaiting(tx: Tx, row: ReturnRow, serials: string[]): Promise<void> {
  const n = await tx.$count(returns, eq(returns.orderId, row.orderId));
  await tx.insert(returns).values({ ...row, id: randomUUID(), n: n + 1, state: 'requested', label: null, serials });
}

/** Tells it as the answer that is owed to a complaint, with the record of its devices; `false`: none is owed any more. */
export async function answerComplaint(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { taskId, resolution }: Pick<ReturnRow, 'taskId' | 'resolution'>,
  paper: IssuedDocument | null = null,
): Promise<boolean> {
  if (!taskId) return false;
  const [owed] = await tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.id, taskId), isNull(tasks.answeredAt)));
  if (owed) await answerTasks(tx, deps, actor, { ids: [taskId], answer: resolution, paper });
  return owed !== undefined;
}

/**
 * The devices stay with their buyer; the statement is settled with it, and a complaint answered. Of what is decided only a reduced price
 * whose money did not go is called off.
 */
export async function cancelReturn(
  tx: Tx,
  deps: Dependencies,
  actor: Actor,
  { id, resolution }: { id: string; resolution: string },
): Promise<ReturnRow> {
  const { order, row } = await lockReturn(tx, id);
  if (row.state === 'called_off') return row;
  if (row.state === 'decided' && !(row.outcome === 'reduced' && (await isToDecideAgain(tx, row))))
    throw refuse('RETURN_MOVED');
  const moved = await moveReturn(tx, deps, actor, row, {
    to: 'called_off',
    event: 'return_called_off',
    action: 'returns.called-off',
    set: { resolution, outcome: null, refundId: null },
  });
  await resolveWithdrawalOfReturn(tx, deps, moved, resolution);
  if (await answerComplaint(tx, deps, actor, moved)) return moved;
  await queueMail(tx, deps.queue, {
    ...buyerMailFields(order),
    template: 'returns.called-off',
    props: { ...returnMailProps(deps, order, row), resolution },
    idempotencyKey: `returns.called-off:${id}`,
  });
  return moved;
}
