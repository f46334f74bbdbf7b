import { and, asc, count, countDistinct, desc, eq, gt, lt, sql } from 'drizzle-orm';
import { DAY_MS, HOUR_MS } from '#domain/day.ts';
import { eventDays } from '#domain/events/days.ts';
import type { DoorState } from '#domain/events/door/contract.ts';
import { dayShown, isDoorDay } from '#domain/events/door/rules.ts';
import { dayOf } from '#domain/time.ts';
import { profiles } from '../../accounts/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { currentEvent } from '../current.ts';
import { guestsOf, ticketName } from '../places/places.ts';
import { doorChecks, doorDevices, reservations, tickets } from '../schema.ts';
import { ticketCode } from '../tickets/tickets.ts';
import { admittedEntryCondition } from './entries.ts';

const LATEST = 20;
/** A device that has been silent for so long has gone home. Milliseconds. */
const GONE_MS = 2 * HOUR_MS;

/** This year's tickets, and how many of them were let in on the day that is shown. */
export async function attendance({ db, config, now }: Dependencies) {
  const event = await currentEvent(db, config);
  const [[issued], [admitted]] = await Promise.all([
    db
      .select({ n: count() })
      .from(tickets)
      .innerJoin(reservations, eq(reservations.id, tickets.reservationId))
      .where(and(eq(reservations.year, event.year), eq(reservations.status, 'placeno'))),
    db
      .select({ n: countDistinct(doorChecks.ticketId) })
      .from(doorChecks)
      .where(
        and(
          eq(doorChecks.year, event.year),
          eq(doorChecks.day, dayShown(event, dayOf(now()))),
          admittedEntryCondition(),
        ),
      ),
  ]);
  return { issued: issued!.n, admitted: admitted!.n };
}

/** The doors at a glance: counts, who stands where, the last checks. */
export async function doorState(deps: Dependencies): Promise<DoorState> {
  const { db } = deps;
  const event = await currentEvent(db, deps.config);
  const now = deps.now();
  const today = dayOf(now);
  const day = dayShown(event, today);
  const ofDay = and(eq(doorChecks.year, event.year), eq(doorChecks.day, day));
  const [counted, byDoor, devices, checks, clashed] = await Promise.all([
    attendance(deps),
    db
      .select({ door: doorChecks.door, admitted: countDistinct(doorChecks.ticketId) })
      .from(doorChecks)
      .where(and(ofDay, eq(doorChecks.verdict, 'valid'), admittedEntryCondition()))
      .groupBy(doorChecks.door)
      .orderBy(asc(doorChecks.door)),
    db
      .select({
        device: doorDevices.device,
        door: doorDevices.door,
        name: sql<string>`coalesce(nullif(${profiles.firstName}, ''), split_part(${profiles.email}, '@', 1))`,
        seenAt: doorDevices.seenAt,
        waiting: doorDevices.waiting,
      })
      .from(doorDevices)
      .innerJoin(profiles, eq(profiles.id, doorDevices.profileId))
      .where(gt(doorDevices.seenAt, new Date(now.getTime() - GONE_MS)))
      .orderBy(asc(doorDevices.door), asc(profiles.firstName), asc(doorDevices.device)),
    readChecks(deps, ofDay, LATEST),
    readChecks(deps, and(ofDay, eq(doorChecks.verdict, 'clash'), admittedEntryCondition()), LATEST),
  ]);
  const names = new Set([...byDoor, ...devices].map(({ door }) => door));
  const clashes = await Promise.all(
    clashed.map(async ({ key, code, ticketId }) => ({
      key,
      code,
      doors: await db
        .select({ door: doorChecks.door, at: doorChecks.checkedAt })
        .from(doorChecks)
        .where(and(ofDay, eq(doorChecks.ticketId, ticketId!), admittedEntryCondition()))
        .orderBy(asc(doorChecks.checkedAt)),
    })),
  );
  return {
    now,
    day,
    dayNumber: eventDays(event).indexOf(day) + 1,
    open: isDoorDay(event, today),
    ...counted,
    doors: [...names].sort().map((door) => ({
      door,
      admitted: byDoor.find((row) => row.door === door)?.admitted ?? 0,
      devices: devices.filter((row) => row.door === door).map(({ door: _, ...shown }) => shown),
    })),
    latest: checks.map(({ ticketId, ...shown }) => shown),
    clashes,
  };
}

async function readChecks({ db }: Dependencies, where: ReturnType<typeof and>, limit: number) {
  const rows = await db
    .select({ check: doorChecks, reservation: reservations, ticket: tickets })
    .from(doorChecks)
    .leftJoin(reservations, eq(reservations.id, doorChecks.reservationId))
    .leftJoin(tickets, eq(tickets.id, doorChecks.ticketId))
    .where(where)
    .orderBy(desc(doorChecks.receivedAt), desc(doorChecks.key))
    .limit(limit);
  const guests = await guestsOf(
    db,
    rows.flatMap(({ reservation }) => reservation ?? []),
  );
  return rows.map(({ check, reservation, ticket }) => ({
    key: check.key,
    ticketId: check.ticketId,
    at: check.checkedAt,
    verdict: check.verdict,
    code: reservation ? (ticket ? ticketCode(reservation.number, ticket) : String(reservation.number)) : '',
    number: reservation?.number ?? null,
    year: reservation?.year ?? null,
    name: reservation && ticketName(reservation, guests.get(reservation.id)!, ticket?.position ?? 1),
    door: check.door,
    reason: check.reason,
    undone: check.undoneAt !== null,
  }));
}

/** A device at a door says that it is there. Those that have not for a day are forgotten. */
export async function reportDoor(
  { db, now }: Dependencies,
  profileId: string,
  { device, door, waiting }: { device: string; door: string; waiting: number },
): Promise<{ now: Date }> {
  const seenAt = now();
  const row = { door, waiting, profileId, seenAt };
  await db
    .insert(doorDevices)
    .values({ device, ...row })
    .onConflictDoUpdate({ target: doorDevices.device, set: row });
  await db.delete(doorDevices).where(lt(doorDevices.seenAt, new Date(seenAt.getTime() - DAY_MS)));
  return { now: seenAt };
}
