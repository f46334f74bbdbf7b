import { and, eq, gt, inArray } from 'drizzle-orm';
import { dutiesFor } from '#domain/access.ts';
import { RIGHTS_SETTLE_MS } from '#domain/bank/decisions.ts';
import { staffDuties } from '../accounts/schema.ts';
import type { Person } from '../context.ts';
import type { Dependencies } from '../dependencies.ts';
import { wasMadeAdministrator } from '../platform/audit.ts';
import type { DatabaseOrTransaction } from '../platform/db.ts';

/** Whether the rights that let somebody decide about the bank are younger than an hour: their duties, or being an administrator at all. */
export async function areBankRightsTooNew(
  db: DatabaseOrTransaction,
  { now }: Pick<Dependencies, 'now'>,
  { id, level }: Pick<Person, 'id' | 'level'>,
): Promise<boolean> {
  if (level === 'superAdmin') return false;
  const theirs = and(
    eq(staffDuties.profileId, id),
    inArray(staffDuties.duty, [...new Set([...dutiesFor('keep bank'), ...dutiesFor('keep accounts')])]),
  );
  const since = new Date(now().getTime() - RIGHTS_SETTLE_MS);
  const fresh = gt(staffDuties.since, since);
  return (await db.$count(staffDuties, and(theirs, fresh))) > 0 || (await wasMadeAdministrator(db, id, since));
}
