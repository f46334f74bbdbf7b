import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import { exchangeRecord } from '#domain/fulfilment/exchange-mail-copy.ts';
import type { ShipmentState } from '#domain/fulfilment/shipment.ts';
import { warrantyUntil } from '#domain/fulfilment/warranty.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { IssuedDocument } from '../../documents/issue.ts';
import { exchanges, shipmentDevices } from '../../fulfilment/schema.ts';
import { enterOrderEvent } from '../../orders/events.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { licences } from '../../playout/schema.ts';
import { issueReturnRecord } from '../documents/issue-return-record.ts';
import { issueWarranty } from '../documents/issue-warranty.ts';
import type { OrderRow, ShipmentRow } from '../fulfilment/parcels.ts';
import { type ExchangeRow, exchangeMail } from './exchange-rows.ts';

/** An exchange with the device that takes the faulty one's place. */
type Packed = ExchangeRow & { replacement: string };

const ofParcel = (tx: Tx, id: string): Promise<Packed[]> =>
  tx.select().from(exchanges).where(eq(exchanges.shipmentId, id)).orderBy(exchanges.serial) as Promise<Packed[]>;

/** These exchanges of the order, in this order, held; each waits for another device. */
export async function lockReady(tx: Tx, order: OrderRow, ids: readonly string[]): Promise<ExchangeRow[]> {
  const held = await tx
    .select()
    .from(exchanges)
    .where(and(eq(exchanges.orderId, order.id), inArray(exchanges.id, [...ids])))
    .for('update');
  const rows = [...new Set(ids)].map((id) => held.find((row) => row.id === id));
  if (rows.some((row) => !row)) throw refuse('EXCHANGE_GONE');
  if (rows.some((row) => row!.state !== 'ready')) throw refuse('EXCHANGE_MOVED');
  return rows as ExchangeRow[];
}

/** The devices are in the parcel, each for the exchange at its place in the list. */
export async function enterPacked(tx: Tx, rows: readonly ExchangeRow[], shipmentId: string, serials: string[]) {
  for (const [at, { id }] of rows.entries())
    await tx
      .update(exchanges)
      .set({ state: 'packed', shipmentId, replacement: serials[at]! })
      .where(eq(exchanges.id, id));
}

/** Another serial number in the place of a wrong one. */
export const correctReplacement = (tx: Tx, shipmentId: string, from: string, to: string) =>
  tx
    .update(exchanges)
    .set({ replacement: to })
    .where(and(eq(exchanges.shipmentId, shipmentId), eq(exchanges.replacement, from)));

/** The parcel was taken apart, or came back: its exchanges wait for another device again. */
export const resetExchangesToReady = (tx: Tx, shipmentId: string) =>
  tx
    .update(exchanges)
    .set({ state: 'ready', shipmentId: null, replacement: null })
    .where(and(eq(exchanges.shipmentId, shipmentId), ne(exchanges.state, 'cancelled')));

/** The parcel leaves, with the record of what came back in it. Takes a number, so it is done late. */
export async function sendExchanges(
  tx: Tx,
  deps: Dependencies,
  order: OrderRow,
  { id, courier }: ShipmentRow,
  { key, codes, followed }: { key: string; codes: string[]; followed: string },
): Promise<void> {
  await tx.update(exchanges).set({ state: 'sent' }).where(eq(exchanges.shipmentId, id));
  const rows = await ofParcel(tx, id);
  const issued = await issueRecord(tx, deps, order, rows);
  const { link: _, ...mail } = exchangeMail(deps, order);
  await queueMail(tx, deps.queue, {
    ...mail,
    template: 'fulfilment.exchange-sent',
    props: {
      parcel: key,
      courier,
      codes,
      pairs: rows.map(({ serial, replacement }) => ({ serial, replacement })),
      record: issued.number,
      link: followed,
    },
    awaits: issued.id,
    idempotencyKey: `fulfilment.exchange-sent:${id}`,
  });
}

