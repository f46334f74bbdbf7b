import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#server/platform/db.ts';
import { openQueue } from '#server/platform/jobs/queue.ts';
import { createLog } from '#server/platform/log/log.ts';
import { queueMails } from '#server/platform/mail/mail.ts';
import { cpuOf } from './measure/processes.ts';
import { databaseUrlOf, startBare, startServer } from './measure/server.ts';
import { type Figure, perSecond } from './measure/table.ts';

const MAILS = 2_000;

/** The mails of one large approval, from its commit to the last one taken by a mail server on the same machine. */
export default async function mail(): Promise<Figure[]> {
  const sink = await startBare('mail-sink.ts', {});
  process.env.SMTP_URL = sink.url;
  const server = await startServer();
  delete process.env.SMTP_URL;
  const db = openDatabase(databaseUrlOf(server), { statementMs: 60_000 });
  const queue = await openQueue(databaseUrlOf(server), createLog('warn'), []);
  const approve = async (people: number) => {
    const waiting = Array.from({ length: people }, (_, n) => ({
      to: `clan-${n}@primer.rs`,
      profileId: null,
      template: 'accounts.approved' as const,
      props: { email: `clan-${n}@primer.rs`, link: 'http://localhost:3000/auth' },
    }));
    await db.transaction((tx) => queueMails(tx, queue, waiting));
    for (;;) {
      const [{ waiting }] = (await db.ask(`select count(*)::int as waiting from mails where state <> 'sent'`)) as [
        { waiting: number },
      ];
      if (waiting === 0) return;
      await sleep(20);
    }
  };
  try {
    // The first ones load the renderer.
    await approve(50);
    const [began, before] = [performance.now(), cpuOf(server.pid)];
    await approve(MAILS);
    const seconds = (performance.now() - began) / 1_000;
    return [
      {
        what: `${MAILS} mails of one approval over SMTP`,
        measured: `${seconds.toFixed(1)} s, ${perSecond(MAILS / seconds)}`,
        comparison: `${((cpuOf(server.pid) - before) / MAILS).toFixed(1)} ms of the server's processor time each`,
      },
    ];
  } finally {
    await queue.stop();
    await db.close();
    sink.stop();
    await server.stop();
  }
}
