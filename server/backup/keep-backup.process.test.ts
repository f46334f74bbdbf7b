import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import tar from 'tar-stream';
import { expect, onTestFinished, test } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import { erasePerson } from '../flows/people/erase-person.ts';
import { jobNames } from '../jobs.ts';
import { systemActor } from '../platform/audit.ts';
import { openMetrics } from '../platform/log/metrics.ts';
import { servers } from '../platform/servers.schema.ts';
import { writeText } from '../platform/storage/file-store.ts';
import { openFolderStore } from '../platform/storage/folder.ts';
import { testApp } from '../test/app.ts';
import { call, person } from '../test/people.ts';
import { MANIFEST } from './archive/contents.ts';
import { readEntries } from './archive/read-archive.ts';
import { archivesIn, ownFolder } from './archive-places.ts';
import { checkArchive } from './check.ts';
import { readErasedList, writeErasedLists } from './erased-list.ts';
import { backUpWhenDue } from './jobs.ts';
import { backUp, lastBackupAt } from './keep-backup.ts';
import { makeBackup } from './make-backup.ts';
import { backups } from './schema.ts';

const target = path.join(tmpdir(), `vidik-target-${process.pid}`);
const app = await testApp({ env: { BACKUP_EVERY: '24', BACKUP_KEEP: '3', BACKUP_TARGET: target } });
const own = ownFolder(app.config);
const ours = { db: app.db, config: app.config, url: app.databaseUrl, storage: app.deps.storage, now: app.deps.now };

function afresh() {
  const clear = () => {
    for (const folder of [own, target]) rmSync(folder, { recursive: true, force: true });
  };
  clear();
  onTestFinished(clear);
  return app.db.delete(backups);
}

test('a backup is made when the last one is a day old, and the last three are kept in both folders', async () => {
  await afresh();
  const began = app.clock.now;
  onTestFinished(() => {
    app.clock.now = began;
  });
  const made: string[] = [];
  for (let hour = 0; hour <= 120; hour += 6) {
    app.clock.now = new Date(began.getTime() + hour * HOUR_MS);
    await backUpWhenDue(app.deps);
    const [newest] = await archivesIn(openFolderStore(own));
    if (newest !== made.at(-1)) made.push(newest!);
  }
  expect(made).toHaveLength(6);
  expect((await archivesIn(openFolderStore(own))).reverse()).toEqual(made.slice(-3));
  expect((await archivesIn(openFolderStore(target))).reverse()).toEqual(made.slice(-3));
  expect(await lastBackupAt(app.db)).toEqual(app.clock.now);
});

test('what else lies in the folder is left alone', async () => {
  await afresh();
  mkdirSync(own, { recursive: true });
  for (const name of ['moje.tar.gz', 'vidik-20200101-000000.tar.gz.txt']) writeFileSync(path.join(own, name), '');
  for (let n = 0; n < 5; n += 1) writeFileSync(path.join(own, `vidik-2020010${n}-000000.tar.gz`), '');
  await backUp(ours);
  expect(readdirSync(own).filter((name) => /^vidik-\d{8}-\d{6}\.tar\.gz$/.test(name))).toHaveLength(3);
  expect(readdirSync(own)).toEqual(expect.arrayContaining(['moje.tar.gz', 'vidik-20200101-000000.tar.gz.txt']));
});

test('a backup whose copy cannot be written is no success, and no old one is removed for it', async () => {
  await afresh();
  writeFileSync(target, 'not a folder');
  await expect(backUp(ours)).rejects.toThrow();
  expect(await lastBackupAt(app.db)).toBeNull();
  await backUpWhenDue(app.deps);
  expect(await lastBackupAt(app.db)).toBeNull();
});

test('ten tries whose copy cannot be written leave one archive, and the next one only copies it', async () => {
  await afresh();
  const began = app.clock.now;
  onTestFinished(() => {
    app.clock.now = began;
  });
  const here = () => readdirSync(own).filter((name) => name.startsWith('vidik-'));
  writeFileSync(target, 'not a folder');
  const tries: string[][] = [];
  for (let n = 0; n < 10; n += 1) {
    app.clock.now = new Date(began.getTime() + n * 10 * 60_000);
    await backUpWhenDue(app.deps);
    tries.push(here());
  }
  expect(tries).toEqual(Array.from({ length: 10 }, () => [expect.stringMatching(/\.tar\.gz\.uncopied$/)]));
  expect(new Set(tries.flat()).size, 'the archive of the first try').toBe(1);

  app.clock.now = new Date(began.getTime() + 24 * HOUR_MS + 60_000);
  await backUpWhenDue(app.deps);
  expect(here()).toHaveLength(1);
  expect(here(), 'a day later it is too old').not.toEqual(tries[0]);

  const [left] = here();
  rmSync(target);
  app.clock.now = new Date(app.clock.now.getTime() + 10 * 60_000);
  await backUpWhenDue(app.deps);
  const name = left!.replace('.uncopied', '');
  expect(here()).toEqual([name]);
  expect(await archivesIn(openFolderStore(target))).toEqual([name]);
  const madeAt = began.getTime() + 24 * HOUR_MS + 60_000;
  expect((await lastBackupAt(app.db))!.getTime()).toBe(Math.floor(madeAt / 1000) * 1000);
  const checked = await checkArchive({ archive: path.join(own, name), log: app.deps.log, jobNames });
  expect(checked).toMatchObject({ differences: [] });
});

