import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '../../config.ts';
import { paymentEvents } from '../../payments/schema.ts';
import { testApp } from '../../test/app.ts';
import { CERTIFICATE, httpsSite } from '../../test/https-site.ts';
import { openMailServer } from '../../test/mail-server.ts';
import { emptyDataDir } from '../../test/server-process.ts';
import { checkDatabase } from './database.ts';
import { checkInstallation } from './doctor.ts';
import { type Finding, runCheck } from './finding.ts';
import { checkCertificate, checkDisk, checkMail, checkPayments } from './outside.ts';

const app = await testApp();

function settings(env: Record<string, string> = {}) {
  const dataDir = emptyDataDir();
  mkdirSync(dataDir, { recursive: true });
  return { DATABASE_URL: app.databaseUrl, DATA_DIR: dataDir, ...env };
}
const of = (findings: readonly Finding[], what: string) => findings.find((one) => one.what === what);

/** Those of the machine, and that of the tests, until the test is over. */
function trustTestCertificate(): void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, CERTIFICATE]);
  onTestFinished(() => setDefaultCACertificates(before));
}

test('a mail server that encrypts and lets us in is good, one that refuses the password is not', async () => {
  trustTestCertificate();
  const post = await openMailServer({ password: 'lozinka-pošte' });
  onTestFinished(() => post.close());
  const at = (password: string) =>
    settings({ SMTP_URL: `smtp://vidik:${encodeURIComponent(password)}@localhost:${post.port}` });
  const found = await checkMail(parseConfig(at('lozinka-pošte')), 'proba@primer.rs');
  expect(found).toEqual([
    { what: 'mail', state: 'good', says: 'the server answers, encrypted, and lets us in' },
    { what: 'mail sent', state: 'good', says: expect.stringContaining('proba@primer.rs') },
  ]);
  expect([...post.received.values()]).toEqual([{ to: 'proba@primer.rs', times: 1 }]);
  const refused = of(await checkInstallation(at('druga-lozinka'), null), 'mail')!;
  expect(refused).toMatchObject({ state: 'bad', says: expect.stringContaining('535') });
  expect(refused.says).not.toContain('lozinka');
});

test('a mail server whose certificate nobody knows is bad', async () => {
  const post = await openMailServer({ password: 'lozinka' });
  onTestFinished(() => post.close());
  const found = await checkInstallation(settings({ SMTP_URL: `smtp://vidik:lozinka@localhost:${post.port}` }), null);
  expect(of(found, 'mail')).toMatchObject({ state: 'bad', says: expect.stringContaining('certificate') });
});

test('whether Stripe knows the key, calls us, and may be asked at all', async () => {
  const stripe = async (env: Record<string, string>, answer: () => Promise<'called' | 'not called' | 'not said'>) =>
    (await checkPayments(parseConfig(settings({ STRIPE_WEBHOOK_SECRET: 'whsec_a', ...env })), answer)).map(
      ({ what, state }) => `${what} ${state}`,
    );
  const real = { STRIPE_SECRET_KEY: 'sk_live_a' };
  expect(await stripe(real, async () => 'called')).toEqual(['payments good', 'webhook good']);
  expect(await stripe(real, async () => 'not called')).toEqual(['payments good', 'webhook bad']);
  expect(await stripe({ STRIPE_SECRET_KEY: 'sk_test_a' }, async () => 'called')).toEqual([
    'payments note',
    'webhook good',
  ]);
  expect(await stripe({ STRIPE_SECRET_KEY: 'rk_live_a' }, async () => 'not said')).toEqual(['payments note']);
  expect(
    await runCheck('payments', () => stripe(real, () => Promise.reject(new Error('Invalid API Key'))) as never),
  ).toEqual([{ what: 'payments', state: 'bad', says: 'Invalid API Key' }]);
});

