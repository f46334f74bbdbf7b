import { setTimeout as sleep } from 'node:timers/promises';
import { desc, eq, isNull } from 'drizzle-orm';
import { type Database, openDatabase } from '../../platform/db.ts';
import { externalShop, runningDatabase } from '../../platform/postgres/reach.ts';
import { commandToType } from '../../platform/process/release.ts';
import { startupError } from '../../platform/process/startup-error.ts';
import { liveServersByVersion } from '../../platform/servers/alive.ts';
import { restores } from '../schema.ts';
import { command } from './run.ts';

/** How long a running server may take to notice: one that only serves waits a minute for a worker that has died. Milliseconds. */
const NOTICED_MS = 75_000;
const ENDED = `The server that took it up has ended. Start the shop (${commandToType('start')}) and run ${commandToType('resume')} again.`;
const NOT_RUNNING = `No server took it up. Start the shop (${commandToType('start')}) and run ${commandToType('resume')} again.`;
const USE =
  `${commandToType('resume')}, then ${commandToType('resume', '--documents=none')} or --documents=NUMBER,… for the numbers that it asks for, ` +
  '--payouts=checked once the statements of the bank were looked at, --jobs=leave for jobs that fail again and again, --mails=send or --mails=drop for the mails that it lists.';

/** `npm run resume [-- --documents=none|NUMBER,… --payouts=checked --jobs=leave --mails=send|drop]`: asks the running server to catch up and go on after a restore. */
export const resumeShop = command(async ({ config, args, say }) => {
  const decided = decisionsOf(args);
  const url = (await externalShop(config)) ?? runningDatabase(config.dataDir);
  if (url === null) throw startupError(NOT_RUNNING);
  const db = openDatabase(url, { max: 2 });
  try {
    const [held] = await db
      .update(restores)
      .set({ askedAt: new Date(), mails: null, ...decided, answeredAt: null, report: null })
      .where(
        eq(
          restores.id,
          db
            .select({ id: restores.id })
            .from(restores)
            .where(isNull(restores.resumedAt))
            .orderBy(desc(restores.restoredAt))
            .limit(1),
        ),
      )
      .returning();
    if (!held) return say('The shop is not held; there is nothing to resume.');
    if ((await liveServersByVersion(db)).length === 0) throw startupError(NOT_RUNNING);
    const { report, resumedAt } = await answerTo(db, held.id);
    for (const line of report ?? []) say(line);
    if (resumedAt) return say('The shop goes on.');
    throw startupError(`The shop is still held. ${USE}`);
  } finally {
    await db.close();
  }
});

/** What was said of the numbers, the payouts and the jobs once holds until it is said anew; of the mails, for this time. */
function decisionsOf(args: string[]): {
  mails?: 'send' | 'drop';
  jobs?: 'leave';
  payouts?: 'checked';
  documents?: string[];
} {
  const decided: ReturnType<typeof decisionsOf> = {};
  for (const argument of args) {
    const mails = /^--mails=(send|drop)$/.exec(argument)?.[1];
    const documents = /^--documents=(none|[A-Z]{1,4}-\d{4}-\d{6,9}(?:,[A-Z]{1,4}-\d{4}-\d{6,9})*)$/.exec(argument)?.[1];
    if (mails) decided.mails = mails as 'send' | 'drop';
    else if (argument === '--jobs=leave') decided.jobs = 'leave';
    else if (argument === '--payouts=checked') decided.payouts = 'checked';
    else if (documents) decided.documents = documents === 'none' ? [] : documents.split(',');
    else throw startupError(USE);
  }
  return decided;
}

async function answerTo(db: Database, id: string) {
  const began = Date.now();
  for (;;) {
    const [row] = await db.select().from(restores).where(eq(restores.id, id));
    if (row!.answeredAt) return row!;
    if (row!.askedAt && Date.now() - began > NOTICED_MS) throw startupError(NOT_RUNNING);
    if ((await liveServersByVersion(db)).length === 0) throw startupError(row!.askedAt ? NOT_RUNNING : ENDED);
    await sleep(500);
  }
}