test('a backup into a folder of somebody’s own does not take the place of the daily one and its copy', async () => {
  await afresh();
  const folder = mkdtempSync(path.join(tmpdir(), 'vidik-stick-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await backUp(ours, { folder });
  expect(await lastBackupAt(app.db)).not.toBeNull();
  await backUpWhenDue(app.deps);
  expect(await archivesIn(openFolderStore(target))).toHaveLength(1);
  await backUpWhenDue(app.deps);
  expect(await archivesIn(openFolderStore(own))).toHaveLength(1);
});

test('of two backups at once, one is made', async () => {
  await afresh();
  const folder = mkdtempSync(path.join(tmpdir(), 'vidik-two-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const order = { url: app.databaseUrl, dataDir: app.config.dataDir, storage: app.deps.storage, folder };
  const both = await Promise.allSettled([
    makeBackup({ ...order, now: new Date('2026-01-01T00:00:00Z') }),
    makeBackup({ ...order, now: new Date('2026-01-01T00:00:01Z') }),
  ]);
  const refused = both.filter((one) => one.status === 'rejected');
  expect(refused).toHaveLength(1);
  for (const { reason } of refused) expect(String(reason)).toContain('Another backup of this database is being made');
  expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([]);
});

test('whoever is erased stands beside every backup from that moment, and stays there', async () => {
  await afresh();
  await backUp(ours);
  const who = await person(app);
  const earlier = '11111111-1111-4111-8111-111111111111';
  writeFileSync(
    path.join(target, 'erased-people.jsonl'),
    `${JSON.stringify({ id: earlier, at: '2026-01-01' })}\n{broken\n`,
  );
  await app.db.transaction((tx) => erasePerson(tx, app.deps, systemActor, who.id));
  await writeErasedLists(app.db, app.config);
  const ids = async (folder: string) => (await readErasedList(openFolderStore(folder)))!.map(({ id }) => id);
  expect(await ids(own)).toContain(who.id);
  expect(await ids(target)).toEqual(expect.arrayContaining([earlier, who.id]));
  expect(readFileSync(path.join(own, 'erased-people.jsonl'), 'utf8')).not.toContain(who.email);
});

test('a refused registration is on the list too', async () => {
  await afresh();
  await backUp(ours);
  const waiting = await person(app, 'waiting');
  const chief = await person(app, 'superAdmin');
  await call(app, chief).accounts.admin.reject({ ids: [waiting.id], reason: 'Proba' });
  await writeErasedLists(app.db, app.config);
  expect((await readErasedList(openFolderStore(own)))!.map(({ id }) => id)).toContain(waiting.id);
});

test('what is left of a backup that was cut off goes with the next one, and one that is being made stays', async () => {
  await afresh();
  mkdirSync(own, { recursive: true });
  const later = 'vidik-29990101-000000.tar.gz.partial';
  for (const name of ['vidik-20200101-000000.tar.gz.partial', 'vidik-20200102-000000.tar.gz.sealed.partial', later])
    writeFileSync(path.join(own, name), '');
  await backUp(ours);
  expect(readdirSync(own).filter((name) => name.endsWith('.partial'))).toEqual([later]);
});

test('a backup says how much of it is written, and the dashboard how much of one that is late', async () => {
  await afresh();
  const said: [done: number, total: number][] = [];
  await backUp(ours, { reportProgress: (done, total) => said.push([done, total]) });
  const shares = said.map(([done, total]) => done / total);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
  const office = call(app, await person(app, 'admin'));
  const upkeep = async () => (await office.admin.overview()).upkeep;
  expect((await upkeep()).backup).toBeNull();
  await app.db.ask(
    `insert into pgboss.job (name, data, state, output) values ('backup.write', '{}', 'active', '{"done": 3, "total": 4}')`,
  );
  expect((await upkeep()).backup).toEqual({ done: 3, total: 4 });
  await app.db.ask("delete from pgboss.job where name = 'backup.write'");
});

test('that nobody does jobs is said, after a minute also when the last who did was killed', async () => {
  const office = call(app, await person(app, 'admin'));
  const jobsWait = async () => (await office.admin.overview()).upkeep.jobsWait;
  await app.db.delete(servers);
  const server = (jobs: 'web' | 'worker' | 'both', seconds: number) =>
    app.db.insert(servers).values({
      id: randomUUID(),
      release: '0.1.0',
      migration: 'x',
      jobs,
      seenAt: new Date(Date.now() - seconds * 1000),
    });
  await server('web', 0);
  await server('both', 61);
  expect(await jobsWait()).toBe(true);
  await server('worker', 30);
  expect(await jobsWait()).toBe(false);
  await app.db.delete(servers);
});

test('a backup is restored aside and compared', async () => {
  await afresh();
  const { file } = await backUp(ours);
  const checked = await checkArchive({ archive: path.join(own, file), log: app.deps.log, jobNames });
  expect(checked).toMatchObject({ differences: [], contradictions: [] });
  expect(checked.manifest.tables['public.profiles']!.rows).toBeGreaterThan(0);
});

/** The same archive, as if it had been written with so many jobs more. */
async function claimingJobs(archive: string, more: number): Promise<string> {
  const file = path.join(path.dirname(archive), 'claims-more.tar.gz');
  const pack = tar.pack();
  const writing = pipeline(pack, createGzip(), createWriteStream(file));
  for await (const { name, content } of readEntries(archive, undefined)) {
    const text = await buffer(content);
    const manifest = name === MANIFEST ? JSON.parse(text.toString()) : null;
    if (manifest) manifest.tables['pgboss.job'].rows += more;
    pack.entry({ name }, manifest ? JSON.stringify(manifest) : text);
  }
  pack.finalize();
  await writing;
  return file;
}

test('a check finds a job that did not come back, and says how many this version has no names for', async () => {
  await afresh();
  const name = 'network.enrol-referred';
  await app.db.ask(`insert into pgboss.job (name, data) values ('${name}', '{}'), ('${name}', '{}')`);
  onTestFinished(async () => void (await app.db.ask(`delete from pgboss.job where name = '${name}'`)));
  const { file, manifest } = await backUp(ours);
  const archive = path.join(own, file);
  const written = manifest.tables['pgboss.job']!.rows;
  expect(written).toBeGreaterThanOrEqual(2);
  const check = (of: string, names: readonly string[] = jobNames) =>
    checkArchive({ archive: of, log: app.deps.log, jobNames: names });
  expect(await check(archive)).toMatchObject({ differences: [], unknownJobs: 0 });
  expect(await check(await claimingJobs(archive, 1))).toMatchObject({
    differences: [`pgboss.job has ${written} rows, not ${written + 1}`],
  });
  const others = jobNames.filter((one) => one !== name);
  expect(await check(archive, others)).toMatchObject({ differences: [], unknownJobs: 2 });
});

test('files are told of, too', async () => {
  await afresh();
  const { storage } = app.deps;
  const names = ['told/one.txt', 'told/two.txt', 'told/three.txt'];
  for (const name of names) await writeText(storage.private, name, name);
  onTestFinished(async () => {
    for (const name of names) await storage.private.remove(name);
  });
  const said: string[] = [];
  const telling = { say: (line: string) => void said.push(line), sayEveryMs: 0 };
  const { file, manifest } = await backUp(ours, telling);
  const all = Object.keys(manifest.files).length;
  expect(all).toBeGreaterThanOrEqual(3);
  expect(said).toEqual(expect.arrayContaining([`files: 1 of ${all}`, `files: ${all} of ${all}`]));
  said.length = 0;
  await checkArchive({ archive: path.join(own, file), log: app.deps.log, jobNames, ...telling });
  const first = said.findIndex((line) => line.endsWith('…'));
  expect(said.slice(0, first), 'the first reading').toContainEqual(expect.stringMatching(/^read \d+ MB$/));
  expect(said).toEqual(
    expect.arrayContaining([`files: ${all} of ${all}`, `files compared: ${all - 1} of ${all}`, 'public.profiles…']),
  );
});

test('the dashboard warns when the last backup is older than 26 hours, and the metrics say when it was', async () => {
  await afresh();
  const office = call(app, await person(app, 'admin'));
  expect((await office.admin.overview()).upkeep).toMatchObject({
    lastBackupAt: null,
    isBackupLate: false,
    heldSince: null,
  });
  const metrics = openMetrics([
    {
      name: 'last_backup',
      help: 'x',
      read: async () => {
        const at = await lastBackupAt(app.db);
        return at ? [{ value: at.getTime() }] : [];
      },
    },
  ]);
  expect(await metrics.exposition()).not.toMatch(/^last_backup /m);
  const { madeAt } = await backUp(ours);
  expect(await metrics.exposition()).toMatch(new RegExp(`^last_backup ${madeAt.getTime()}$`, 'm'));
  const began = app.clock.now;
  onTestFinished(() => {
    app.clock.now = began;
  });
  app.clock.now = new Date(began.getTime() + 25 * HOUR_MS);
  expect((await office.admin.overview()).upkeep.isBackupLate).toBe(false);
  app.clock.now = new Date(began.getTime() + 27 * HOUR_MS);
  expect((await office.admin.overview()).upkeep.isBackupLate).toBe(true);
});
