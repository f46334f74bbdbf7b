import { and, isNotNull, lt, ne, or } from 'drizzle-orm';
import { DAY_MS } from '#domain/day.ts';
import { CONTACT_DAYS, RECORD_YEARS } from '#domain/installations/rules.ts';
import type { Database } from '../platform/db.ts';
import { installations } from './schema.ts';

/** Whose home it was is forgotten some days after the work; what was called off goes whole, a record with the guarantee. */
export async function purgeContacts(db: Database, now: Date): Promise<void> {
  const days = (count: number) => new Date(now.getTime() - count * DAY_MS);
  await db
    .delete(installations)
    .where(
      or(lt(installations.cancelledAt, days(CONTACT_DAYS)), lt(installations.recordedAt, days(RECORD_YEARS * 365))),
    );
  await db
    .update(installations)
    .set({ name: '', phone: '', address: '', note: '', confirmedBy: '' })
    .where(
      and(
        isNotNull(installations.recordedAt),
        lt(installations.recordedAt, days(CONTACT_DAYS)),
        or(ne(installations.address, ''), ne(installations.name, '')),
      ),
    );
}
