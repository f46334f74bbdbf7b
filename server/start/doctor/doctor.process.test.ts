import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import { keys } from '../../auth/schema.ts';
import { sealKeys } from '../../auth/sessions/signing-keys.ts';
import { backups, restores } from '../../backup/schema.ts';
import { parseConfig } from '../../config.ts';
import { testApp } from '../../test/app.ts';
import { emptyDatabase } from '../../test/empty-database.ts';
import { openMailServer } from '../../test/mail-server.ts';
import { AUTHORITY, CLIENT } from '../../test/postgres/certificates.ts';
import { startPooler } from '../../test/postgres/pooler.ts';
import { startTlsPostgres } from '../../test/postgres/tls-postgres.ts';
import { addressOf, builtServer, emptyDataDir, ended } from '../../test/server-process.ts';
import { checkDatabase } from './database.ts';
import { checkInstallation } from './doctor.ts';
import { type Finding, runCheck, secretsOf, tableOf } from './finding.ts';

const app = await testApp();
const { launch } = builtServer(app.databaseUrl);

function settings(env: Record<string, string> = {}) {
  const dataDir = emptyDataDir();
  mkdirSync(dataDir, { recursive: true });
  return { DATABASE_URL: app.databaseUrl, DATA_DIR: dataDir, ...env };
}
const of = (findings: readonly Finding[], what: string) => findings.find((one) => one.what === what);
const bads = (findings: readonly Finding[]) => findings.filter(({ state }) => state === 'bad').map(({ what }) => what);

test('a shop in order is told so, part by part, and what only should be known is a note', async () => {
  await app.db.insert(backups).values({ madeAt: new Date(), folder: '/b', file: 'a.tar.gz', bytes: 1, seconds: 1 });
  const post = await openMailServer();
  onTestFinished(() => post.close());
  const found = await checkInstallation(settings({ SMTP_URL: `smtp://127.0.0.1:${post.port}` }), 'proba@primer.rs');
  expect(bads(found)).toEqual([]);
  expect(of(found, 'database')!.says).toMatch(/^PostgreSQL \d+/);
  expect(of(found, 'migrations')).toMatchObject({ state: 'good' });
  expect(of(found, 'clock')!.says).toMatch(/^0\.\d s from/);
  expect(of(found, 'jobs')).toMatchObject({ state: 'good' });
  expect(of(found, 'files')).toMatchObject({ state: 'good' });
  expect(of(found, 'mail')).toMatchObject({ state: 'note', says: expect.stringContaining('NOT encrypted') });
  expect([...post.received.values()]).toEqual([{ to: 'proba@primer.rs', times: 1 }]);
  expect(of(found, 'payments')).toMatchObject({ state: 'note', says: expect.stringContaining('sandbox') });
  expect(of(found, 'certificate')).toMatchObject({ state: 'note' });
});

test('without a backup, with work that nobody does and mails that wait, each is said', async () => {
  await app.db.delete(backups);
  await app.db.ask(
    `insert into pgboss.job (name, data, start_after) values ('backup.write', '{}', now() - interval '1 hour')`,
  );
  const found = await checkInstallation(settings(), null);
  expect(bads(found)).toEqual(['jobs', 'backup']);
  expect(of(found, 'jobs')!.says).toBe('stuck: 1 backup.write. Does a worker live?');
  await app.db.ask('delete from pgboss.job');
});

test('a backup that is made once a week is not late after four days, and one that is made daily is', async () => {
  const madeAt = new Date(Date.now() - 100 * HOUR_MS);
  await app.db.insert(backups).values({ madeAt, folder: '/b', file: 'b.tar.gz', bytes: 1, seconds: 1 });
  const backup = async (every: string) =>
    of(await checkInstallation(settings({ BACKUP_EVERY: every }), null), 'backup')!.state;
  expect([await backup('168'), await backup('24')]).toEqual(['good', 'bad']);
  await app.db.delete(backups);
});

