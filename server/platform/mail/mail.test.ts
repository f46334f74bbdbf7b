import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { eq, like, sql } from 'drizzle-orm';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { templates } from '../../emails.ts';
import { testApp } from '../../test/app.ts';
import { eventually } from '../../test/eventually.ts';
import { mails } from '../mail.schema.ts';
import { openDelivery } from './deliver-mails.ts';
import { type MailProps, type NewMail, PRIORITY, queueMail, queueMails } from './mail.ts';
import { text } from './render-mail.tsx';
import { renderMail, writeMessage } from './write-mail.ts';

const app = await testApp();
const outbox = path.join(app.config.dataDir, 'outbox');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const queue = (to: string, rest: Partial<NewMail<'accounts.rejected'>> = {}) =>
  app.db.transaction((tx) =>
    queueMail(tx, app.deps.queue, {
      to,
      profileId: null,
      template: 'accounts.rejected',
      props: { reason: 'Podaci <nisu> potpuni.' },
      ...rest,
    }),
  );
const mailTo = async (to: string) => (await app.db.select().from(mails).where(eq(mails.to, to)))[0]!;
const deliveryTo = (port: number) => {
  const config = { ...app.config, smtpUrl: `smtp://127.0.0.1:${port}` };
  const delivery = openDelivery({ ...app.deps, config }, templates);
  closing.unshift(delivery.stop);
  return delivery;
};
const pass = (ms: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + ms);
};

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await app.db.delete(mails);
  app.clock.now = new Date();
});

