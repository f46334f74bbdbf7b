import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { templates } from '../emails.ts';
import { jobs } from '../jobs.ts';
import { testApp } from '../test/app.ts';
import { mails } from './mail.schema.ts';
import { queueMail } from './mail.ts';
import { mailSender } from './send-mail.ts';

const app = await testApp();
const outbox = path.join(app.config.dataDir, 'outbox');

const queue = (to: string, onceKey?: string) =>
  app.db.transaction((tx) =>
    queueMail(tx, app.edges.queue, {
      to,
      template: 'accounts.rejected',
      props: { reason: 'Podaci <nisu> potpuni.' },
      ...(onceKey ? { onceKey } : {}),
    }),
  );

test('a queued mail is written to the outbox by itself, with both bodies and Serbian letters', async () => {
  await app.edges.queue.start(jobs(app.edges));
  await queue('ana@primer.rs');
  await vi.waitFor(
    async () => expect((await app.db.select().from(mails).where(eq(mails.to, 'ana@primer.rs')))[0]?.state).toBe('sent'),
    { timeout: 10_000 },
  );
  const [mail] = await app.db.select().from(mails).where(eq(mails.to, 'ana@primer.rs'));
  expect(mail?.subject).toBe('Vaš zahtev za registraciju nije odobren');
  expect(mail?.text).toContain('Podaci <nisu> potpuni.');
  expect(mail?.html).toContain('Podaci &lt;nisu&gt; potpuni.');
  const [file] = (await readdir(outbox)).filter((name) => name.includes('ana@primer.rs'));
  expect(file).toMatch(/^\d{6}-accounts\.rejected-ana@primer\.rs\.eml$/);
  expect(await readFile(path.join(outbox, file!), 'utf8')).toContain('To: ana@primer.rs');
});

test('the same cause never sends two mails', async () => {
  await queue('twice@primer.rs', 'cause:1');
  await queue('twice@primer.rs', 'cause:1');
  expect(await app.db.select().from(mails).where(eq(mails.to, 'twice@primer.rs'))).toHaveLength(1);
});

test('a change that is rolled back sends nothing', async () => {
  const change = app.db.transaction(async (tx) => {
    await queueMail(tx, app.edges.queue, {
      to: 'nobody@primer.rs',
      template: 'accounts.rejected',
      props: { reason: '' },
    });
    throw new Error('changed our mind');
  });
  await expect(change).rejects.toThrow('changed our mind');
  expect(await app.db.select().from(mails).where(eq(mails.to, 'nobody@primer.rs'))).toEqual([]);
});

test('a mail server that is down is asked again, and in the end the mail is marked as failed', async () => {
  const send = mailSender({ ...app.edges, config: { ...app.config, smtpUrl: 'smtp://127.0.0.1:1' } }, templates);
  const [row] = await app.db
    .insert(mails)
    .values({ to: 'down@primer.rs', template: 'accounts.rejected', props: { reason: '' } })
    .returning();
  for (let attempt = 1; attempt < 8; attempt++) await expect(send({ mailId: row!.id })).rejects.toThrow();
  await send({ mailId: row!.id });
  const [mail] = await app.db.select().from(mails).where(eq(mails.id, row!.id));
  expect(mail).toMatchObject({ state: 'failed', attempts: 8 });
  expect(mail?.lastError).toContain('ECONNREFUSED');
});