function issueRecord(tx: Tx, deps: Dependencies, order: OrderRow, rows: Packed[]): Promise<IssuedDocument> {
  const received = rows.map(({ receivedAt }) => dayOf(receivedAt!)).sort();
  const decisions = rows.map(({ firstDeliveredOn, isGoodwill }) =>
    (isGoodwill ? exchangeRecord.decisionOver : exchangeRecord.decision)(warrantyUntil(firstDeliveredOn)),
  );
  return issueReturnRecord(tx, deps, order, {
    receivedOn: received.at(-1)!,
    why: 'exchange',
    devices: rows.map(({ serial, replacement }) => ({
      serial,
      replacedBy: replacement,
      condition: exchangeRecord.condition,
    })),
    decision: [...new Set(decisions)].join(' '),
    note: rows.map(({ serial, reason }) => exchangeRecord.of(serial, reason)).join('\n'),
  });
}

/** A parcel on its way is lost or damaged, and another one may be packed; or it was found again before that. */
export async function followExchanges(tx: Tx, { id, state }: ShipmentRow, to: ShipmentState): Promise<void> {
  if (to === 'returned') await resetExchangesToReady(tx, id);
  const isGone = to === 'lost' || to === 'damaged';
  if (!isGone && !(state === 'lost' && to === 'in_transit')) return;
  await tx
    .update(exchanges)
    .set({ state: isGone ? 'ready' : 'sent' })
    .where(and(eq(exchanges.shipmentId, id), eq(exchanges.state, isGone ? 'sent' : 'ready')));
}

/**
 * The buyer has the other device: until this moment the licence was the faulty one's, from now on it is that one's, with the TV that runs
 * on it and the code with which it is handed over.
 */
export async function finishExchanges(tx: Tx, deps: Dependencies, actor: Actor, order: OrderRow, shipmentId: string) {
  const rows = (await ofParcel(tx, shipmentId)).filter(({ state }) => state === 'sent' || state === 'ready');
  for (const { id, serial, replacement } of rows) {
    await tx.update(exchanges).set({ state: 'done' }).where(eq(exchanges.id, id));
    await tx
      .update(shipmentDevices)
      .set({ isLive: false })
      .where(and(eq(shipmentDevices.serial, serial), eq(shipmentDevices.isLive, true)));
    // A device that was sold before and came back may have left one that no longer counts, and so may whoever had it and was erased.
    await tx
      .delete(licences)
      .where(or(eq(licences.serial, replacement), and(eq(licences.serial, serial), isNull(licences.profileId))));
    await tx.update(licences).set({ serial: replacement }).where(eq(licences.serial, serial));
    const facts = { serial, replacement };
    await enterOrderEvent(tx, deps.now(), actor, order.id, { kind: 'exchange_done', reference: id, facts });
    await record(tx, actor, {
      action: 'fulfilment.exchange-done',
      on: { kind: 'order', id: order.id },
      before: { serial },
      after: { serial: replacement },
    });
  }
}

/** The warranty of the other devices, which runs on; with it the mail. Takes a number, so it is done late. */
export async function mailExchanged(tx: Tx, deps: Dependencies, order: OrderRow, shipmentId: string): Promise<void> {
  const rows = (await ofParcel(tx, shipmentId)).filter(({ state }) => state === 'done');
  if (rows.length === 0) return;
  const devices = rows.map(({ replacement, firstDeliveredOn }) => ({ serial: replacement, since: firstDeliveredOn }));
  const isOver = rows.every(({ firstDeliveredOn }) => warrantyUntil(firstDeliveredOn) < dayOf(deps.now()));
  const warranty = isOver ? null : await issueWarranty(tx, deps, order, devices, { isExchange: true });
  const { link, ...mail } = exchangeMail(deps, order);
  await queueMail(tx, deps.queue, {
    ...mail,
    template: 'fulfilment.exchange-delivered',
    props: {
      number: order.number,
      devices: rows.map(({ serial, replacement, firstDeliveredOn }) => ({
        serial,
        replacement,
        until: warrantyUntil(firstDeliveredOn),
      })),
      warranty: warranty?.number ?? null,
      link,
    },
    ...(warranty ? { awaits: warranty.id } : {}),
    idempotencyKey: `fulfilment.exchange-delivered:${shipmentId}`,
  });
}
