import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#server/platform/db.ts';
import { openQueue } from '#server/platform/jobs/queue.ts';
import { createLog } from '#server/platform/log/log.ts';
import { queueMails } from '#server/platform/mail/mail.ts';
import { cpuOf } from './measure/processes.ts';
import { databaseUrlOf, startBare, startServer } from './measure/server.ts';
import { type Figure, perSecond } from './measure/table.ts';

const MAILS = Number(process.env.MAILS ?? 2_000);
const WAITING = Number(process.env.WAITING ?? 50_000);
/** Of those, timed. */
const TAKEN = WAITING / 10;

/**
 * The mails of one large approval, from its commit to the last one taken by a mail server on the same machine; and how many go out in a
 * second while a great many wait.
 */
export default async function mail(): Promise<Figure[]> {
  const sink = await startBare('mail-sink.ts', {});
  process.env.SMTP_URL = sink.url;
  const server = await startServer();
  delete process.env.SMTP_URL;
  const db = openDatabase(databaseUrlOf(server), { statementMs: 60_000 });
  const queue = await openQueue(databaseUrlOf(server), createLog('warn'), []);
  const queueFor = async (people: number) => {
    const waiting = Array.from({ length: people }, (_, n) => ({
      to: `clan-${n}@primer.rs`,
      profileId: null,
      template: 'accounts.approved' as const,
      props: { email: `clan-${n}@primer.rs`, link: 'http://localhost:3000/auth' },
    }));
    await db.transaction((tx) => queueMails(tx, queue, waiting));
  };
  const leaveOnly = async (left: number) => {
    for (;;) {
      const [{ waiting }] = (await db.ask(`select count(*)::int as waiting from mails where state <> 'sent'`)) as [
        { waiting: number },
      ];
      if (waiting <= left) return waiting;
      await sleep(20);
    }
  };
  const approve = async (people: number) => {
    await queueFor(people);
    await leaveOnly(0);
  };
  try {
    // The first ones load the renderer.
    await approve(50);
    const [began, before] = [performance.now(), cpuOf(server.pid)];
    await approve(MAILS);
    const seconds = (performance.now() - began) / 1_000;
    const used = cpuOf(server.pid) - before;
    for (let queued = 0; queued < WAITING; queued += TAKEN) await queueFor(TAKEN);
    const [crowded, first] = [performance.now(), await leaveOnly(WAITING)];
    const left = await leaveOnly(first - TAKEN);
    const rate = (first - left) / ((performance.now() - crowded) / 1_000);
    return [
      {
        what: `${MAILS} mails of one approval over SMTP`,
        measured: `${seconds.toFixed(1)} s, ${perSecond(MAILS / seconds)}`,
        comparison: `${(used / MAILS).toFixed(1)} ms of the server's processor time each`,
      },
      {
        what: `with ${first.toLocaleString('en')} waiting, the next ${TAKEN.toLocaleString('en')}`,
        measured: perSecond(rate),
        target: '≥ 1,000/s',
        met: rate >= 1_000,
      },
    ];
  } finally {
    await queue.stop();
    await db.close();
    sink.stop();
    await server.stop();
  }
}
