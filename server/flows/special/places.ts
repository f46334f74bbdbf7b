import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import { PLACE_VENUES, SPECIAL_PLACE_COUNT } from '#domain/special/rules.ts';
import { type Actor, record } from '../../platform/audit.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { licenceInForceCondition } from '../../playout/licences.ts';
import { ownerTakesAdvertsCondition } from '../../playout/schema.ts';
import { specialPlaces, specialRuns } from '../../special/schema.ts';

type Run = typeof specialRuns.$inferSelect;

/**
 * TVs at which a special package may be shown: linked, licensed, not blocked, of somebody who is not either and takes adverts, where somebody
 * of ours saw what kind of place it is.
 */
export const usableTvs = (now: Date) => sql`
  select d.id, d.number, t.region, t.venue, d.last_seen_at as seen_at from devices d join tvs t on t.tv_id = d.id
  where d.unlinked_at is null and ${ownerTakesAdvertsCondition} and t.blocked_at is null and t.confirmed_at is not null
    and t.region is not null
    and t.venue = any(${sql.param([...PLACE_VENUES])}::text[])
    and exists (select from licences where licences.tv_id = d.id and ${licenceInForceCondition(now)})`;

/** A run, held for the transaction: its places and days change one after the other. */
export async function lockRun(tx: Tx, id: string): Promise<Run> {
  const [run] = await tx.select().from(specialRuns).where(eq(specialRuns.id, id)).for('update');
  if (!run) throw refuse('NOT_FOUND');
  return run;
}

const current = (run: string) => and(eq(specialPlaces.runId, run), isNull(specialPlaces.until));

export const placesOf = (db: DatabaseOrTransaction, run: string) =>
  db.select({ tv: specialPlaces.tvId }).from(specialPlaces).where(current(run)).orderBy(asc(specialPlaces.id));

async function write(tx: Tx, actor: Actor, run: Run, change: object, now: Date): Promise<void> {
  await tx.update(specialRuns).set({ updatedAt: now }).where(eq(specialRuns.id, run.id));
  await record(tx, actor, { action: 'special.places-changed', on: { kind: 'order', id: run.orderId }, after: change });
}

async function add(tx: Tx, run: Run, tvs: readonly string[], now: Date): Promise<void> {
  const { rows } = await tx.execute<{ usable: number }>(sql`
    select count(*)::int as usable from (${usableTvs(now)}) usable where id = any(${sql.param([...tvs])}::uuid[])`);
  if (rows[0]!.usable < new Set(tvs).size) throw refuse('SPECIAL_TV_GONE');
  await tx.insert(specialPlaces).values(tvs.map((tvId) => ({ runId: run.id, tvId, since: now })));
}

/** Chooses TVs for a run that nobody has started; those that are chosen already stay so. */
export async function choosePlaces(
  tx: Tx,
  actor: Actor,
  { id, tvs }: { id: string; tvs: readonly string[] },
  now: Date,
): Promise<void> {
  const run = await lockRun(tx, id);
  if (run.startsOn !== null) throw refuse('SPECIAL_STARTED');
  const chosen = (await placesOf(tx, id)).map(({ tv }) => tv);
  const fresh = [...new Set(tvs)].filter((tv) => !chosen.includes(tv));
  if (fresh.length === 0) return;
  const free = SPECIAL_PLACE_COUNT - chosen.length;
  if (fresh.length > free) throw refuse('SPECIAL_PLACES_FULL', { free });
  await add(tx, run, fresh, now);
  await write(tx, actor, run, { added: fresh.length, places: chosen.length + fresh.length }, now);
}

/** Takes a TV out again, before anybody has started the run. */
export async function removePlace(
  tx: Tx,
  actor: Actor,
  { id, tv }: { id: string; tv: string },
  now: Date,
): Promise<void> {
  const run = await lockRun(tx, id);
  if (run.startsOn !== null) throw refuse('SPECIAL_STARTED');
  const removed = await tx
    .delete(specialPlaces)
    .where(and(current(id), eq(specialPlaces.tvId, tv)))
    .returning({ id: specialPlaces.id });
  if (removed.length > 0) await write(tx, actor, run, { removed: tv }, now);
}

/** Another TV in the place of one; what the first one showed until now counts for its place. */
export async function replacePlace(
  tx: Tx,
  actor: Actor,
  { id, tv, by }: { id: string; tv: string; by: string },
  now: Date,
): Promise<void> {
  const run = await lockRun(tx, id);
  const chosen = (await placesOf(tx, id)).map((place) => place.tv);
  // Sent twice it is done once.
  if (!chosen.includes(tv) && chosen.includes(by)) return;
  if (!chosen.includes(tv) || chosen.includes(by)) throw refuse('SPECIAL_TV_GONE');
  await tx
    .update(specialPlaces)
    .set({ until: now })
    .where(and(current(id), eq(specialPlaces.tvId, tv)));
  await add(tx, run, [by], now);
  await write(tx, actor, run, { removed: tv, added: by }, now);
}