/** A mail server that takes everything; `options` say what it does otherwise. */
async function mailServer(options: SMTPServerOptions = {}, port = 0) {
  const arrived: { to: string; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData(stream, session, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      stream.on('end', () => {
        arrived.push({ to: session.envelope.rcptTo[0]!.address, text });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  closing.push(close);
  return { arrived, port: (server.server.address() as { port: number }).port, close };
}

const answering = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode });

/** A mail server that accepts connections and says nothing. */
async function silentServer() {
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer((socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  closing.push(close);
  return { port: (server.address() as { port: number }).port, close, connections: () => sockets.size };
}

test('a queued mail is written to the outbox by itself, with both bodies and Serbian letters', async () => {
  const delivery = openDelivery(app.deps, templates);
  closing.push(delivery.stop);
  await delivery.start();
  await queue('ana@primer.rs');
  await eventually(async () => expect(await mailTo('ana@primer.rs')).toMatchObject({ state: 'sent' }));
  const mail = await mailTo('ana@primer.rs');
  expect(mail.subject).toBe('Vaš zahtev za registraciju nije odobren');
  expect(mail.text).toContain('Podaci <nisu> potpuni.');
  expect(mail.html).toContain('Podaci &lt;nisu&gt; potpuni.');
  const [file] = (await readdir(outbox)).filter((name) => name.includes('ana@primer.rs'));
  expect(file).toMatch(/^\d{6}-accounts\.rejected-ana@primer\.rs\.eml$/);
  expect(await readFile(path.join(outbox, file!), 'utf8')).toContain('To: ana@primer.rs');
});

test('a mail queued while the worker waits is sent when its transaction is committed, not at the next look', async () => {
  const delivery = openDelivery(app.deps, templates);
  closing.push(delivery.stop);
  const looks = vi.spyOn(globalThis, 'setInterval').mockReturnValue(undefined as never);
  onTestFinished(() => looks.mockRestore());
  await delivery.start();
  expect(looks).toHaveBeenCalledTimes(1);
  looks.mockRestore();
  for (const to of ['first@primer.rs', 'second@primer.rs']) {
    await queue(to);
    await eventually(async () => expect(await mailTo(to)).toMatchObject({ state: 'sent' }));
  }
});

test('sixty mails of one change are sent once each by two workers', async () => {
  const { arrived, port } = await mailServer();
  const many = Array.from({ length: 60 }, (_, n) => ({
    to: `many-${n}@primer.rs`,
    profileId: null,
    template: 'accounts.rejected' as const,
    props: { reason: '' },
  }));
  await app.db.transaction((tx) => queueMails(tx, app.deps.queue, many));
  await Promise.all([deliveryTo(port).sendDue(), deliveryTo(port).sendDue()]);
  expect(arrived.map(({ to }) => to).sort()).toEqual(many.map(({ to }) => to).sort());
  const sent = await app.db.select().from(mails).where(like(mails.to, 'many-%'));
  expect(new Set(sent.map(({ state, attempts, leasedUntil }) => `${state} ${attempts} ${leasedUntil}`))).toEqual(
    new Set(['sent 1 null']),
  );
});

test('mails that waited behind slow ones are sent by who leased them, not after the lease', async () => {
  const { arrived, port } = await mailServer({
    onMailFrom(_address, _session, done) {
      pass(6_000);
      done();
    },
  });
  for (let n = 0; n < 15; n++) await queue(`waits-${n}@primer.rs`);
  await deliveryTo(port).sendDue();
  expect(arrived.map(({ to }) => to).sort()).toEqual(
    Array.from({ length: 15 }, (_, n) => `waits-${n}@primer.rs`).sort(),
  );
});

test('the same cause never sends two mails', async () => {
  expect(await queue('twice@primer.rs', { idempotencyKey: 'cause:1' })).toBe(true);
  expect(await queue('twice@primer.rs', { idempotencyKey: 'cause:1' })).toBe(false);
  expect(await app.db.select().from(mails).where(eq(mails.to, 'twice@primer.rs'))).toHaveLength(1);
});

test('a change that is rolled back sends nothing', async () => {
  const change = app.db.transaction(async (tx) => {
    const mail = {
      to: 'nobody@primer.rs',
      profileId: null,
      template: 'accounts.rejected',
      props: { reason: '' },
    } as const;
    await queueMail(tx, app.deps.queue, mail);
    throw new Error('changed our mind');
  });
  await expect(change).rejects.toThrow('changed our mind');
  expect(await app.db.select().from(mails)).toEqual([]);
});

test('over SMTP a mail arrives from our address, with subject, both bodies and attachments', async () => {
  const { arrived, port } = await mailServer();
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
  await deliveryTo(port).sendDue();
  expect(arrived).toHaveLength(1);
  const { text } = arrived[0]!;
  expect(text).toContain('From: Vidik <podrska@vidik.example>');
  expect(text).toContain('To: kupac@primer.rs');
  expect(text).toContain('Content-Type: text/html; charset=utf-8');
  expect(text).toContain('filename=obrazac-za-odustanak.txt');
  expect(text).toContain(`Message-ID: <${row!.id}@localhost>`);
  expect(await mailTo('kupac@primer.rs')).toMatchObject({
    state: 'sent',
    attempts: 1,
    subject: 'Potvrda narudžbine br. 1001',
  });
});

test('sign-in mails go before tickets, tickets before everything else', async () => {
  const { arrived, port } = await mailServer();
  for (let n = 0; n < 12; n++) await queue(`receipt-${n}@primer.rs`);
  for (let n = 0; n < 12; n++) await queue(`ticket-${n}@primer.rs`, { priority: PRIORITY.ticket });
  for (let n = 0; n < 12; n++) await queue(`sign-in-${n}@primer.rs`, { priority: PRIORITY.signIn });
  await deliveryTo(port).sendDue();
  const order = arrived.map(({ to }) => to.replace(/-\d.*/, ''));
  // Ten are under way at a time, so neighbours may overtake each other.
  expect(new Set(order.slice(0, 3))).toEqual(new Set(['sign-in']));
  expect(new Set(order.slice(-3))).toEqual(new Set(['receipt']));
});

test('during an outage of forty hours one mail a minute is tried, and when it goes through all go at once', async () => {
  const { port, close } = await mailServer();
  await close();
  const delivery = deliveryTo(port);
  for (let n = 0; n < 15; n++) await queue(`waits-${n}@primer.rs`);
  await delivery.sendDue();
  for (const hours of [0.1, 1, 10, 28.9]) {
    pass(hours * HOUR);
    await delivery.sendDue();
  }
  const waiting = await app.db.select().from(mails);
  expect(waiting.map(({ state }) => state)).toEqual(Array(15).fill('queued'));
  expect(waiting.some(({ lastError }) => lastError?.includes('ECONNREFUSED'))).toBe(true);
  const back = await mailServer({}, port);
  await delivery.sendDue();
  expect(back.arrived, 'the minute is not over').toHaveLength(0);
  pass(MINUTE);
  await delivery.sendDue();
  expect(back.arrived).toHaveLength(15);
  expect(new Set(back.arrived.map(({ to }) => to)).size).toBe(15);
});

test('a held mail waits its time, also when the mail server comes back meanwhile', async () => {
  const { port, close } = await mailServer();
  await close();
  const delivery = deliveryTo(port);
  await queue('waits@primer.rs');
  await delivery.sendDue();
  await queue('held@primer.rs', { held: 600 });
  const back = await mailServer({}, port);
  pass(MINUTE);
  await delivery.sendDue();
  await delivery.sendDue();
  expect(back.arrived.map(({ to }) => to)).toEqual(['waits@primer.rs']);
  pass(10 * MINUTE);
  await delivery.sendDue();
  expect(back.arrived.map(({ to }) => to)).toEqual(['waits@primer.rs', 'held@primer.rs']);
});

test('while the mail server is down only one mail is tried in a minute', async () => {
  let connections = 0;
  const { port } = await mailServer({
    onConnect(_session, done) {
      connections += 1;
      done(answering(421, 'closing'));
    },
  });
  const delivery = deliveryTo(port);
  for (let n = 0; n < 30; n++) await queue(`one-${n}@primer.rs`);
  await delivery.sendDue();
  expect(connections).toBeLessThanOrEqual(10);
  connections = 0;
  for (let second = 0; second < 180; second += 20) {
    pass(20_000);
    await delivery.sendDue();
  }
  expect(connections).toBe(3);
});

test('a temporary refusal is tried again after 1, 2, 5, 15, 30 and then every 60 minutes', async () => {
  let tries = 0;
  const { port } = await mailServer({
    onRcptTo(_address, _session, done) {
      tries += 1;
      done(answering(451, 'try again later'));
    },
  });
  const delivery = deliveryTo(port);
  await queue('grey@primer.rs');
  await delivery.sendDue();
  for (const minutes of [1, 2, 5, 15, 30, 60, 60]) {
    const before = tries;
    pass(minutes * MINUTE - 1_000);
    await delivery.sendDue();
    expect(tries, `not before ${minutes} minutes`).toBe(before);
    pass(1_000);
    await delivery.sendDue();
    expect(tries, `after ${minutes} minutes`).toBe(before + 1);
  }
  expect(await mailTo('grey@primer.rs')).toMatchObject({ state: 'queued', attempts: 8 });
  expect((await mailTo('grey@primer.rs')).lastError).toContain('451 try again later');
});

test('a refusal for good is not repeated and shows its reason, and the other mails go', async () => {
  const refused: string[] = [];
  const { arrived, port } = await mailServer({
    onRcptTo({ address }, _session, done) {
      if (!address.startsWith('nobody')) return done();
      refused.push(address);
      done(answering(550, '5.1.1 no such mailbox'));
    },
  });
  await queue('nobody@primer.rs');
  await queue('somebody@primer.rs');
  const delivery = deliveryTo(port);
  await delivery.sendDue();
  pass(HOUR);
  await delivery.sendDue();
  expect(refused).toEqual(['nobody@primer.rs']);
  expect(arrived.map(({ to }) => to)).toEqual(['somebody@primer.rs']);
  const mail = await mailTo('nobody@primer.rs');
  expect(mail).toMatchObject({ state: 'failed', attempts: 1 });
  expect(mail.lastError).toContain('550 5.1.1 no such mailbox');
});

test('a wrong password of ours is no refusal of the mail: it waits and goes when the password is right', async () => {
  let right = false;
  const { arrived, port } = await mailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth(auth, _session, done) {
      if (right) done(null, { user: auth.username });
      else done(answering(535, 'wrong password'));
    },
  });
  const smtpUrl = `smtp://vidik:secret@127.0.0.1:${port}`;
  const delivery = openDelivery({ ...app.deps, config: { ...app.config, smtpUrl } }, templates);
  await queue('later@primer.rs');
  await delivery.sendDue();
  expect(await mailTo('later@primer.rs')).toMatchObject({ state: 'queued' });
  right = true;
  pass(MINUTE);
  await delivery.sendDue();
  expect(arrived).toHaveLength(1);
});

test('a mail is dropped when its link has ended, and nothing of the link is kept', async () => {
  const { arrived, port, close } = await mailServer();
  await close();
  const delivery = deliveryTo(port);
  await queue('code@primer.rs', { validUntil: new Date(app.clock.now.getTime() + 30 * MINUTE) });
  await queue('other@primer.rs');
  await delivery.sendDue();
  pass(30 * MINUTE);
  await delivery.sendDue();
  expect(await mailTo('code@primer.rs')).toMatchObject({ state: 'expired', props: {} });
  pass(47 * HOUR);
  await delivery.sendDue();
  expect(await mailTo('other@primer.rs')).toMatchObject({ state: 'queued' });
  pass(HOUR);
  await delivery.sendDue();
  expect(await mailTo('other@primer.rs')).toMatchObject({
    state: 'expired',
    props: { reason: 'Podaci <nisu> potpuni.' },
  });
  expect(arrived).toEqual([]);
});

test('a mail left by a killed worker is taken after its minute, and at the next start at once', async () => {
  const { arrived, port } = await mailServer();
  await queue('killed@primer.rs');
  await app.db.update(mails).set({ leasedUntil: new Date(app.clock.now.getTime() + MINUTE) });
  const delivery = deliveryTo(port);
  await delivery.sendDue();
  expect(arrived).toHaveLength(0);
  pass(MINUTE);
  await delivery.sendDue();
  expect(arrived).toHaveLength(1);

  await queue('own@primer.rs');
  await app.db
    .update(mails)
    .set({ leasedUntil: new Date(app.clock.now.getTime() + MINUTE) })
    .where(eq(mails.state, 'queued'));
  const started = deliveryTo(port);
  closing.push(started.stop);
  await started.start();
  await eventually(() => expect(arrived).toHaveLength(2));
});

test('twenty mails before a silent mail server hold no database connection and slow nobody down', async () => {
  const { port, connections } = await silentServer();
  const delivery = deliveryTo(port);
  for (let n = 0; n < 20; n++) await queue(`silent-${n}@primer.rs`);
  const sending = delivery.sendDue();
  await eventually(() => expect(connections()).toBe(10));
  const [busy] = await app.db.ask<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`,
  );
  expect(busy!.n).toBe(0);
  expect((await app.app.request('/readyz')).status).toBe(200);
  // After ten seconds without an answer each of them would have an error: the stop has not waited for that.
  await delivery.stop();
  await sending;
  const rows = await app.db.select().from(mails);
  expect(new Set(rows.map(({ state, lastError, leasedUntil }) => `${state} ${lastError} ${leasedUntil}`))).toEqual(
    new Set(['queued null null']),
  );
});

test('a silent mail server is given up after ten seconds and found again when it speaks', async () => {
  const { port, close } = await silentServer();
  const delivery = deliveryTo(port);
  await queue('patient@primer.rs');
  const began = Date.now();
  await delivery.sendDue();
  expect(Date.now() - began, 'the mail client alone gives up after thirty seconds').toBeLessThan(25_000);
  expect(await mailTo('patient@primer.rs')).toMatchObject({ state: 'queued', leasedUntil: null });
  await close();
  const { arrived } = await mailServer({}, port);
  pass(MINUTE);
  await delivery.sendDue();
  expect(arrived).toHaveLength(1);
});

test('what is erased while a mail is on its way does not come back when it is marked', async () => {
  const erase = () => app.db.update(mails).set({ props: {}, subject: null, html: null, text: null });
  const { arrived, port } = await mailServer({
    onRcptTo(_address, _session, done) {
      erase().then(() => done(), done);
    },
  });
  await queue('erased@primer.rs');
  const delivery = deliveryTo(port);
  await delivery.sendDue();
  expect(arrived).toHaveLength(1);
  expect(await mailTo('erased@primer.rs')).toMatchObject({ state: 'sent', subject: null, html: null, text: null });

  await queue('empty@primer.rs');
  await erase();
  await delivery.sendDue();
  expect(arrived, 'without its content a mail is not sent').toHaveLength(1);
  expect(await mailTo('empty@primer.rs')).toMatchObject({ state: 'failed' });
});

test('neither the text of a failed statement nor its values stay with a mail', async () => {
  await queue('broken@primer.rs');
  const breaking = {
    ...templates,
    'accounts.rejected': async () => {
      await app.db.execute(sql`select ${'tajna@primer.rs'}::uuid`);
      throw new Error('not reached');
    },
  };
  await openDelivery(app.deps, breaking as never).sendDue();
  const mail = await mailTo('broken@primer.rs');
  expect(mail).toMatchObject({ state: 'queued', attempts: 1, lastError: 'database error 22P02' });
});

test('a picture that the text leaves out leaves no gap', () => {
  const cells =
    '<table><tr><td>Skenirajte kod.</td></tr><tr><td><img alt="kod" src="x"></td></tr><tr><td></td></tr></table>';
  expect(text(`<p>Uputstvo</p>${cells}<p>Poziv na broj prepišite tačno.</p>`)).not.toMatch(/\n{3}/);
});

const written = async <K extends keyof MailProps>(template: K, props: MailProps[K]) =>
  renderMail(
    (await writeMessage(app.deps, templates, { template, props: props as Record<string, unknown> }))!,
    app.config.publicUrl,
  );
const complaint = {
  number: 7,
  orderNumber: 1001,
  productName: 'Vidik – 1 uređaj',
  at: '2026-11-30T12:00:00.000Z',
  text: 'Ne radi.',
  dueOn: '2026-12-08',
  email: 'ana@primer.rs',
  link: 'http://localhost:3000/account',
};

test('a word that is longer than a phone is wide does not make a mail wider', async () => {
  const address = `https://primer.rs/${'a'.repeat(60)}`;
  const link = 'http://localhost:3000/account/campaigns/1';
  const paused = await written('campaigns.code-paused', { name: 'Kifle', url: address, host: null, link });
  const asked = await written('tasks.complaint-received', { ...complaint, text: address });
  for (const { html } of [paused, asked])
    expect(html).toMatch(new RegExp(`<(p|td) style="[^"]*overflow-wrap:anywhere[^"]*">[^<]*${address}`));
});

test('what people typed keeps its lines in a mail, as HTML and as text', async () => {
  const answer = 'Poštovani,\n\nslobodni su:\n1. marta\n1. aprila';
  const link = 'http://localhost:3000/account';
  const answered = await written('special.request-answered', { month: '2027-05', answer, link });
  expect(answered.html.replaceAll(/ style="[^"]*"/g, '')).toContain(
    '<p>Poštovani,</p><p>slobodni su:</p><p>1. marta</p><p>1. aprila</p>',
  );
  expect(answered.text).toContain('Poštovani,\n\nslobodni su:\n\n1. marta\n\n1. aprila\n');
  const asked = await written('tasks.complaint-received', { ...complaint, text: 'Ne radi.\r\n\r\nSlika stoji.' });
  expect(asked.html).toContain('Ne radi.<br/>Slika stoji.');
  expect(asked.text).toContain('Opis: Ne radi.\nSlika stoji.');
});
