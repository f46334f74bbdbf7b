import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { DAY_MS, type Day } from '#domain/day.ts';
import type { FollowedParcel, OwnParcels } from '#domain/fulfilment/contract.ts';
import { maskedPhone, maskedStreet } from '#domain/fulfilment/masks.ts';
import { receiverOf } from '#domain/fulfilment/receiver.ts';
import { FOLLOWED_DAYS, NOT_SENT } from '#domain/fulfilment/rules.ts';
import {
  COMING_STATES,
  type ShipmentState,
  shipmentKey,
  shipmentKeyIn,
  UNDER_WAY_STATES,
} from '#domain/fulfilment/shipment.ts';
import { warrantyUntil } from '#domain/fulfilment/warranty.ts';
import { PARCEL_STATES } from '#domain/order-states.ts';
import { expectedOn } from '#domain/orders/own/expected-delivery.ts';
import { deliveryBy } from '#domain/orders/rules.ts';
import { refuse } from '#domain/refuse.ts';
import { dayOf } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { documents } from '../../documents/schema.ts';
import { parcelClaims, shipmentBoxes, shipmentDevices, shipments } from '../../fulfilment/schema.ts';
import { orderEvents, orders } from '../../orders/schema.ts';
import type { Database } from '../../platform/db.ts';
import { exchangesOf } from '../exchanges/exchange-rows.ts';
import { isLossChoiceClosed, readParcelClaims } from './lost-parcels.ts';
import { isMoneyOfLossBackCondition, packingOf, serialsOf, shownDevicesOf } from './parcels.ts';

type Row = { parcel: typeof shipments.$inferSelect; order: typeof orders.$inferSelect };

/** The parcel behind a mailed link, until some weeks after its delivery. Cancelled, unknown and ended are told apart by nobody. */
export async function followParcel(deps: Dependencies, token: string) {
  const [found] = await deps.db
    .select({ parcel: shipments, order: orders })
    .from(shipments)
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .where(eq(shipments.token, token));
  const end = found?.parcel.deliveredAt && found.parcel.deliveredAt.getTime() + FOLLOWED_DAYS * DAY_MS;
  if (!found || found.parcel.state === 'cancelled' || (end && end < deps.now().getTime()))
    throw refuse('PARCEL_LINK_ENDED');
  const [shown] = await describe(deps, [found]);
  const to = found.order.delivery ?? {};
  return {
    ...shown!,
    city: to.city ?? '',
    street: maskedStreet(to.address ?? ''),
    phone: maskedPhone(receiverOf(to).phone),
    toPay: COMING_STATES.some((state) => state === found.parcel.state) ? found.parcel.collectAmount : null,
    expectedOn: expectedDay(deps, found, shown!),
  };
}

/** Of a parcel on its way, by the rule of the own order; of an exchange no last day is known. */
function expectedDay({ config, now }: Dependencies, { parcel, order }: Row, { moves }: FollowedParcel): Day | null {
  const sent = moves.find(({ state }) => state === 'handed_over');
  if (!sent || !UNDER_WAY_STATES.some((state) => state === parcel.state)) return null;
  const dueOn = parcel.kind === 'exchange' ? null : deliveryBy(order.paidAt ?? order.createdAt);
  return expectedOn({ today: dayOf(now()), sentOn: dayOf(sent.at), dueOn }, config.transfer.holidays);
}

/** A person's own order, with all its parcels, what is in them, and its papers. */
export async function ownParcels(deps: Dependencies, profileId: string, number: number): Promise<OwnParcels> {
  const { db } = deps;
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.number, number), eq(orders.profileId, profileId)));
  if (!order) throw refuse('ORDER_GONE');
  const parcels = await db.select().from(shipments).where(eq(shipments.orderId, order.id)).orderBy(asc(shipments.n));
  const live = parcels.filter(({ state }) => state !== 'cancelled');
  const devices = await db
    .select()
    .from(shipmentDevices)
    .where(
      inArray(
        shipmentDevices.shipmentId,
        live.map(({ id }) => id),
      ),
    )
    .orderBy(asc(shipmentDevices.position));
  const exchanged = await exchangesOf(db, order.id);
  const losses = await lossesOf(db, order, live);
  const papers = await db.select().from(documents).where(eq(documents.orderId, order.id)).orderBy(desc(documents.nth));
  const shown = await describe(
    deps,
    live.map((parcel) => ({ parcel, order })),
  );
  const { productName, createdAt, paidAt, delivery } = order;
  const { problem } = await packingOf(db, order);
  return {
    number,
    productName,
    createdAt,
    paidAt,
    delivery,
    notSent: live.length > 0 ? null : (NOT_SENT.find((why) => why === problem) ?? null),
    documents: papers.map(({ id, kind: paper, number: named, state, issuedAt }) => ({
      id,
      kind: paper,
      number: named,
      issuedAt,
      ready: state === 'ready',
    })),
    parcels: shown.map((one, index) => {
      const parcel = live[index]!;
      const { kind, deliveredAt } = parcel;
      const serials = serialsOf(shownDevicesOf(devices, parcel));
      return { ...one, kind, serials, deliveredAt, loss: losses.get(one.n) ?? null };
    }),
    exchanges: exchanged.map(({ id, state, serial, replacement, label, firstDeliveredOn }) => ({
      id,
      state,
      serial,
      replacement,
      label,
      until: warrantyUntil(firstDeliveredOn),
    })),
  };
}

