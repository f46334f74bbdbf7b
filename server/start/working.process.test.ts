import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { backups, restores } from '../backup/schema.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { mails } from '../platform/mail.schema.ts';
import { isAlive } from '../platform/process/processes.ts';
import { servers } from '../platform/servers.schema.ts';
import { testAdverts } from '../test/adverts.ts';
import { testApp } from '../test/app.ts';
import { eventually } from '../test/eventually.ts';
import { call } from '../test/people.ts';
import { addressOf, builtServer, emptyDataDir, ended, heard, type ServerProcess } from '../test/server-process.ts';

/** Servers that serve, workers that work, and the process for what is heavy: real processes on one database. */

const app = await testApp();
const { launch } = builtServer(app.databaseUrl);

const worker = (env: Record<string, string> = {}) => launch({ JOBS: 'worker', ...env });
const works = (process: ServerProcess) => heard(process, 'Vidik worker: ');

const mail = (to: string) =>
  app.db.transaction((tx) =>
    queueMail(tx, app.deps.queue, { to, profileId: null, template: 'accounts.rejected', props: { reason: 'Proba' } }),
  );
const stateOf = async () => (await app.db.select().from(mails)).map(({ to, state }) => `${to} ${state}`).toSorted();
const askForBackup = () => app.db.transaction((tx) => app.deps.queue.send(tx, 'backup.write', { by: 'the test' }));
const madeBackups = () => app.db.select().from(backups);
/** Not those of the clock, which may strike in the middle. */
const backupJobs = () =>
  app.db.ask<{ state: string }>("select state from pgboss.job where name = 'backup.write' and data ? 'by'");

async function afresh() {
  await app.db.delete(mails);
  await app.db.delete(backups);
  await app.db.delete(servers);
  await app.db.delete(restores);
  await app.db.ask('delete from pgboss.job');
}

/** Nobody comes past the table until it is let go: a backup stands still in the middle. */
async function holdTable() {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  await client.query('begin; lock table statement_imports in access exclusive mode');
  let isHeld = true;
  const release = async () => {
    if (isHeld) await client.end();
    isHeld = false;
  };
  onTestFinished(release);
  return release;
}
const isWaitingForTable = async () =>
  (
    await app.db.ask(
      "select from pg_stat_activity where application_name = 'vidik backup' and wait_event_type = 'Lock'",
    )
  ).length > 0;

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}
/** The process for heavy work, once it has said what it is. */
async function heavyChildOf({ child }: ServerProcess): Promise<number> {
  return eventually(() => {
    const [pid] = childrenOf(child.pid!).filter((one) => niceness(one) === 19);
    expect(pid).toBeDefined();
    return pid!;
  });
}
const niceness = (pid: number) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
};

test('a server that only serves does no job and sends no mail, and says that nobody does', async () => {
  await afresh();
  const server = launch({ JOBS: 'web', BACKUP_EVERY: '24' });
  const address = await addressOf(server);
  await mail('ceka@primer.rs');
  await askForBackup();
  await heard(server, 'no worker lives: jobs wait and no mail is sent');
  const metrics = await (await fetch(`${address}/metrics`)).text();
  expect(metrics).toMatch(/^vidik_workers 0$/m);
  expect(metrics).toMatch(/^vidik_jobs_waiting [1-9]/m);
  expect(await stateOf()).toEqual(['ceka@primer.rs queued']);
  expect(await backupJobs()).toEqual([{ state: 'created' }]);
  expect(childrenOf(server.child.pid!)).toEqual([]);

  const dataDir = emptyDataDir();
  const working = worker({ DATA_DIR: dataDir, WORKER_PORT: '0', BACKUP_EVERY: '24' });
  await works(working);
  await eventually(async () => expect(await stateOf()).toEqual(['ceka@primer.rs sent']));
  await eventually(async () => expect(await madeBackups()).toHaveLength(1));
  expect(readdirSync(path.join(dataDir, 'outbox'))).toHaveLength(1);
  expect(await app.db.select({ jobs: servers.jobs }).from(servers).orderBy(servers.startedAt)).toEqual([
    { jobs: 'web' },
    { jobs: 'worker' },
  ]);
  const own = /http:\/\/127\.0\.0\.1:\d+/.exec(working.said.out)![0];
  expect((await fetch(`${own}/healthz`)).status).toBe(200);
  expect((await fetch(`${own}/readyz`)).status).toBe(200);
  expect(await (await fetch(`${own}/metrics`)).text()).toMatch(/^vidik_workers 1$/m);
  expect((await fetch(`${own}/api/event/offer`)).status, 'it serves nobody').toBe(404);
  working.child.kill('SIGTERM');
  expect(await ended(working)).toBe(0);
  expect(await (await fetch(`${address}/metrics`)).text()).toMatch(/^vidik_workers 0$/m);
});

