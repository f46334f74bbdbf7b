import { and, asc, gt, isNull, lte, ne, type SQL } from 'drizzle-orm';
import { ERASED_AFTER_DAYS } from '#domain/accounts/retention.ts';
import { profiles } from '../accounts/schema.ts';
import type { Edges } from '../app.ts';
import { systemActor } from '../platform/audit.ts';
import type { Tx } from '../platform/db.ts';
import { closeAccount, holdPerson } from './close-account.ts';
import { erasePerson } from './erase-person.ts';

const BATCH = 100;
const DAY_MS = 24 * 3600_000;

/**
 * What the law and our terms say happens with time. Every person is a transaction of their own that asks again whether it
 * is due: a job cut off in the middle, run late, twice or in two servers at once does each exactly once.
 */
export async function endNotices(edges: Edges): Promise<void> {
  const now = edges.now();
  await eachDue(edges, and(isNull(profiles.closedAt), lte(profiles.terminatesAt, now)), async (tx, id) => {
    const person = await holdPerson(tx, id);
    if (person?.terminatesAt && person.terminatesAt <= now)
      await closeAccount(tx, edges, systemActor, id, { by: 'notice' });
  });
}

/** Erases everybody whose account was closed fourteen days ago, a day before the promise of fifteen runs out. */
export async function eraseClosed(edges: Edges): Promise<void> {
  const closedBefore = new Date(edges.now().getTime() - ERASED_AFTER_DAYS * DAY_MS);
  await eachDue(edges, lte(profiles.closedAt, closedBefore), async (tx, id) => {
    await erasePerson(tx, edges, systemActor, id);
  });
}

/** One that fails does not keep the others waiting; the job then fails as a whole and is tried again. */
async function eachDue(edges: Edges, due: SQL | undefined, work: (tx: Tx, id: string) => Promise<void>) {
  const failed: unknown[] = [];
  let last: string | undefined;
  for (;;) {
    const batch = await edges.db
      .select({ id: profiles.id })
      .from(profiles)
      .where(and(due, ne(profiles.email, edges.config.superAdmin.email), last ? gt(profiles.id, last) : undefined))
      .orderBy(asc(profiles.id))
      .limit(BATCH);
    for (const { id } of batch) {
      try {
        await edges.db.transaction((tx) => work(tx, id));
      } catch (error) {
        edges.log.error({ error, id }, 'retention');
        failed.push(error);
      }
      last = id;
    }
    if (batch.length < BATCH) break;
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} people were not dealt with`);
}
