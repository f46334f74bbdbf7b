import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { steadyNode } from '../../../scripts/setup.mjs';
import { jobNames } from '../../jobs.ts';
import { openDatabase } from '../../platform/db.ts';
import { createLog } from '../../platform/log/log.ts';
import { isAlive } from '../../platform/process/processes.ts';
import { writeText } from '../../platform/storage/file-store.ts';
import { storageIn } from '../../platform/storage/open.ts';
import { startBucket } from '../../test/buckets.ts';
import { emptyDatabase } from '../../test/empty-database.ts';
import { eventually } from '../../test/eventually.ts';
import { builtBundle } from '../../test/server-process.ts';
import { makeBackup } from '../make-backup.ts';
import { restoreArchive } from '../restore.ts';

const outdir = await builtBundle();
const bucket = await startBucket();
afterAll(() => bucket.stop());

function emptyDataDir(): string {
  const room = mkdtempSync(path.join(tmpdir(), 'vidik-commands-'));
  chmodSync(room, 0o711);
  onTestFinished(() => rmSync(room, { recursive: true, force: true }));
  return path.join(room, 'data');
}

type Settings = Record<string, string | undefined>;

function launch(command: string, env: Settings, args: string[] = []) {
  const child = spawn(process.execPath, [...steadyNode, path.join(outdir, 'main.js'), command, ...args], {
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'warn', DRAIN_SECONDS: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { text: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said.text += chunk));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return { child, said, ended };
}

const LONGEST_COMMAND_MS = 60_000;

async function run(command: string, env: Settings, ...args: string[]): Promise<string> {
  const { said, ended } = launch(command, env, args);
  const code = await Promise.race([
    ended,
    sleep(LONGEST_COMMAND_MS, undefined, { ref: false }).then(() => {
      throw new Error(`${command} did not end: ${said.text}`);
    }),
  ]);
  return `${said.text}[${code}]`;
}

async function start(env: Settings) {
  const server = launch('start', env);
  await eventually(() => expect(server.said.text).toMatch(/Vidik: http/));
  const stop = async () => {
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  };
  return { ...server, stop };
}

function archiveOf(dataDir: string): string {
  const [archive] = readdirSync(path.join(dataDir, 'backups')).filter((name) => name.endsWith('.tar.gz'));
  return path.join(dataDir, 'backups', archive!);
}

test('a shop moves from the embedded database to an external one and back, and goes on when that is asked', async () => {
  const first = emptyDataDir();
  const server = await start({ DATA_DIR: first });
  const backup = await run('backup', { DATA_DIR: first });
  expect(backup).toMatch(
    /vidik-\d{8}-\d{6}\.tar\.gz: \d+ rows of \d+ tables, \d+ files, .* s\.\nIt is not locked.*\[0\]$/s,
  );
  await server.stop();
  const file = archiveOf(first);

  const external = { DATABASE_URL: await emptyDatabase(), DATA_DIR: emptyDataDir() };
  const restored = await run('restore', external, file);
  expect(restored).toMatch(/Restored: \d+ rows .*The shop is held.*\[0\]$/s);
  expect(await run('restore', external, file)).toMatch(/There is a shop in this database already.*\[1\]$/s);
  expect(await run('resume', external)).toMatch(/No server took it up.*\[1\]$/s);

  const held = await start(external);
  await vi.waitFor(() => expect(held.said.text).toContain('is held'), 10_000);
  const resumed = await run('resume', external, '--documents=none', '--mails=drop');
  expect(resumed).toMatch(/The shop goes on\.\n\[0\]$/);
  expect(await run('resume', external)).toContain('The shop is not held');
  const away = path.join(emptyDataDir(), 'elsewhere');
  expect(await run('backup', { ...external, BACKUP_PASSPHRASE: 'lozinka za arhivu' }, away)).toMatch(/\[0\]$/);
  const copied = await run('backup', { ...external, ...bucket.keys, BACKUP_TARGET: bucket.address });
  expect(copied).toMatch(/\[0\]$/);
  await held.stop();

  const name = /vidik-\d{8}-\d{6}\.tar\.gz/.exec(copied)![0];
  const elsewhere = { DATABASE_URL: await emptyDatabase(), DATA_DIR: emptyDataDir(), ...bucket.keys };
  const fetched = await run('restore', elsewhere, bucket.address.replace('?', `/${name}?`));
  expect(fetched).toMatch(/Restored: \d+ rows .*People on the list of erased ones: 0\.\nThe shop is held.*\[0\]$/s);

  const [sealed] = readdirSync(away).filter((name) => name.endsWith('.sealed'));
  const back = { DATA_DIR: emptyDataDir() };
  expect(await run('restore', back, path.join(away, sealed!))).toMatch(/is locked.*\[1\]$/s);
  expect(existsSync(back.DATA_DIR), 'nothing is touched').toBe(false);
  const locked = { ...back, BACKUP_PASSPHRASE: 'lozinka za arhivu' };
  expect(await run('backup-check', locked, path.join(away, sealed!))).toMatch(/It comes back whole.*\[0\]$/s);
  expect(await run('restore', locked, path.join(away, sealed!))).toMatch(/The shop is held.*\[0\]$/s);
  expect(existsSync(path.join(back.DATA_DIR, 'postgres'))).toBe(true);
});

test('a restore that is interrupted leaves no row and no file, and can be begun again', async () => {
  const home = { DATA_DIR: emptyDataDir() };
  const server = await start(home);
  await server.stop();
  const [first, large] = ['private-files/ugovor.pdf', 'storage/snimak.bin'];
  for (const name of [first, large]) mkdirSync(path.dirname(path.join(home.DATA_DIR, name)), { recursive: true });
  writeFileSync(path.join(home.DATA_DIR, first), 'a contract');
  writeFileSync(path.join(home.DATA_DIR, large), '');
  truncateSync(path.join(home.DATA_DIR, large), 400_000_000);
  expect(await run('backup', home)).toMatch(/\[0\]$/);
  const archive = archiveOf(home.DATA_DIR);
  const external = { DATABASE_URL: await emptyDatabase(), DATA_DIR: emptyDataDir() };
  const there = () => [first, large].filter((name) => existsSync(path.join(external.DATA_DIR, name)));
  for (const signal of ['SIGINT', 'SIGHUP'] as const) {
    const restore = launch('restore', external, [archive]);
    await vi.waitFor(() => expect(there()).toEqual([first]), { timeout: LONGEST_COMMAND_MS, interval: 2 });
    restore.child.kill(signal);
    expect(await restore.ended).toBe(130);
    expect(restore.said.text).toMatch(/Interrupted: what was written is taken away again[^\n]*\n$/);
    expect(there()).toEqual([]);
  }
  expect(await run('restore', external, archive)).toMatch(/The shop is held.*\[0\]$/s);
  expect(there()).toEqual([first, large]);
});

test('a restore of which only the migration fails keeps rows, files and who was erased, and the next start goes on with it', async () => {
  const folder = path.dirname(emptyDataDir());
  const archive = path.join(folder, 'vidik.tar.gz');
  await writeOldArchive(archive);
  const gone = randomUUID();
  writeFileSync(path.join(folder, 'erased-people.jsonl'), `{"id":"${gone}","at":"2026-11-22T08:00:00.000Z"}\n`);
  const external = { DATABASE_URL: await emptyDatabase(), DATA_DIR: emptyDataDir() };
  const db = openDatabase(external.DATABASE_URL, { max: 1 });
  onTestFinished(() => db.close());
  // In the way of the table of that name.
  await db.ask('create type api_keys as (one int)');
  const said = await run('restore', external, archive);
  expect(said).toMatch(/Restored: \d+ rows .*"api_keys" already exists.* are in, and the shop is held.*\[1\]$/s);
  expect(said).not.toContain('by hand');
  expect(readFileSync(path.join(external.DATA_DIR, 'private-files/ugovor.pdf'), 'utf8')).toBe('a contract');
  expect(await db.ask('select profile_id as id from erasures')).toContainEqual({ id: gone });
  const entries =
    "select actor from audit_log where action = 'system.restored' and after ->> 'archive' = 'vidik.tar.gz'";
  expect(await db.ask(entries)).toEqual([{ actor: 'system' }]);
  await db.ask('drop type api_keys');
  const [at] = await db.ask<{ name: string }>(
    'select name from migrations.__drizzle_migrations order by created_at desc limit 1',
  );
  const held = await start({ ...external, BACKED_UP: at!.name });
  await eventually(() => expect(held.said.text).toContain('is held'));
  expect(await db.ask('select from api_keys')).toEqual([]);
  await held.stop();
});

/** An archive of a version before, with a file in it. */
async function writeOldArchive(file: string): Promise<void> {
  const place = { url: await emptyDatabase(), dataDir: emptyDataDir() };
  const storage = storageIn(place.dataDir);
  const old = path.resolve('server', 'test', 'archives', '0065_demo_year.tar.gz');
  await restoreArchive({ archive: old, log: createLog('silent'), jobNames, storage, ...place });
  await writeText(storage.private, 'ugovor.pdf', 'a contract');
  const made = await makeBackup({ ...place, storage, folder: path.dirname(place.dataDir), now: new Date() });
  renameSync(path.join(made.folder, made.file), file);
}

test('a check that is interrupted leaves neither the shop nor a PostgreSQL behind, and the next one clears up after a killed one', async () => {
  const home = { DATA_DIR: emptyDataDir() };
  const server = await start(home);
  expect(await run('backup', home)).toMatch(/\[0\]$/);
  await server.stop();
  const place = mkdtempSync(path.join(tmpdir(), 'vidik-interrupted-'));
  chmodSync(place, 0o711);
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const env = { ...home, TMPDIR: place };
  const rooms = () => readdirSync(place).filter((name) => name.startsWith('vidik-check-'));
  const underWay = async () => {
    const check = launch('backup-check', env);
    const postgres = await eventually(() => {
      const [room] = rooms();
      const pid = Number.parseInt(readFileSync(path.join(place, room!, 'postgres', 'postmaster.pid'), 'utf8'), 10);
      expect(isAlive(pid)).toBe(true);
      return pid;
    });
    return { ...check, postgres };
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const { child, ended, postgres } = await underWay();
    child.kill(signal);
    expect(await ended).toBe(130);
    await eventually(() => expect(isAlive(postgres)).toBe(false));
    expect(rooms()).toEqual([]);
  }
  const killed = await underWay();
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect(rooms()).toHaveLength(1);
  expect(isAlive(killed.postgres)).toBe(true);
  expect(await run('backup-check', env)).toMatch(/It comes back whole.*\[0\]$/s);
  expect(isAlive(killed.postgres)).toBe(false);
  expect(rooms()).toEqual([]);
});

/** The settings of a shop that was restored into an external database, and that database. */
async function restoredShop() {
  const home = { DATA_DIR: emptyDataDir() };
  const first = await start(home);
  expect(await run('backup', home)).toMatch(/\[0\]$/);
  await first.stop();
  const external = { DATABASE_URL: await emptyDatabase(), DATA_DIR: emptyDataDir() };
  expect(await run('restore', external, archiveOf(home.DATA_DIR))).toMatch(/\[0\]$/);
  const db = openDatabase(external.DATABASE_URL, { max: 1 });
  onTestFinished(() => db.close());
  return { external, db };
}

test('a server that took up a resume and ended is not waited for, and one whose jobs do not begin when the shop goes on ends', async () => {
  const { external, db } = await restoredShop();
  await db.ask(`insert into servers (id, release, migration, jobs, seen_at)
    values (gen_random_uuid(), '0.1.0', 'x', 'both', now() - interval '10 seconds')`);
  const resuming = run('resume', external);
  await eventually(async () => {
    expect(await db.ask('update restores set asked_at = null where asked_at is not null returning id')).toHaveLength(1);
  });
  expect(await resuming).toMatch(/The server that took it up has ended\..*\[1\]$/s);

  const held = launch('start', external);
  await eventually(() => expect(held.said.text).toContain('is held'));
  await db.ask('alter table pgboss.schedule rename to schedule_elsewhere');
  expect(await run('resume', external, '--documents=none', '--jobs=leave', '--mails=drop')).toMatch(
    /The shop goes on\.\n\[0\]$/,
  );
  expect(await held.ended).toBe(1);
  expect(held.said.text).toContain('the server cannot go on');
});