test('a worker without a database says so, and beside a server it uses that server’s own', async () => {
  const dataDir = emptyDataDir();
  const own = { DATABASE_URL: undefined, DATA_DIR: dataDir };
  const alone = launch({ ...own, JOBS: 'worker' });
  expect(await ended(alone)).toBe(1);
  expect(alone.said.err).toBe(
    `No server runs on ${dataDir} whose database a worker could use. Start one (npm start), or set DATABASE_URL.\n`,
  );
  const server = launch({ ...own, JOBS: 'web' });
  await addressOf(server);
  const beside = launch({ ...own, JOBS: 'worker' });
  await works(beside);
  beside.child.kill('SIGTERM');
  expect(await ended(beside)).toBe(0);
  server.child.kill('SIGTERM');
  expect(await ended(server)).toBe(0);
});

test('heavy work is done in a process of its own at the lowest priority, which dies alone and is replaced', async () => {
  await afresh();
  const release = await holdTable();
  const server = launch({ BACKUP_EVERY: '24' });
  await addressOf(server);
  expect(childrenOf(server.child.pid!), 'it is not started before it is needed').toEqual([]);
  await askForBackup();
  const first = await heavyChildOf(server);
  await eventually(async () => expect(await isWaitingForTable()).toBe(true));
  process.kill(first, 'SIGKILL');
  await eventually(async () => expect(await backupJobs()).toEqual([{ state: 'retry' }]));
  await release();
  await eventually(async () => expect(await madeBackups()).toHaveLength(1));
  const second = await heavyChildOf(server);
  expect(second).not.toBe(first);
  await eventually(async () => expect(await backupJobs()).toEqual([{ state: 'completed' }]));
  server.child.kill('SIGTERM');
  expect(await ended(server)).toBe(0);
  expect(isAlive(second)).toBe(false);
});

async function workerInTheMiddleOfABackup() {
  await afresh();
  await holdTable();
  const stopping = worker({ BACKUP_EVERY: '24' });
  await works(stopping);
  await askForBackup();
  const child = await heavyChildOf(stopping);
  await eventually(async () => expect(await isWaitingForTable()).toBe(true));
  return { stopping, child };
}

test('a worker that is asked to stop in the middle of heavy work gives it back and is gone within ten seconds', async () => {
  const { stopping, child } = await workerInTheMiddleOfABackup();
  const began = performance.now();
  stopping.child.kill('SIGTERM');
  expect(await ended(stopping)).toBe(0);
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(isAlive(child)).toBe(false);
  expect(await backupJobs()).toEqual([{ state: 'retry' }]);
});

test('a second signal, later, ends a worker at once, and its heavy work with it', async () => {
  const { stopping, child } = await workerInTheMiddleOfABackup();
  stopping.child.kill('SIGTERM');
  await heard(stopping, 'SIGTERM: stopping');
  await sleep(1_100);
  stopping.child.kill('SIGTERM');
  expect(await ended(stopping)).toBe(130);
  await eventually(() => expect(isAlive(child)).toBe(false));
});