test('when the last event was accepted is said, and that none was is a note', async () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_live_a', STRIPE_WEBHOOK_SECRET: 'whsec_a' };
  const events = async (env = {}) => {
    const config = parseConfig(settings(env));
    return of(await checkDatabase(app.databaseUrl, { isOurs: false, config, inVain: async () => [] }), 'events');
  };
  expect(await events(keys)).toMatchObject({ state: 'note', says: expect.stringMatching(/^none was accepted yet/) });
  expect(await events()).toBeUndefined();
  const [first, last] = [new Date('2026-11-26T08:00:00Z'), new Date('2026-11-27T06:12:00Z')];
  await app.db.insert(paymentEvents).values([
    { id: 'evt_doctor_1', type: 'invoice.paid', receivedAt: last },
    { id: 'evt_doctor_2', type: 'invoice.paid', receivedAt: first },
  ]);
  expect(await events(keys)).toMatchObject({
    state: 'good',
    says: 'the last one was accepted on 2026-11-27 at 06:12 UTC',
  });
  await app.db.delete(paymentEvents);
});

test('an event that Stripe sends in vain is told until it has come; where Stripe says nothing the last one that came is', async () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_live_a', STRIPE_WEBHOOK_SECRET: 'whsec_a' };
  const now = new Date('2026-11-27T07:00:00Z');
  const at = new Date('2026-11-27T06:12:00Z');
  const asked: object[] = [];
  const events = async (sent: () => Promise<{ id: string; at: Date }[]>) => {
    const inVain = (between: object) => {
      asked.push(between);
      return sent();
    };
    const config = parseConfig(settings(keys));
    return of(await checkDatabase(app.databaseUrl, { isOurs: false, config, now, inVain }), 'events');
  };
  await app.db.insert(paymentEvents).values({ id: 'evt_vain_1', type: 'invoice.paid', receivedAt: at });
  const taken = { id: 'evt_vain_1', at };
  expect(await events(async () => [{ id: 'evt_vain_2', at }, taken])).toEqual({
    what: 'events',
    state: 'bad',
    says:
      'not accepted of the last three days: 1, the last of 2026-11-27 at 06:12 UTC. ' +
      'Is STRIPE_WEBHOOK_SECRET the right one? The log says why',
  });
  expect(asked).toEqual([
    { secretKey: 'sk_live_a', from: new Date('2026-11-24T07:00:00Z'), until: new Date('2026-11-27T06:50:00Z') },
  ]);
  expect(await events(async () => [taken]), 'another program’s endpoint has not taken it').toMatchObject({
    state: 'good',
  });
  expect(await events(() => Promise.reject(new Error('no answer')))).toMatchObject({ state: 'good' });
  await app.db.delete(paymentEvents);
});

test('a certificate that browsers refuse, one that ends soon and one that is away are told apart', async () => {
  const { port } = await httpsSite((_, response) => response.end());
  const site = { publicUrl: `https://localhost:${port}` };
  const [now, inAutumn] = [new Date(), new Date('2126-10-12T00:00:00Z')];
  const found = async (at: Date) => (await checkCertificate(site, at))[0]!;
  expect(await found(now)).toMatchObject({ state: 'bad', says: expect.stringContaining('browsers refuse it') });
  trustTestCertificate();
  expect(await found(now)).toMatchObject({
    state: 'good',
    says: expect.stringMatching(/until 2126-11-01 \(\d+ days\)$/),
  });
  expect(await found(inAutumn)).toMatchObject({ state: 'note' });
  expect(await found(new Date('2126-10-25T00:00:00Z'))).toMatchObject({ state: 'bad' });
  const other = await runCheck('certificate', () => checkCertificate({ publicUrl: `https://127.0.0.2:${port}` }, now));
  expect(other[0]).toMatchObject({ state: 'bad' });
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await new Promise((resolve) => silent.once('listening', resolve));
  const mute = `https://localhost:${(silent.address() as { port: number }).port}`;
  expect(await runCheck('certificate', () => checkCertificate({ publicUrl: mute }, now))).toEqual([
    { what: 'certificate', state: 'bad', says: 'localhost says nothing' },
  ]);
});

test('a disk that is nearly full is bad', async ({ skip }) => {
  const disk = emptyDataDir();
  mkdirSync(disk, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    skip('only root of a whole machine mounts a disk');
  }
  onTestFinished(() => void execFileSync('umount', [disk]));
  writeFileSync(path.join(disk, 'much'), Buffer.alloc(7_000_000));
  expect(await checkDisk({ dataDir: disk })).toEqual([
    { what: 'disk', state: 'bad', says: `0.0 GB of 0 GB are free at ${disk}` },
  ]);
  const found = await checkInstallation(settings({ DATA_DIR: disk }), null);
  expect(of(found, 'disk')).toMatchObject({ state: 'bad' });
});
