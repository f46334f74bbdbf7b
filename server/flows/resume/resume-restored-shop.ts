import { asc, eq, isNull } from 'drizzle-orm';
import { restores } from '../../backup/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { record, systemActor } from '../../platform/audit.ts';
import { openDatabase } from '../../platform/db.ts';
import type { HeavyWorker } from '../../platform/jobs/heavy-lane.ts';
import { errorLine } from '../../platform/log/log.ts';
import { resumeParts } from './parts.ts';

/** A part may work long on much. */
const LIMITS = { max: 5, statementMs: 10 * 60_000 };
/** Mails queued by its connections wait for a decision (`mails.undecided`). */
const WHERE_MAILS_WAIT = { 'vidik.mails_undecided': 'on' };

/**
 * Lets a restored shop catch up, part by part, and go on. Answers whether it does: a part that fails or waits for a decision leaves it
 * held, says so in the restore's report, and everything is tried again next time. Heavy jobs are done by what `heavyWith` opens on sessions
 * with those settings of the database; without it (in tests) here.
 */
export async function resumeRestoredShop(
  deps: Dependencies,
  heavyWith?: (settings: Record<string, string>) => HeavyWorker,
): Promise<boolean> {
  const held = await deps.db
    .select()
    .from(restores)
    .where(isNull(restores.resumedAt))
    .orderBy(asc(restores.restoredAt));
  const newest = held.at(-1);
  if (!newest) return true;
  const restored = {
    // The archive of a shop that was held itself knows nothing since the first of them.
    madeAt: held.map(({ madeAt }) => madeAt).reduce((a, b) => (a < b ? a : b)),
    restoredAt: newest.restoredAt,
    mails: newest.mails,
    jobs: newest.jobs,
    documents: newest.documents,
    payouts: newest.payouts,
  };
  const report: string[] = [];
  let isDone = true;
  const db = openDatabase(deps.databaseUrl, { ...LIMITS, settings: WHERE_MAILS_WAIT });
  const heavy = heavyWith?.(WHERE_MAILS_WAIT) ?? null;
  try {
    for (const { name, run } of resumeParts) {
      const { lines, waits } = await run({ ...deps, db }, restored, heavy).catch((error: unknown) => {
        deps.log.error({ error, part: name }, 'a restored shop cannot catch up');
        return { lines: [`failed: ${errorLine(error)}`], waits: true };
      });
      report.push(...lines.map((line) => (line.startsWith(' ') ? line : `${name}: ${line}`)));
      if (waits) {
        isDone = false;
        break;
      }
    }
  } finally {
    await Promise.all([db.close(), heavy?.stop()]);
  }
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    await tx.update(restores).set({ report, answeredAt: at }).where(eq(restores.id, newest.id));
    if (!isDone) return;
    await tx.update(restores).set({ resumedAt: at }).where(isNull(restores.resumedAt));
    const after = { archive: newest.archive, madeAt: restored.madeAt, mails: newest.mails };
    await record(tx, systemActor, { action: 'system.resumed', on: { kind: 'system', id: 'shop' }, after });
  });
  return isDone;
}
