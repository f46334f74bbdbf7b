import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { isAlive } from '../process/processes.ts';
import { findBinaries } from './binaries.ts';
import { commonRoot, postgresUser } from './home.ts';

const isRoot = process.getuid?.() === 0;
const rooms: string[] = [];
/** A stopped data directory with one row in it; tests copy it, which is quicker than making another. */
let finished = '';

beforeAll(async () => {
  finished = emptyDataDir();
  const first = await start(finished);
  await ask(first.url, "create table memory as select 'kept' as word");
  await first.stop();
});

afterAll(() => {
  for (const room of rooms) rmSync(room, { recursive: true, force: true });
});

function emptyDataDir(mode = 0o755): string {
  const room = mkdtempSync(path.join(tmpdir(), 'vidik-postgres-'));
  chmodSync(room, mode);
  rooms.push(room);
  return path.join(room, 'data');
}

function usedDataDir(): string {
  const dataDir = emptyDataDir();
  cpSync(finished, dataDir, { recursive: true });
  return dataDir;
}

/** Starts PostgreSQL in a process of its own; answers when it is up, throws what the process said when it refused. */
async function start(dataDir: string, options: { uid?: number; gid?: number; home?: string } = {}) {
  const child = launch(dataDir, options);
  let refusal = '';
  child.stderr!.on('data', (chunk) => (refusal += chunk));
  const [word] = await Promise.race([
    once(child.stdout!, 'data'),
    once(child, 'close').then(([code]) => {
      throw new Error(`exit ${code}: ${refusal}`);
    }),
  ]);
  return {
    url: String(word).trim(),
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

const launched: ChildProcess[] = [];
afterAll(() => {
  for (const child of launched) child.kill('SIGTERM');
});

function launch(dataDir: string, { uid, gid, home }: { uid?: number; gid?: number; home?: string }) {
  const child = spawn(process.execPath, ['server/test/postgres/start-postgres.ts'], {
    env: { ...process.env, DATA_DIR: dataDir, ...(home ? { HOME: home } : {}) },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid }),
  });
  launched.push(child);
  return child;
}