test('a heavy job that waits for the one under way is not stuck', async () => {
  await app.db.ask(`insert into pgboss.job (name, data, state, start_after, heartbeat_on) values
    ('backup.write', '{}', 'active', now() - interval '2 hours', now()),
    ('campaigns.convert-film', '{}', 'created', now() - interval '1 hour', null)`);
  const jobsSay = async () => of(await checkInstallation(settings(), null), 'jobs')!.says;
  expect(await jobsSay()).toBe('none is stuck');
  await app.db.ask(`update pgboss.job set heartbeat_on = now() - interval '10 minutes' where state = 'active'`);
  expect(await jobsSay()).toContain('1 campaigns.convert-film');
  await app.db.ask('delete from pgboss.job');
});

test('a shop that was restored and is held says what it waits for, and one that goes on says nothing', async () => {
  const held = async () => of(await checkInstallation(settings(), null), 'held');
  expect(await held()).toBeUndefined();
  await app.db.insert(restores).values({ archive: 'a.tar.gz', madeAt: new Date() });
  expect(await held()).toMatchObject({ state: 'note', says: expect.stringContaining('until npm run resume') });
  await app.db.update(restores).set({ resumedAt: new Date() });
  expect(await held()).toBeUndefined();
});

test('that receipts and e-invoices are typed by hand is said, and that they are not asked for', async () => {
  const typed = of(await checkInstallation(settings(), null), 'receipts');
  expect(typed).toMatchObject({ state: 'note', says: expect.stringContaining('invoices in SEF, are issued by hand') });
  const off = of(await checkInstallation(settings({ FISCAL: 'off' }), null), 'receipts');
  expect(off).toMatchObject({ state: 'note', says: expect.stringContaining('nobody is asked') });
});

test('a machine without ffmpeg is told that it takes no TV spots', async () => {
  const found = await checkInstallation(settings({ FFMPEG_PATH: '/nowhere/ffmpeg' }), null);
  expect(of(found, 'spots')).toMatchObject({ state: 'note', says: expect.stringContaining('TV spots are not taken') });
});

test('an empty database and a role without rights are told apart from a database that is away', async () => {
  const empty = await emptyDatabase();
  const found = await checkDatabase(empty, { isOurs: false, config: parseConfig({}) });
  expect(of(found, 'migrations')!.says).toContain('the first start fills it');
  expect(bads(found)).toEqual([]);
  const ascii = await emptyDatabase("template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'");
  expect(bads(await checkDatabase(ascii, { isOurs: false, config: parseConfig({}) }))).toEqual(['encoding']);
  const client = new pg.Client({ connectionString: empty });
  await client.connect();
  const role = `reader_${process.pid}`;
  await client.query(`create role ${role}`);
  const url = new URL(empty);
  url.search = `?options=-c%20role%3D${role}`;
  expect(bads(await checkDatabase(url.href, { isOurs: false, config: parseConfig({}) }))).toEqual(['rights']);
  await client.query(`drop role ${role}`);
  await client.end();

  url.password = 'pogrešna-lozinka';
  const away = await checkInstallation(settings({ DATABASE_URL: url.href }), null);
  expect(of(away, 'database')).toMatchObject({ state: 'bad' });
  expect(of(away, 'rights')).toBeUndefined();
});

test('it says whether the keys lie in the clear, and with which of two sealing keys they are sealed', async () => {
  const says = async (key?: string) =>
    of(await checkInstallation(settings(key ? { SEALING_KEY: key } : {}), null), 'keys');
  const inTheClear = await app.db.select().from(keys);
  const [old, next] = ['o'.repeat(32), 'n'.repeat(32)];
  expect(await says()).toMatchObject({ state: 'note', says: expect.stringContaining('in the clear') });
  expect(await says(old)).toMatchObject({
    state: 'note',
    says: expect.stringMatching(/^2 are not sealed .*rotate-keys/),
  });
  await app.db.transaction((tx) => sealKeys(tx, [old]));
  expect(await says(old)).toMatchObject({ state: 'good' });
  expect(await says(`${next},${old}`)).toMatchObject({
    state: 'note',
    says: expect.stringMatching(/^2 are not sealed/),
  });
  expect(await says()).toMatchObject({ state: 'bad', says: expect.stringContaining('set the SEALING_KEY') });
  for (const { kid, material } of inTheClear) await app.db.update(keys).set({ material }).where(eq(keys.kid, kid));
});

