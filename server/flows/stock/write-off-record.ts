import { and, asc, eq, gte, lt, sql } from 'drizzle-orm';
import { company } from '#domain/company.ts';
import { type Day, daysLater } from '#domain/day.ts';
import { paper } from '#domain/documents/paper-copy.ts';
import { refuse } from '#domain/refuse.ts';
import { stockCopy } from '#domain/stock/copy.ts';
import { writeOffPaper as words } from '#domain/stock/paper-copy.ts';
import { startOfDay } from '#domain/time.ts';
import { profiles } from '../../accounts/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { nameIn } from '../../stock/list-stock.ts';
import { stockDevices } from '../../stock/schema.ts';

/**
 * What was written off on that day in Belgrade, as a paper to be signed; what a courier lost and found since is not on it any more. It is
 * made of the devices whenever it is asked for, so it has no number and is kept nowhere.
 */
export async function writeOffRecord({ db, now }: Pick<Dependencies, 'db' | 'now'>, day: Day): Promise<File> {
  const rows = await db
    .select({
      serial: stockDevices.serial,
      reason: stockDevices.reason,
      note: stockDevices.note,
      parcel: stockDevices.parcel,
      by: sql<string | null>`case when ${profiles.id} is not null then ${nameIn(profiles)} end`,
      at: stockDevices.movedAt,
    })
    .from(stockDevices)
    .leftJoin(profiles, eq(profiles.id, stockDevices.movedBy))
    .where(
      and(
        eq(stockDevices.place, 'off'),
        gte(stockDevices.movedAt, startOfDay(day)),
        lt(stockDevices.movedAt, startOfDay(daysLater(day, 1))),
      ),
    )
    .orderBy(asc(stockDevices.movedAt), asc(stockDevices.serial));
  if (rows.length === 0) throw refuse('NOTHING_WRITTEN_OFF', { day });
  const listed = rows.map(({ serial, reason, note, parcel, by }) => ({
    serial,
    reason: stockCopy.off.reasons[reason!],
    notes: [note, parcel ? words.parcel(parcel) : ''].filter(Boolean),
    by: by ?? words.system,
  }));
  const { legalName, address, taxNumber, registrationNumber } = company;
  const issuer = [legalName, address, paper.ids(taxNumber, registrationNumber)];
  const { drawWriteOffRecord } = await import('../../documents/paper/warehouse-lists.ts');
  const bytes = await drawWriteOffRecord({ day, issuer, rows: listed, now: now() });
  return new File([new Uint8Array(bytes)], words.file(day), { type: 'application/pdf' });
}
