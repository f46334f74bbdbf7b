import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { restores } from '../../backup/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { testApp } from '../../test/app.ts';
import { openMailServer } from '../../test/mail-server.ts';
import { call, codeOfCall, person } from '../../test/people.ts';

/** Whether mails go, asked from /admin/system. */

const app = await testApp({ env: { RATE_LIMITS: 'on' } });
const owner = await person(app, 'superAdmin');
const outcomes = async () =>
  (await app.db.select().from(auditLog).where(eq(auditLog.action, 'system.trial-mail-sent'))).map(({ after }) => after);

async function withServer() {
  const server = await openMailServer();
  onTestFinished(() => server.close());
  const config = { ...app.config, smtpUrl: `smtp://127.0.0.1:${server.port}` };
  const own = await testApp({ databaseUrl: app.databaseUrl, env: { SMTP_URL: config.smtpUrl } });
  return { server, system: call(own, owner).system };
}

test('without a mail server a trial mail is a file, and stands in no list of mails', async () => {
  expect(await call(app, owner).system.sendTrialMail()).toEqual({ to: owner.email, isKept: true });
  const outbox = path.join(app.config.dataDir, 'outbox');
  const [file] = (await readdir(outbox)).filter((name) => name.includes('system.trial'));
  expect(await readFile(path.join(outbox, file!), 'utf8')).toContain(`To: ${owner.email}`);
  expect(await app.db.ask(`select from mails where template like 'system%'`)).toEqual([]);
  expect(await outcomes()).toEqual([{ trialMail: 'kept' }]);
});

test('a mail server takes one for whoever asks; one that refuses, or is not there, is quoted', async () => {
  const { server, system } = await withServer();
  expect(await system.sendTrialMail()).toEqual({ to: owner.email, isKept: false });
  expect([...server.received.values()]).toEqual([{ to: owner.email, times: 1 }]);
  await server.be('refusing');
  await expect(system.sendTrialMail()).rejects.toMatchObject({
    code: 'TRIAL_MAIL_REFUSED',
    data: { reason: expect.stringContaining('try again later') },
  });
  await server.be('down');
  await expect(system.sendTrialMail()).rejects.toMatchObject({
    code: 'TRIAL_MAIL_REFUSED',
    data: { reason: expect.stringContaining('ECONNREFUSED') },
  });
  expect((await outcomes()).slice(-3)).toEqual([
    { trialMail: 'taken' },
    { trialMail: 'refused' },
    { trialMail: 'refused' },
  ]);
});

test('a held shop sends no trial mail, also when staff ask', async () => {
  const { server, system } = await withServer();
  const before = await outcomes();
  await app.db.insert(restores).values({ archive: 'vidik-proba.tar.gz', madeAt: new Date() });
  expect(await codeOfCall(system.sendTrialMail())).toBe('SERVICE_UNAVAILABLE');
  expect(server.received.size).toBe(0);
  expect(await outcomes()).toEqual(before);
  await app.db.update(restores).set({ resumedAt: new Date() });
  expect(await codeOfCall(system.sendTrialMail())).toBe('ok');
});

test('ten in ten minutes are enough for anybody', async () => {
  const { sendTrialMail } = call(app, owner).system;
  const codes = [];
  for (let n = 0; n < 12; n += 1)
    codes.push(
      await sendTrialMail().then(
        () => 'ok',
        ({ code }: { code: string }) => code,
      ),
    );
  expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS');
});