/**
 * What the buyer was asked after a loss. It is done once as many devices are packed again, nothing is left to be sent, or the money of all
 * that were lost, or were not sent again, is back.
 */
async function lossesOf(
  db: Database,
  order: Row['order'],
  live: Row['parcel'][],
): Promise<Map<number, NonNullable<OwnParcels['parcels'][number]['loss']>>> {
  const asked = (await readParcelClaims(db, order)).filter(({ isAsked }) => isAsked);
  if (asked.length === 0) return new Map();
  const { problem, missing } = await packingOf(db, order);
  const isClosed = isLossChoiceClosed(problem);
  const choices = await db
    .select({ id: parcelClaims.shipmentId, at: parcelClaims.chosenAt })
    .from(parcelClaims)
    .where(
      inArray(
        parcelClaims.shipmentId,
        asked.map(({ id }) => id),
      ),
    );
  const { rows } = await db.execute<{ isBack: boolean }>(
    sql`select ${isMoneyOfLossBackCondition(order.id)} as "isBack"`,
  );
  const isPackedAgain = (id: string) => {
    const at = choices.find((one) => one.id === id)?.at;
    const later = live.filter((one) => one.kind === 'resend' && one.id !== id && at && one.createdAt >= at);
    const packed = later.reduce((sum, { devices }) => sum + devices, 0);
    return packed >= (live.find((one) => one.id === id)?.devices ?? 0);
  };
  const isDone = {
    again: (id: string) => missing === 0 || isPackedAgain(id),
    money: () => rows[0]!.isBack,
  };
  return new Map(
    asked.map(({ id, n, kind, choice }) => [
      n,
      { kind, choice, isOpen: choice === null && !isClosed, isDone: choice !== null && isDone[choice](id) },
    ]),
  );
}

async function describe({ db, couriers }: Dependencies, rows: Row[]): Promise<FollowedParcel[]> {
  const ids = [...new Set(rows.map(({ order }) => order.id))];
  const events = await db
    .select()
    .from(orderEvents)
    .where(and(inArray(orderEvents.orderId, ids), inArray(orderEvents.kind, [...PARCEL_STATES])))
    .orderBy(asc(orderEvents.moment), asc(orderEvents.id));
  const boxes = await db
    .select()
    .from(shipmentBoxes)
    .where(
      inArray(
        shipmentBoxes.shipmentId,
        rows.map(({ parcel }) => parcel.id),
      ),
    )
    .orderBy(asc(shipmentBoxes.n));
  return rows.map(({ parcel, order }) => {
    const key = shipmentKey(order.number, parcel.n);
    const codes = boxes.filter(({ shipmentId }) => shipmentId === parcel.id).flatMap(({ code }) => code ?? []);
    const pageOf = (code: string) => couriers.get(parcel.courier)?.trackingOf(code) ?? null;
    return {
      order: order.number,
      n: parcel.n,
      courier: parcel.courier,
      codes,
      state: parcel.state,
      orderedAt: order.createdAt,
      packedAt: parcel.createdAt,
      moves: events
        .filter(({ orderId, reference }) => orderId === order.id && shipmentKeyIn(reference) === key)
        .map(({ kind, moment }) => ({ state: kind as ShipmentState, at: moment })),
      tracking:
        parcel.state === 'packed'
          ? []
          : codes.flatMap((code) => {
              const url = pageOf(code);
              return url ? [{ code, url }] : [];
            }),
    };
  });
}