test('a pooler is told, and one where sessions are needed is bad', async () => {
  const pooler = await startPooler(app.databaseUrl);
  onTestFinished(() => pooler.stop());
  const pooled = pooler.through(app.databaseUrl);
  expect(of(await checkInstallation(settings(), null), 'pooler')).toMatchObject({
    state: 'good',
    says: expect.stringMatching(/^none/),
  });
  const right = await checkInstallation(settings({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: app.databaseUrl }), null);
  expect(of(right, 'pooler')).toMatchObject({ state: 'good', says: expect.stringMatching(/^requests go through/) });
  expect(of(right, 'database')).toMatchObject({ state: 'good' });
  const wrong = await checkInstallation(settings({ DATABASE_URL: pooled }), null);
  expect(of(wrong, 'pooler')).toMatchObject({ state: 'bad', says: expect.stringContaining('Set DATABASE_DIRECT_URL') });
});

test('a mail server that says nothing is given up in time, and one that is away is said in a sentence', async () => {
  const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await new Promise((resolve) => silent.once('listening', resolve));
  const { port } = silent.address() as { port: number };
  const began = performance.now();
  const found = await checkInstallation(settings({ SMTP_URL: `smtp://127.0.0.1:${port}` }), null);
  expect(performance.now() - began).toBeLessThan(20_000);
  expect(of(found, 'mail')).toMatchObject({ state: 'bad', says: 'Greeting never received' });
  expect(await runCheck('x', () => new Promise(() => {}), 20)).toEqual([
    { what: 'x', state: 'bad', says: 'no answer in 0.02 s' },
  ]);
});

test('misspelt names are shown with the one that was meant, and wrong settings before anything is opened', async () => {
  const found = await checkInstallation(
    settings({
      PUBLIC_ULR: 'https://a.rs',
      BACKUP_EVRY: '24',
      STRIPE_KEY: 'x',
      ADVERT_SECONDS: '600',
      TV_PROGRAM: '/a.mp4',
      HOSTNAME: 'a',
      PATH: '/bin',
      LOG_DAYS: '30',
      LOG_NAMESPACE: 'vidik',
      EUR_RSD_RATE: '117.2',
      DATABASE_PORT: 'tcp://10.0.0.1:5432',
      DATABASE_PORT_5432_TCP_ADDR: '10.0.0.1',
      STORAGE_SERVICE_HOST: 'a',
    }),
    null,
  );
  expect(found.filter(({ what }) => what === 'names').map(({ says }) => says)).toEqual([
    'PUBLIC_ULR: PUBLIC_URL?',
    'BACKUP_EVRY: BACKUP_EVERY?',
    'STRIPE_KEY: no setting of ours',
    'ADVERT_SECONDS: no setting of ours',
    'TV_PROGRAM: TV_PROGRAMME?',
  ]);
  const wrong = await checkInstallation({ PORT: 'many', SMTP_URL: 'mail.example' }, null);
  expect(wrong.filter(({ what }) => what === 'settings').map(({ says }) => says)).toEqual([
    expect.stringMatching(/^PORT: /),
    'SMTP_URL: must begin with smtp:// or smtps://',
  ]);
});

test('a server that starts tells misspelt names too, and starts all the same', async () => {
  const server = launch({ PUBLIC_ULR: 'https://a.rs', LOG_NAMESPACE: 'vidik' });
  await addressOf(server);
  const warnings = server.said.out.split('\n').filter((line) => line.includes('no setting'));
  expect(warnings).toEqual([expect.stringContaining('PUBLIC_ULR: PUBLIC_URL?')]);
});

