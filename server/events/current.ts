import { desc, eq, sql } from 'drizzle-orm';
import { plannedDay } from '#domain/events/days.ts';
import type { EventFacts } from '#domain/events/event.ts';
import type { EventSettings } from '#domain/events/event-settings.ts';
import type { Dependencies } from '../dependencies.ts';
import type { DatabaseOrTransaction, Tx } from '../platform/db.ts';
import { eventChanges } from './schema.ts';

export type CurrentEvent = EventSettings & Pick<EventFacts, 'firstDay' | 'change'>;

/** This year's event as it stands: as configured, and as the organiser moved or cancelled it last. */
export async function currentEvent(
  db: DatabaseOrTransaction,
  { event }: Pick<Dependencies['config'], 'event'>,
): Promise<CurrentEvent> {
  const [last] = await changesOf(db, event.year).limit(1);
  if (!last) return { ...event, firstDay: plannedDay(event.year), change: null };
  const { kind, from, firstDay, reason } = last;
  return { ...event, firstDay, change: { kind, from, reason } };
}

/** Newest first. */
export const changesOf = (db: DatabaseOrTransaction, year: number) =>
  db.select().from(eventChanges).where(eq(eventChanges.year, year)).orderBy(desc(eventChanges.madeAt)).$dynamic();

/** Whoever reserves or keeps a ticket holds this until the end of the transaction, so that a change of the event misses none. */
export async function lockEventShared(tx: Tx, year: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtext('events.change'), ${year})`);
}

/** Until the transaction ends, nobody reserves and nobody else changes the event. */
export async function lockEvent(tx: Tx, year: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('events.change'), ${year})`);
}
