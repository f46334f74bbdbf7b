import pLimit from 'p-limit';
import { refuse } from '#domain/refuse.ts';
import { BACKUP_JOB } from '../../backup/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { fetchCheckout } from '../../payments/fetch-facts.ts';
import { isProviderError, isUnknownToProvider } from '../../payments/provider.ts';
import { type Actor, record } from '../../platform/audit.ts';
import { settleWithoutEvent } from '../payments/settle-payment.ts';
import { jobsByOrigin } from './job-kinds.ts';

/** Payments asked for at once, and in all: whoever waits for the answer asks again for more. */
const ASKED_AT_ONCE = 5;
const ASKED = 50;

/** Asks the provider about every payment that is not settled, the oldest first, as its buyer's return would have. */
export async function askForUnsettled(deps: Dependencies, actor: Actor): Promise<{ settled: number; left: number }> {
  const { db, log } = deps;
  const pages = await db.ask<{ id: string }>(
    `select id from checkouts where state = 'processing' or unknown_since is not null and state = 'open'
     order by coalesce(unknown_since, created_at) limit $1`,
    [ASKED],
  );
  const answers = await pLimit(ASKED_AT_ONCE).map(pages, async ({ id }) => {
    try {
      const { status } = await settleWithoutEvent(deps, await fetchCheckout(deps, id));
      return status === 'processing' ? 'left' : 'settled';
    } catch (error) {
      if (isUnknownToProvider(error)) return 'left';
      if (!isProviderError(error)) throw error;
      log.error({ error }, 'payment provider did not answer');
      return 'silent';
    }
  });
  const settled = answers.filter((answer) => answer === 'settled').length;
  const outcome = { settled, left: pages.length - settled };
  await record(db, actor, { action: 'system.provider-asked', on: { kind: 'system', id: 'payments' }, after: outcome });
  if (settled === 0 && answers.includes('silent')) throw refuse('PROVIDER_SILENT');
  return outcome;
}

/** Puts the jobs that have failed in the queue again, to be begun at once; one of the clock once, however often it has failed. */
export async function retryJobs(deps: Dependencies, actor: Actor): Promise<{ queued: number }> {
  return deps.db.transaction(async (tx) => {
    const { rows } = await deps.queue.retryFailed(tx, jobsByOrigin(deps));
    if (rows.length === 0) return { queued: 0 };
    const after = { queued: rows.length, jobs: [...new Set(rows.map(({ name }) => name))].toSorted() };
    await record(tx, actor, { action: 'system.jobs-retried', on: { kind: 'system', id: 'jobs' }, after });
    return { queued: rows.length };
  });
}

/** Whoever asks while one is waiting or under way gets that one. */
export async function askForBackup(deps: Dependencies, actor: Actor): Promise<{ asked: true }> {
  return deps.db.transaction(async (tx) => {
    if (await deps.queue.isThere(tx, BACKUP_JOB)) return { asked: true } as const;
    await deps.queue.send(tx, BACKUP_JOB, { asked: deps.now().toISOString() });
    await record(tx, actor, { action: 'system.backup-asked', on: { kind: 'system', id: 'backups' } });
    return { asked: true } as const;
  });
}
