import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { EventSettings } from '#domain/events/event-settings.ts';
import { FEW_PLACES, PACKAGE_IDS, type PackageId } from '#domain/events/packages.ts';
import { refuse } from '#domain/refuse.ts';
import { violatedConstraint } from '../../platform/database-errors.ts';
import type { DatabaseOrTransaction, Tx } from '../../platform/db.ts';
import { reservations } from '../schema.ts';

/** Places of a package are scarce only when configuration says so; waiting reservations hold theirs. */

/** Lapsed and cancelled reservations hold none. */
export const HOLDS_A_PLACE = ['pending', 'placeno'] as const;

/** Until the transaction ends, nobody else takes a place of this package. */
export async function lockPackage(tx: Tx, packageId: PackageId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('events.package'), hashtext(${packageId}))`);
}

/** What the database refuses because the address holds an unpaid scarce place already is refused in words; any other error stays. */
export function refuseSecondScarce(error: unknown): never {
  throw violatedConstraint(error) === 'porudzbine_one_scarce' ? refuse('SCARCE_PLACE_HELD') : error;
}

/** Of this year's event only: the list keeps the guests of the earlier ones. */
export async function takenSeats(tx: DatabaseOrTransaction, packageId: PackageId, year: number): Promise<number> {
  const [row] = await tx
    .select({ taken: count() })
    .from(reservations)
    .where(
      and(
        eq(reservations.packageId, packageId),
        eq(reservations.year, year),
        inArray(reservations.status, HOLDS_A_PLACE),
      ),
    );
  return row!.taken;
}

/** The packages with no place left, and how many are left of those that are nearly gone. */
export async function availability(
  db: DatabaseOrTransaction,
  { capacity, year }: Pick<EventSettings, 'capacity' | 'year'>,
) {
  const limited = PACKAGE_IDS.filter((id) => capacity[id] !== undefined);
  const left = await Promise.all(
    limited.map(async (id) => [id, capacity[id]! - (await takenSeats(db, id, year))] as const),
  );
  const few = left.filter(([, places]) => places > 0 && places <= FEW_PLACES);
  return {
    soldOut: left.filter(([, places]) => places <= 0).map(([id]) => id),
    fewLeft: Object.fromEntries(few) as Partial<Record<PackageId, number>>,
  };
}