test('what a killed worker was at is done within a minute by another, and nothing of it stays behind', async () => {
  await afresh();
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await eventually(() => expect(silent.listening).toBe(true));
  const { port } = silent.address() as { port: number };
  const release = await holdTable();
  const dataDir = emptyDataDir();
  const killed = worker({ SMTP_URL: `smtp://127.0.0.1:${port}`, BACKUP_EVERY: '24' });
  await works(killed);
  await mail('jednom@primer.rs');
  await askForBackup();
  const child = await heavyChildOf(killed);
  await eventually(async () => expect(await isWaitingForTable()).toBe(true));
  await eventually(async () => {
    const [row] = await app.db.select().from(mails);
    expect(row!.leasedUntil).not.toBeNull();
  });
  const other = worker({ DATA_DIR: dataDir, BACKUP_EVERY: '24' });
  await works(other);
  const began = performance.now();
  killed.child.kill('SIGKILL');
  await ended(killed);
  await eventually(() => expect(isAlive(child)).toBe(false));
  await release();
  await eventually(async () => expect(await stateOf()).toEqual(['jednom@primer.rs sent']));
  await eventually(async () => expect(await backupJobs()).toEqual([{ state: 'completed' }]));
  expect(performance.now() - began).toBeLessThan(60_000);
  expect(await madeBackups()).toHaveLength(1);
  expect(readdirSync(path.join(dataDir, 'outbox'))).toHaveLength(1);
});

/** A shop that came from an archive in which a backup was asked for and a campaign is done of which its company was not told. */
async function restoredShop() {
  await afresh();
  const adverts = await testAdverts(app);
  const company = await adverts.company();
  const id = await adverts.campaign(company);
  expect(await adverts.approve(id)).toBe(true);
  await call(app, company).campaigns.own.step({ id, to: 'end' });
  await adverts.runJobs();
  await app.db.delete(mails);
  await askForBackup();
  await app.db.insert(restores).values({ archive: 'vidik.tar.gz', madeAt: new Date(), documents: [] });
  return { company };
}
const resume = (decided: Partial<typeof restores.$inferInsert> = {}) =>
  app.db.update(restores).set({ ...decided, askedAt: new Date(), answeredAt: null });
const answered = () =>
  eventually(async () => {
    const [row] = await app.db.select().from(restores);
    expect(row!.answeredAt).not.toBeNull();
    return { report: row!.report!.join('\n'), isDone: row!.resumedAt !== null };
  });

test('heavy jobs of a restored shop are done in the process for them, also by a server that only serves, and their mails wait', async () => {
  const { company } = await restoredShop();
  const release = await holdTable();
  const server = launch({ JOBS: 'web', BACKUP_EVERY: '24' });
  await addressOf(server);
  await resume();
  const child = await heavyChildOf(server);
  await eventually(async () => expect(await isWaitingForTable()).toBe(true));
  await release();
  const first = await answered();
  expect(first.report).toMatch(/^jobs: \d+ waiting jobs and \d+ jobs of the clock done$/m);
  expect(first.report).toContain('campaigns.done');
  expect(first.isDone).toBe(false);
  expect(await stateOf()).toEqual([`${company.email} queued`]);
  expect(await backupJobs()).toEqual([{ state: 'completed' }]);
  expect(await madeBackups()).toHaveLength(1);
  await eventually(() => expect(isAlive(child)).toBe(false));
  await resume({ mails: 'drop' });
  expect((await answered()).isDone).toBe(true);
  expect(await stateOf()).toEqual([`${company.email} expired`]);
});

test('a server that only serves leaves a resume to a worker that lives', async () => {
  await restoredShop();
  const here = { DATA_DIR: emptyDataDir(), BACKUP_EVERY: '24' };
  const server = launch({ ...here, JOBS: 'web' });
  await addressOf(server);
  const working = worker(here);
  await works(working);
  const release = await holdTable();
  await resume({ mails: 'drop' });
  await heavyChildOf(working);
  expect(childrenOf(server.child.pid!)).toEqual([]);
  await release();
  expect((await answered()).isDone).toBe(true);
});
