import { and, asc, count, countDistinct, desc, eq, gte, inArray, max, min, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import { HOUR_MS } from '#domain/day.ts';
import { refuse } from '#domain/refuse.ts';
import type { StockDevice } from '#domain/stock/contract.ts';
import { type DevicePlace, PLACES } from '#domain/stock/rules.ts';
import { dayOf } from '#domain/time.ts';
import { profiles, profileWords } from '../accounts/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { orders } from '../orders/schema.ts';
import { BELGRADE } from '../platform/belgrade.ts';
import type { Database } from '../platform/db.ts';
import { escaped, pageOf, wordSearchCondition } from '../platform/list.ts';
import { comingDay, countFreeDevices } from './free.ts';
import { stockDevices, stockIntakes, stockLimits, stockMoves } from './schema.ts';

export interface StockFilter {
  search?: string | undefined;
  place?: DevicePlace | undefined;
  intake?: number | undefined;
}
interface Part {
  direction: 'asc' | 'desc';
  after?: string | undefined;
  size?: number;
}

export const nameIn = (person: Record<'firstName' | 'lastName' | 'username' | 'companyName', AnyPgColumn>) =>
  sql<string>`coalesce(${person.companyName}, nullif(trim(concat_ws(' ', ${person.firstName}, ${person.lastName})), ''), ${person.username})`;
const isOut = sql`${stockDevices.place} in ('packed', 'courier', 'customer', 'inspection')`;

const shown = {
  id: stockDevices.id,
  serial: stockDevices.serial,
  place: stockDevices.place,
  shelf: stockDevices.shelf,
  isOpened: stockDevices.isOpened,
  order: orders.number,
  parcel: stockDevices.parcel,
  reason: stockDevices.reason,
  movedAt: stockDevices.movedAt,
  intake: stockIntakes.number,
  receivedAt: stockIntakes.takenAt,
  person: sql<string | null>`case when ${isOut} and ${profiles.id} is not null then ${nameIn(profiles)} end`,
};

const devices = (db: Database) =>
  db
    .select(shown)
    .from(stockDevices)
    .innerJoin(stockIntakes, eq(stockIntakes.number, stockDevices.intake))
    .leftJoin(orders, eq(orders.id, stockDevices.orderId))
    .leftJoin(profiles, eq(profiles.id, orders.profileId));

/** Devices by their last move, those that moved together by their numbers. */
export async function listDevices(db: Database, { direction, after, size, ...choice }: StockFilter & Part) {
  const page = pageOf({
    key: stockDevices.movedAt,
    id: stockDevices.serial,
    direction,
    after,
    ...(size ? { size } : {}),
  });
  const rows = await db
    .select({ ...shown, place_: page.place })
    .from(stockDevices)
    .innerJoin(stockIntakes, eq(stockIntakes.number, stockDevices.intake))
    .leftJoin(orders, eq(orders.id, stockDevices.orderId))
    .leftJoin(profiles, eq(profiles.id, orders.profileId))
    .where(and(deviceCondition(db, choice), page.after))
    .orderBy(...page.orderBy)
    .limit(page.limit);
  const found = rows.map(({ place_, ...device }) => ({ place: place_, device }));
  return page.show(found, ({ device }): StockDevice => device);
}

/** All of a choice, however many. */
export async function countDevices(db: Database, choice: StockFilter): Promise<number> {
  const [counted] = await db
    .select({ rows: count() })
    .from(stockDevices)
    .leftJoin(orders, eq(orders.id, stockDevices.orderId))
    .where(deviceCondition(db, choice));
  return counted!.rows;
}

function deviceCondition(db: Database, { search: text, place, intake }: StockFilter): SQL | undefined {
  return and(
    place && eq(stockDevices.place, place),
    intake === undefined ? undefined : eq(stockDevices.intake, intake),
    text ? found(db, text) : undefined,
  );
}

/** By a part of the number or the parcel, by the order's whole number, or by whose order it is in. */
function found(db: Database, text: string): SQL {
  const part = `%${escaped(text)}%`;
  const ofPeople = db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(profileWords, eq(profileWords.profileId, orders.profileId))
    .where(wordSearchCondition(profileWords.words, text));
  const number = /^\d{1,9}$/.test(text) ? sql`${orders.number} = ${Number(text)}` : sql`false`;
  return sql`(${stockDevices.serial} ilike ${part} or ${stockDevices.parcel} ilike ${part} or ${number} or ${inArray(stockDevices.orderId, ofPeople)})`;
}

export async function readDeviceHistory({ db }: Dependencies, id: string) {
  const [device] = await devices(db).where(eq(stockDevices.id, id));
  if (!device) throw refuse('DEVICE_GONE');
  const mover = alias(profiles, 'mover');
  const moves = await db
    .select({
      from: stockMoves.from,
      to: stockMoves.to,
      at: stockMoves.at,
      by: sql<string | null>`case when ${mover.id} is not null then ${nameIn(mover)} end`,
      order: orders.number,
      parcel: stockMoves.parcel,
      reason: stockMoves.reason,
      note: stockMoves.note,
    })
    .from(stockMoves)
    .leftJoin(orders, eq(orders.id, stockMoves.orderId))
    .leftJoin(mover, eq(mover.id, stockMoves.by))
    .where(eq(stockMoves.deviceId, id))
    .orderBy(asc(stockMoves.id));
  return { ...device, moves };
}

const LEFT_DAYS = 30;

export async function readLevel({ db, now }: Pick<Dependencies, 'db' | 'now'>) {
  const since = new Date(now().getTime() - LEFT_DAYS * 24 * HOUR_MS);
  const [places, [facts], [limits], days, free] = await Promise.all([
    db.select({ place: stockDevices.place, devices: count() }).from(stockDevices).groupBy(stockDevices.place),
    db
      .select({
        packedOrders: countDistinct(sql`case when ${stockDevices.place} = 'packed' then ${stockDevices.orderId} end`),
        courierSince: min(sql`case when ${stockDevices.place} = 'courier' then ${stockDevices.movedAt} end`).mapWith(
          stockDevices.movedAt,
        ),
        lastOff: max(sql`case when ${stockDevices.place} = 'off' then ${stockDevices.movedAt} end`).mapWith(
          stockDevices.movedAt,
        ),
      })
      .from(stockDevices),
    db.select().from(stockLimits),
    db
      .select({ devices: count() })
      .from(stockMoves)
      // What was lost and found left before.
      .where(and(eq(stockMoves.to, 'courier'), eq(stockMoves.from, 'packed'), gte(stockMoves.at, since)))
      .groupBy(sql`(${stockMoves.at} at time zone ${BELGRADE})::date`),
    countFreeDevices(db),
  ]);
  const counts = Object.fromEntries(
    PLACES.map((place) => [place, places.find((one) => one.place === place)?.devices ?? 0]),
  ) as Record<DevicePlace, number>;
  const { warnBelow, deliversFrom } = limits!;
  const received = Object.values(counts).reduce((sum, n) => sum + n, 0);
  return {
    ...facts!,
    places: counts,
    received,
    warnBelow,
    free: Math.max(0, free),
    waitedFor: Math.max(0, -free),
    deliversFrom: comingDay(deliversFrom, dayOf(now())),
    isLow: received > 0 && counts.stock < warnBelow,
    left: days.reduce((sum, day) => sum + day.devices, 0),
    leftInADay: Math.max(0, ...days.map((day) => day.devices)),
  };
}

const LAST_INTAKES = 3;

export async function listIntakes({ db }: Dependencies, all: boolean) {
  const rows = db
    .select({
      number: stockIntakes.number,
      at: stockIntakes.takenAt,
      by: sql<string | null>`case when ${profiles.id} is not null then ${nameIn(profiles)} end`,
      document: stockIntakes.document,
      count: count(stockDevices.id),
      first: min(stockDevices.serial),
      last: max(stockDevices.serial),
    })
    .from(stockIntakes)
    .leftJoin(stockDevices, eq(stockDevices.intake, stockIntakes.number))
    .leftJoin(profiles, eq(profiles.id, stockIntakes.takenBy))
    .groupBy(stockIntakes.number, profiles.id)
    .orderBy(desc(stockIntakes.number))
    .$dynamic();
  const [found, counted] = await Promise.all([all ? rows : rows.limit(LAST_INTAKES), db.$count(stockIntakes)]);
  return { rows: found, count: counted, next: (found[0]?.number ?? 0) + 1 };
}