test('no secret is printed, wherever it stands', () => {
  const env = { DATABASE_URL: 'postgres://vidik:p%40ss@w0rd@db/vidik', STRIPE_SECRET_KEY: 'sk_live_abc' };
  const table = tableOf(
    [
      { what: 'database', state: 'bad', says: 'getaddrinfo p%40ss@w0rd, p@ss@w0rd' },
      { what: 'payments', state: 'bad', says: 'Invalid API Key provided: sk_live_abc' },
    ],
    secretsOf(env),
  );
  expect(table).toBe('BAD   database  getaddrinfo …, …\nBAD   payments  Invalid API Key provided: …');
});

test('sealing keys, each of two secrets, and a password at the end of an address are no more printed than others', () => {
  const [old, next] = ['o'.repeat(32), 'n'.repeat(32)];
  const env = {
    SEALING_KEY: `${next}, ${old}`,
    STRIPE_WEBHOOK_SECRET: 'whsec_new,whsec_old',
    DATABASE_URL: 'postgres:///shop?host=/run/postgresql&user=vidik&password=taj%2Fna',
  };
  const said = [next, old, 'whsec_new', 'whsec_old', 'taj%2Fna', 'taj/na'];
  const table = tableOf([{ what: 'settings', state: 'bad', says: said.join(' ') }], secretsOf(env));
  expect(table).toBe(`BAD   settings  ${said.map(() => '…').join(' ')}`);
});

test('a certificate of the database, or one that is shown to it, is told before it ends', async () => {
  const postgres = await startTlsPostgres();
  onTestFinished(() => postgres.stop());
  const file = (name: string, text: string) => {
    const place = path.join(postgres.directory, name);
    writeFileSync(place, text);
    return place;
  };
  const root = `sslrootcert=${file('ca.crt', AUTHORITY)}`;
  const pair = `sslcert=${file('client.crt', CLIENT.certificate)}&sslkey=${file('client.key', CLIENT.key)}`;
  const at = `postgres://vidik:${postgres.password}@localhost:${postgres.port}`;
  const found = async (address: string, day?: string) => {
    const now = day === undefined ? new Date() : new Date(`${day}T00:00:00Z`);
    const all = await checkDatabase(`${at}/${address}`, { isOurs: false, config: parseConfig({}), now });
    return all.filter(({ what }) => what === 'database TLS').map(({ state, says }) => `${state}: ${says}`);
  };
  const full = `sslmode=verify-full&${root}`;
  expect(await found(`shop?${full}`)).toEqual([
    expect.stringMatching(/^good: its certificate is good until 2126-11-02 \(\d+ days\)$/),
  ]);
  expect(await found(`shop?${full}`, '2126-10-12')).toEqual([
    'note: its certificate is good until 2126-11-02 (21 days)',
  ]);
  expect(await found(`certificates?${full}&${pair}`, '2126-10-25')).toEqual([
    'bad: its certificate is good until 2126-11-02 (8 days)',
    'bad: ours, of sslcert, is good until 2126-11-02 (8 days)',
  ]);
  expect(await found('shop?sslmode=require'), 'nobody looks at it').toEqual([]);
});

test('the command says it as a table, and its status tells a script', async () => {
  const program = launch({ BACKUP_EVERY: '24' }, 'doctor');
  expect(await ended(program)).toBe(0);
  expect(program.said.out).toMatch(/^ok {4}settings +can be used/m);
  const wrong = launch({ SMTP_URL: 'smtp://127.0.0.1:1' }, 'doctor');
  expect(await ended(wrong)).toBe(1);
  expect(wrong.said.out).toMatch(/^BAD {3}mail +connect ECONNREFUSED/m);
  const typed = launch({}, 'doctor', '--post');
  expect(await ended(typed)).toBe(2);
});
