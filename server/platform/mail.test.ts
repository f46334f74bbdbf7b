import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { eq, like } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { expect, test, vi } from 'vitest';
import { templates } from '../emails.ts';
import { jobs } from '../jobs.ts';
import { testApp } from '../test/app.ts';
import { mails } from './mail.schema.ts';
import { queueMail, queueMails } from './mail.ts';
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

test('a crowd of mails goes out in a row, not one by one at every look', async () => {
  const began = Date.now();
  await app.db.transaction((tx) =>
    queueMails(
      tx,
      app.edges.queue,
      Array.from({ length: 60 }, (_, n) => ({
        to: `crowd-${n}@primer.rs`,
        template: 'accounts.rejected' as const,
        props: { reason: '' },
      })),
    ),
  );
  await vi.waitFor(
    async () => {
      const sent = await app.db.select().from(mails).where(like(mails.to, 'crowd-%'));
      expect(sent.filter((mail) => mail.state === 'sent')).toHaveLength(60);
    },
    { timeout: 15_000, interval: 200 },
  );
  expect(Date.now() - began).toBeLessThan(15_000);
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

test('over SMTP a mail arrives once, from our address, with subject, both bodies and attachments', async () => {
  const arrived: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      stream.on('end', () => {
        arrived.push(text);
        done();
      });
    },
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.server.address() as { port: number }).port));
  });
  const send = mailSender({ ...app.edges, config: { ...app.config, smtpUrl: `smtp://127.0.0.1:${port}` } }, templates);
  const [row] = await app.db
    .insert(mails)
    .values({
      to: 'kupac@primer.rs',
      template: 'orders.paid',
      props: {
        number: 1001,
        productName: 'Vidik – 1 uređaj',
        amount: 21_900,
        currency: 'EUR',
        paidAt: '2026-09-20T12:00:00.000Z',
        delivery: { address: 'Zmaj Jovina', addressNumber: '1', postalCode: '21000', city: 'Novi Sad', country: 'RS' },
        link: 'http://localhost:3000/account',
      },
    })
    .returning();
  await Promise.all([send({ mailId: row!.id }), send({ mailId: row!.id })]);
  await send({ mailId: row!.id });
  expect(arrived, 'three workers, one mail').toHaveLength(1);
  expect(arrived[0]).toContain('From: Vidik <podrska@vidik.example>');
  expect(arrived[0]).toContain('To: kupac@primer.rs');
  expect(arrived[0]).toContain('Content-Type: text/html; charset=utf-8');
  expect(arrived[0]).toContain('filename=obrazac-za-odustanak.txt');
  expect(arrived[0]).toContain(`Message-ID: <${row!.id}@localhost>`);
  const [mail] = await app.db.select().from(mails).where(eq(mails.id, row!.id));
  expect(mail).toMatchObject({ state: 'sent', attempts: 1, subject: 'Potvrda narudžbine br. 1001' });
  await new Promise<void>((resolve) => server.close(() => resolve()));
});