async function ask(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

const memory = async (url: string) => (await ask(url, 'select word from memory'))[0]?.word;
const postmasterPid = (cluster: string) =>
  Number.parseInt(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8'), 10);

test('a new data directory gets a PostgreSQL that only this machine and only the password can enter', async () => {
  const dataDir = emptyDataDir();
  const running = await start(dataDir);
  onTestFinished(running.stop);
  expect(running.url).toMatch(/^postgres:\/\/vidik:[\w-]{32}@127\.0\.0\.1:\d+\/vidik$/);
  expect(statSync(path.join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
  await expect(ask(running.url.replace(/:[\w-]{32}@/, ':guessed@'), 'select 1')).rejects.toThrow('password');
  await expect(ask(running.url.replace('127.0.0.1', 'localhost'), 'show listen_addresses')).resolves.toEqual([
    { listen_addresses: '127.0.0.1' },
  ]);
  const [row] = await ask(
    running.url,
    "select lower('ŽŠČĆĐ') as folded, version() ~ '^PostgreSQL 18' as right_version",
  );
  expect(row).toEqual({ folded: 'žščćđ', right_version: true });
});

test('what was written survives a stop and a start, and nothing is left running', async () => {
  const dataDir = usedDataDir();
  const running = await start(dataDir);
  const pid = postmasterPid(path.join(dataDir, 'postgres'));
  expect(await memory(running.url)).toBe('kept');
  await running.stop();
  expect(isAlive(pid)).toBe(false);
  expect(existsSync(path.join(dataDir, 'server.lock'))).toBe(false);
});

test('a second start on the same data directory is refused with a sentence, and the first is unharmed', async () => {
  const dataDir = usedDataDir();
  const first = await start(dataDir);
  onTestFinished(first.stop);
  await expect(start(dataDir)).rejects.toThrow(
    `exit 1: Vidik is already running on ${dataDir} (process ${first.pid}). Stop it first, or set another DATA_DIR and PORT.`,
  );
  expect(await memory(first.url)).toBe('kept');
});

test('of several starts at once on a new data directory, exactly one wins', async () => {
  const dataDir = emptyDataDir();
  const outcomes = await Promise.allSettled([start(dataDir), start(dataDir), start(dataDir)]);
  const winners = outcomes.filter((outcome) => outcome.status === 'fulfilled');
  expect(winners).toHaveLength(1);
  await winners[0]!.value.stop();
});

test('after a kill -9 of the server, the PostgreSQL left behind is stopped and everything is there', async () => {
  const dataDir = usedDataDir();
  const first = await start(dataDir);
  const orphan = postmasterPid(path.join(dataDir, 'postgres'));
  await first.kill();
  expect(isAlive(orphan)).toBe(true);
  const second = await start(dataDir);
  onTestFinished(second.stop);
  expect(isAlive(orphan)).toBe(false);
  expect(await memory(second.url)).toBe('kept');
});

test('after a kill -9 of PostgreSQL it comes back by itself, at the same address', async () => {
  const dataDir = usedDataDir();
  const running = await start(dataDir);
  onTestFinished(running.stop);
  process.kill(postmasterPid(path.join(dataDir, 'postgres')), 'SIGKILL');
  await eventually(async () => expect(await memory(running.url)).toBe('kept'));
});

test('a pid file whose number now belongs to a stranger stops nobody, least of all the stranger', async () => {
  const dataDir = usedDataDir();
  const cluster = path.join(dataDir, 'postgres');
  const stranger = spawn('sleep', ['600'], postgresUser(path.join(finished, 'postgres')));
  onTestFinished(() => void stranger.kill());
  writeFileSync(path.join(cluster, 'postmaster.pid'), `${stranger.pid}\n${cluster}\n1700000000\n15999\n\n127.0.0.1\n`);
  writeFileSync(path.join(dataDir, 'server.lock'), JSON.stringify({ pid: stranger.pid, beginning: 'another boot/1' }));
  const running = await start(dataDir);
  onTestFinished(running.stop);
  expect(await memory(running.url)).toBe('kept');
  expect(isAlive(stranger.pid!)).toBe(true);
});

test('a taken port is left to its owner; another one is used and remembered', async () => {
  const dataDir = usedDataDir();
  const remembered = () => JSON.parse(readFileSync(path.join(dataDir, 'postgres.json'), 'utf8')).port as number;
  const owner = createServer().listen(0, '127.0.0.1');
  await once(owner, 'listening');
  onTestFinished(() => void owner.close());
  const { port } = owner.address() as { port: number };
  writeFileSync(
    path.join(dataDir, 'postgres.json'),
    JSON.stringify({ ...JSON.parse(readFileSync(path.join(dataDir, 'postgres.json'), 'utf8')), port }),
  );
  const running = await start(dataDir);
  onTestFinished(running.stop);
  expect(await memory(running.url)).toBe('kept');
  expect(remembered()).not.toBe(port);
  expect(running.url).toContain(`:${remembered()}/`);
});

test('the data directory of another PostgreSQL is refused with a sentence and not touched', async () => {
  const dataDir = usedDataDir();
  const cluster = path.join(dataDir, 'postgres');
  writeFileSync(path.join(cluster, 'PG_VERSION'), '15\n');
  const before = listing(cluster);
  await expect(start(dataDir)).rejects.toThrow(
    /made by PostgreSQL 15; this version brings PostgreSQL 18\. Nothing was changed/,
  );
  expect(listing(cluster)).toEqual(before);
});

function listing(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => {
      const { size, mtimeMs } = statSync(path.join(directory, name));
      return `${name} ${size} ${mtimeMs}`;
    })
    .sort();
}

test('a half-made cluster is set aside and made again', async () => {
  const dataDir = emptyDataDir();
  mkdirSync(path.join(dataDir, 'postgres', 'base'), { recursive: true });
  writeFileSync(path.join(dataDir, 'postgres', 'PG_VERSION'), '18\n');
  const running = await start(dataDir);
  onTestFinished(running.stop);
  expect(await ask(running.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(readdirSync(dataDir).some((name) => name.startsWith('postgres.incomplete-'))).toBe(true);
});

test('a start killed while it makes the cluster leaves nothing that hinders the next one', async () => {
  const dataDir = await killedWhileMaking();
  const running = await start(dataDir);
  onTestFinished(running.stop);
  expect(await ask(running.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

/** A data directory whose cluster is half made; a start that was done before the signal came is no such thing. */
async function killedWhileMaking(): Promise<string> {
  for (;;) {
    const dataDir = emptyDataDir();
    const isMaking = () =>
      existsSync(dataDir) &&
      readdirSync(dataDir).some((name) => name.includes('.making-') && existsSync(path.join(dataDir, name, 'global')));
    const start = launch(dataDir, {});
    while (!isMaking() && !existsSync(path.join(dataDir, 'postgres'))) await sleep(5);
    start.kill('SIGKILL');
    await once(start, 'exit');
    if (isMaking()) return dataDir;
  }
}

test('a lost postgres.json costs nothing: a new password is set', async () => {
  const dataDir = usedDataDir();
  rmSync(path.join(dataDir, 'postgres.json'));
  const running = await start(dataDir);
  onTestFinished(running.stop);
  expect(await memory(running.url)).toBe('kept');
});

test.runIf(isRoot)(
  "below a directory PostgreSQL's user cannot enter, the cluster lives elsewhere and is found again",
  async () => {
    const dataDir = emptyDataDir(0o700);
    const first = await start(dataDir);
    const { cluster } = JSON.parse(readFileSync(path.join(dataDir, 'postgres.json'), 'utf8'));
    onTestFinished(() => rmSync(cluster, { recursive: true, force: true }));
    expect(cluster).toMatch(/^\/var\/lib\/vidik\/cluster-/);
    await ask(first.url, "create table memory as select 'kept' as word");
    await first.stop();
    const second = await start(dataDir);
    expect(await memory(second.url)).toBe('kept');
    await second.stop();
    rmSync(cluster, { recursive: true });
    await expect(start(dataDir)).rejects.toThrow('is gone. Restore it');
  },
);

test.runIf(isRoot)('binaries in a place its user cannot enter are copied to one it can', async () => {
  const user = postgresUser('/nowhere');
  const original = await findBinaries(user);
  const home = mkdtempSync(path.join(tmpdir(), 'vidik-postgres-'));
  rooms.push(home);
  const native = path.join(home, 'native');
  cpSync(path.dirname(path.dirname(original.postgres)), native, { recursive: true, verbatimSymlinks: true });
  const copy = path.join(commonRoot(), 'postgresql-18-test');
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  expect(await findBinaries(user, { native, version: '18-test' })).toEqual({
    postgres: path.join(copy, 'bin', 'postgres'),
    initdb: path.join(copy, 'bin', 'initdb'),
    major: 18,
  });
});

test.runIf(isRoot)('binaries that run nowhere are said in one sentence, and no copy of them is left', async () => {
  const user = postgresUser('/nowhere');
  const original = await findBinaries(user);
  const native = mkdtempSync(path.join(tmpdir(), 'vidik-postgres-'));
  rooms.push(native);
  cpSync(path.dirname(path.dirname(original.postgres)), native, { recursive: true, verbatimSymlinks: true });
  const libraries = path.join(native, 'lib');
  rmSync(path.join(libraries, 'libpq.so.5'));
  symlinkSync('/nowhere/libpq.so.5', path.join(libraries, 'libpq.so.5'));
  rmSync(path.join(native, 'pg-symlinks.json'), { force: true });
  writeFileSync(path.join(native, 'bin', 'postgres'), 'not a program');
  await expect(findBinaries(user, { native, version: '18-broken' })).rejects.toThrow(
    'PostgreSQL does not run on this machine',
  );
  expect(readdirSync(commonRoot()).filter((name) => name.includes('18-broken'))).toEqual([]);
});

/** Some unprivileged user that can read this checkout. */
const other = isRoot ? { uid: 65_534, gid: 65_534 } : {};
const checkoutIsOpen = path
  .resolve('.')
  .split(path.sep)
  .every((_, depth, parts) => statSync(parts.slice(0, depth + 1).join(path.sep) || '/').mode & 0o001);

test.runIf(isRoot && checkoutIsOpen)(
  'someone who is not root has the same, and is told whose a foreign cluster is',
  async () => {
    const dataDir = emptyDataDir(0o700);
    chownSync(path.dirname(dataDir), other.uid!, other.gid!);
    const home = path.dirname(dataDir);
    const running = await start(dataDir, { ...other, home });
    expect(await ask(running.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(statSync(path.join(dataDir, 'postgres')).uid).toBe(other.uid);
    await running.stop();

    const foreign = usedDataDir();
    chmodSync(foreign, 0o777);
    cpSync(path.join(finished, 'postgres.json'), path.join(foreign, 'postgres.json'));
    chmodSync(path.join(foreign, 'postgres'), 0o755);
    await expect(start(foreign, { ...other, home })).rejects.toThrow(/belongs to user \d+, this is user 65534/);
  },
);
