import { and, asc, gt, isNull, lte, ne, type SQL } from 'drizzle-orm';
import { ERASED_AFTER_DAYS } from '#domain/accounts/retention.ts';
import { DAY_MS } from '#domain/day.ts';
import { lockPerson } from '../../accounts/lock-person.ts';
import { profiles } from '../../accounts/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { systemActor } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db.ts';
import { closeAccount, lockForClosing } from '../people/close-account.ts';
import { erasePerson } from '../people/erase-person.ts';

const BATCH = 100;

/**
 * What the law and our terms say happens with time. Every person is a transaction of their own that asks again whether it
 * is due: a job cut off in the middle, run late, twice or in two servers at once does each exactly once.
 */
export async function endNotices(deps: Dependencies): Promise<void> {
  const now = deps.now();
  await forEachDue(deps, and(isNull(profiles.closedAt), lte(profiles.terminatesAt, now)), async (tx, id) => {
    await lockForClosing(tx, id);
    const person = await lockPerson(tx, id);
    if (person?.terminatesAt && person.terminatesAt <= now)
      await closeAccount(tx, deps, systemActor, id, { by: 'notice' });
  });
}

/** Erases everybody whose account was closed fourteen days ago, a day before the promise of fifteen runs out. */
export async function eraseClosed(deps: Dependencies): Promise<void> {
  const closedBefore = new Date(deps.now().getTime() - ERASED_AFTER_DAYS * DAY_MS);
  await forEachDue(deps, lte(profiles.closedAt, closedBefore), async (tx, id) => {
    await erasePerson(tx, deps, systemActor, id);
  });
}

/** One that fails does not keep the others waiting; the job then fails as a whole and is tried again. */
async function forEachDue(deps: Dependencies, due: SQL | undefined, work: (tx: Tx, id: string) => Promise<void>) {
  const failed: unknown[] = [];
  let last: string | undefined;
  for (;;) {
    const batch = await deps.db
      .select({ id: profiles.id })
      .from(profiles)
      .where(and(due, ne(profiles.email, deps.config.superAdmin.email), last ? gt(profiles.id, last) : undefined))
      .orderBy(asc(profiles.id))
      .limit(BATCH);
    for (const { id } of batch) {
      try {
        await deps.db.transaction((tx) => work(tx, id));
      } catch (error) {
        deps.log.error({ error, id }, 'retention');
        failed.push(error);
      }
      last = id;
    }
    if (batch.length < BATCH) break;
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} people were not dealt with`);
}
