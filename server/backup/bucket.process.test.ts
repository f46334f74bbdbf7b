import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import { erasePerson } from '../flows/people/erase-person.ts';
import { jobNames } from '../jobs.ts';
import { systemActor } from '../platform/audit.ts';
import { readText, writeText } from '../platform/storage/file-store.ts';
import { openStorage, storageIn } from '../platform/storage/open.ts';
import { testApp } from '../test/app.ts';
import { startBucket } from '../test/buckets.ts';
import { emptyDatabase } from '../test/empty-database.ts';
import { person } from '../test/people.ts';
import { archivesIn, copyArchive, openTarget, ownFolder } from './archive-places.ts';
import { fetchArchive, typedArchive } from './commands/fetch-archive.ts';
import { readErasedList, writeErasedLists } from './erased-list.ts';
import { backUp, lastBackupAt } from './keep-backup.ts';
import { restoreArchive } from './restore.ts';
import { backups } from './schema.ts';

/** A shop whose stored files are in a bucket, as when several servers share them, and whose archives are copied into another place. */
const bucket = await startBucket();
afterAll(() => bucket.stop());
const within = (folder: string) => bucket.address.replace('?', `/${folder}?`);
const app = await testApp({
  env: { STORAGE_URL: within('files'), BACKUP_TARGET: within('archives'), BACKUP_KEEP: '3' },
});
const { storage } = app.deps;
const ours = { db: app.db, config: app.config, url: app.databaseUrl, storage };
const target = (await openTarget(app.config))!;
await writeText(storage.public, 'slike/a.png', 'a picture');
await writeText(storage.private, 'files/ab/ugovor.pdf', 'a contract');
await writeText(storage.uploads, 'upload/1', 'a part');

function emptyFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'vidik-bucket-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const backUpAt = (hour: number) => backUp({ ...ours, now: () => new Date(Date.UTC(2026, 10, 1) + hour * HOUR_MS) });

test('archives are copied into the bucket, read back and compared, and the last three are kept', async () => {
  const made: string[] = [];
  for (let n = 0; n < 5; n += 1) made.push((await backUpAt(n)).file);
  expect(await archivesIn(target)).toEqual(made.slice(-3).reverse());
  const recorded = await app.db.select().from(backups);
  expect(recorded.map(({ folder }) => folder)).toEqual(Array(5).fill(ownFolder(app.config)));
});

test('a copy that is not what was copied is no success and does not stay', async () => {
  const { folder, file } = await backUpAt(20);
  const lying = { ...target, read: async () => (await import('node:stream')).Readable.from([Buffer.from('other')]) };
  await expect(copyArchive(folder, file, lying)).rejects.toThrow('is not what was copied');
  expect(await archivesIn(target)).not.toContain(file);
});

test('a bucket that is away makes no backup a success', async () => {
  const before = await lastBackupAt(app.db);
  const config = { ...app.config, backup: { ...app.config.backup, target: 's3://vidik?endpoint=http://127.0.0.1:9' } };
  await expect(backUp({ ...ours, config, now: () => new Date() })).rejects.toThrow();
  expect(await lastBackupAt(app.db)).toEqual(before);
});

test('whoever is erased stands beside the archives in the bucket', async () => {
  const who = await person(app);
  const { file } = await backUpAt(30);
  await app.db.transaction((tx) => erasePerson(tx, app.deps, systemActor, who.id));
  await writeErasedLists(app.db, app.config);
  expect((await readErasedList(target))!.map(({ id }) => id)).toContain(who.id);
  expect(await readText(target, 'erased-people.jsonl')).not.toContain(who.email);

  // On another machine, which knows the bucket alone.
  const found = await typedArchive(within(`archives/${file}`));
  expect((await readErasedList(found.place))!.map(({ id }) => id)).toContain(who.id);
});

test('an archive is restored from the bucket, its files into folders or into another bucket', async () => {
  const { file } = await backUpAt(40);
  const found = await typedArchive(within(`archives/${file}`));
  const { archive, forget } = await fetchArchive(found);
  const dataDir = path.join(emptyFolder(), 'data');
  const order = { archive, log: app.deps.log, jobNames };
  const { manifest } = await restoreArchive({
    ...order,
    url: await emptyDatabase(),
    dataDir,
    storage: storageIn(dataDir),
  });
  expect(Object.keys(manifest.files).sort()).toEqual(['private-files/files/ab/ugovor.pdf', 'storage/slike/a.png']);
  expect(await readText(storageIn(dataDir).private, 'files/ab/ugovor.pdf')).toBe('a contract');

  const other = await testApp({ env: { STORAGE_URL: within('other'), DATA_DIR: path.join(emptyFolder(), 'data') } });
  const into = { url: await emptyDatabase(), dataDir: other.config.dataDir, storage: await openStorage(other.config) };
  await restoreArchive({ ...order, ...into });
  expect(await readText(into.storage.public, 'slike/a.png')).toBe('a picture');
  const again = restoreArchive({ ...order, ...into, url: await emptyDatabase() });
  await expect(again).rejects.toThrow(/s3:\/\/.*holds 2 files of a shop/);
  await forget();
  expect(readdirSync(tmpdir()).filter((name) => path.join(tmpdir(), name) === path.dirname(archive))).toEqual([]);
});

test('an archive that is not in the bucket, and an address that names none, are said', async () => {
  const missing = await typedArchive(within('archives/vidik-20200101-000000.tar.gz'));
  await expect(fetchArchive(missing)).rejects.toThrow('it is not there');
  for (const typed of ['s3://vidik', 's3://vidik/', 's3://Vidik/vidik-20200101-000000.tar.gz'])
    await expect(typedArchive(typed), typed).rejects.toThrow('names no archive');
  vi.stubEnv('INIT_CWD', '/srv');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await typedArchive('a.tar.gz')).toMatchObject({ name: 'a.tar.gz', place: { place: '/srv' } });
});
