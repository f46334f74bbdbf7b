import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { testApp } from './test/app.ts';
import { emptyDatabase } from './test/empty-database.ts';
import { addressOf, builtServer, emptyDataDir, ended, heard } from './test/server-process.ts';

const { databaseUrl } = await testApp();
const { launch } = builtServer(databaseUrl);

test('on an empty directory the server brings its own database, and stops without leaving anything running', async () => {
  const dataDir = emptyDataDir();
  const server = launch({ DATABASE_URL: undefined, DATA_DIR: dataDir });
  const address = await addressOf(server);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  server.child.kill('SIGTERM');
  expect(await ended(server)).toBe(0);
  expect(existsSync(path.join(dataDir, 'server.lock'))).toBe(false);
  expect(existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  expect(server.said.err).toBe('');
});

test('a taken port is said in one sentence', async () => {
  const owner = createServer().listen(0, '127.0.0.1');
  await once(owner, 'listening');
  onTestFinished(() => void owner.close());
  const { port } = owner.address() as { port: number };
  const server = launch({ PORT: String(port) });
  expect(await ended(server)).toBe(1);
  expect(server.said.err).toBe(`Port ${port} is taken by another program. Stop it, or set another PORT.\n`);
});

test('the first sign-in is said before anything else can fail', async () => {
  const owner = createServer().listen(0, '127.0.0.1');
  await once(owner, 'listening');
  onTestFinished(() => void owner.close());
  const { port } = owner.address() as { port: number };
  const email = `sef-${process.pid}@vidik.example`;
  const server = launch({ PORT: String(port), SUPER_ADMIN_EMAIL: email });
  expect(await ended(server)).toBe(1);
  const [, password] = new RegExp(`First sign-in, shown this once: {2}${email} {2}(\\S+)`).exec(server.said.out) ?? [];
  const next = launch({ SUPER_ADMIN_EMAIL: email, SUPER_ADMIN_PASSWORD: 'neka druga 11' });
  const address = await addressOf(next);
  expect(next.said.out).not.toContain('First sign-in');
  expect((await signIn(address, email, password!)).status).toBe(200);
  await heard(next, 'SUPER_ADMIN_PASSWORD differs');
});

const signIn = (address: string, email: string, password: string) =>
  fetch(`${address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });

test('signing keys are replaced beside a running server, and nobody is signed out', async () => {
  const email = `kljuc-${process.pid}@vidik.example`;
  const server = launch({ SUPER_ADMIN_EMAIL: email, SUPER_ADMIN_PASSWORD: 'neka treća 11' });
  const address = await addressOf(server);
  const { access_token: token } = (await (await signIn(address, email, 'neka treća 11')).json()) as {
    access_token: string;
  };
  const kids = async () =>
    (await (await fetch(`${address}/auth/v1/.well-known/jwks.json`)).text()).match(/"kid":"[^"]+"/g)!;
  const before = await kids();
  const program = launch({ SUPER_ADMIN_EMAIL: email }, 'rotate-keys');
  expect(await ended(program)).toBe(0);
  expect(program.said.out).toContain('New sessions are signed with a new key');
  const me = await fetch(`${address}/auth/v1/user`, { headers: { authorization: `Bearer ${token}` } });
  expect(me.status).toBe(200);
  const next = launch({ SUPER_ADMIN_EMAIL: email });
  const again = await addressOf(next);
  expect((await (await fetch(`${again}/auth/v1/.well-known/jwks.json`)).text()).match(/"kid":"[^"]+"/g)).toHaveLength(
    before.length + 1,
  );
});

test('the owner is rescued with the server stopped, and with it running on its own database', async () => {
  const dataDir = emptyDataDir();
  const own = { DATABASE_URL: undefined, DATA_DIR: dataDir };
  const email = 'admin@vidik.example';
  const rescue = async () => {
    const program = launch(own, 'rescue-owner');
    expect(await ended(program), program.said.err).toBe(0);
    return /New sign-in, shown this once: {2}admin@vidik\.example {2}(\S+)/.exec(program.said.out)![1]!;
  };
  const server = launch(own);
  const address = await addressOf(server);
  const first = /First sign-in, shown this once: {2}\S+ {2}(\S+)/.exec(server.said.out)![1]!;
  const whileRunning = await rescue();
  expect((await signIn(address, email, first)).status).toBe(400);
  expect((await signIn(address, email, whileRunning)).status).toBe(200);
  server.child.kill('SIGTERM');
  expect(await ended(server)).toBe(0);

  const whileStopped = await rescue();
  const next = launch(own);
  const nextAddress = await addressOf(next);
  expect((await signIn(nextAddress, email, whileRunning)).status).toBe(400);
  expect((await signIn(nextAddress, email, whileStopped)).status).toBe(200);
  next.child.kill('SIGTERM');
  expect(await ended(next)).toBe(0);
});

test('the owner is rescued on an external database', async () => {
  const email = `vlasnik-${process.pid}@vidik.example`;
  const server = launch({ SUPER_ADMIN_EMAIL: email, SUPER_ADMIN_PASSWORD: 'iz podesavanja 1' });
  const address = await addressOf(server);
  const program = launch({ SUPER_ADMIN_EMAIL: email }, 'rescue-owner');
  expect(await ended(program), program.said.err).toBe(0);
  const password = new RegExp(`${email} {2}(\\S+)`).exec(program.said.out)![1]!;
  expect((await signIn(address, email, 'iz podesavanja 1')).status).toBe(400);
  expect((await signIn(address, email, password)).status).toBe(200);
});

test('a rescue that fails on an external database ends, and changes nothing', async () => {
  const email = `vlasnik-${process.pid}@vidik.example`;
  const other = new pg.Client({ connectionString: databaseUrl });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('begin');
  await other.query("select pg_advisory_xact_lock(hashtext('accounts.super-admin'))");
  const program = launch({ SUPER_ADMIN_EMAIL: email }, 'rescue-owner');
  expect(await ended(program)).toBe(1);
  expect(program.said.err).not.toBe('');
  expect(program.said.out).not.toContain('New sign-in');
});

test('keys that another key has sealed are not replaced on an external database, and the command ends', async () => {
  const sealed = await testApp({ env: { SEALING_KEY: 'a'.repeat(40) } });
  const env = { DATABASE_URL: sealed.databaseUrl, DATABASE_DIRECT_URL: undefined, SEALING_KEY: 'b'.repeat(40) };
  const program = launch(env, 'rotate-keys');
  expect(await ended(program)).toBe(1);
  expect(program.said).toEqual({
    out: '',
    err: expect.stringMatching(/^The keys in the database are sealed with another/),
  });
});

test('a rescue where there is no database says so, and makes none', async () => {
  const dataDir = emptyDataDir();
  const program = launch({ DATABASE_URL: undefined, DATA_DIR: dataDir }, 'rescue-owner');
  expect(await ended(program)).toBe(1);
  expect(program.said.err).toBe(
    `There is no database in ${dataDir}. Set DATA_DIR, or DATABASE_URL, as for the server.\n`,
  );
  expect(existsSync(dataDir)).toBe(false);
});

test('a command on an external database with nothing in it says so, and makes no shop there', async () => {
  const empty = await emptyDatabase();
  for (const name of ['rescue-owner', 'rotate-keys', 'backup', 'resume']) {
    const program = launch({ DATABASE_URL: empty }, name);
    expect(await ended(program), name).toBe(1);
    expect(program.said.err, name).toMatch(
      /^The database of DATABASE_URL is empty: there is no shop in it\. [^\n]*\n$/,
    );
  }
  const client = new pg.Client({ connectionString: empty });
  await client.connect();
  const { rows } = await client.query("select to_regclass('public.profiles') as profiles");
  await client.end();
  expect(rows).toEqual([{ profiles: null }]);
});

test('a data directory that others can list is said at start', async () => {
  const dataDir = emptyDataDir();
  mkdirSync(dataDir, { mode: 0o755 });
  const server = launch({ DATA_DIR: dataDir });
  await addressOf(server);
  expect(server.said.out).toContain('other users of this machine can list DATA_DIR');
  server.child.kill('SIGTERM');
  expect(await ended(server)).toBe(0);
});

test('a wrong setting is named, and nothing is touched', async () => {
  const dataDir = emptyDataDir();
  const server = launch({ RATE_LIMITS: 'sometimes', DATA_DIR: dataDir });
  expect(await ended(server)).toBe(1);
  expect(server.said.err).toMatch(/^Configuration is not usable:\n {2}RATE_LIMITS: /);
  expect(existsSync(dataDir)).toBe(false);
});

test('a database that does not let us in is said without its password', async () => {
  const server = launch({ DATABASE_URL: databaseUrl.replace(/:[\w-]+@/, ':hunter2@') });
  expect(await ended(server)).toBe(1);
  expect(server.said.err).toMatch(/^The database of DATABASE_URL does not let us in: password authentication failed/);
  expect(server.said.err).not.toContain('hunter2');
});

test('a database that never answers what it is sent, and a socket on which nobody listens, are said in time', async () => {
  const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as { port: number };
  const began = performance.now();
  const server = launch({ DATABASE_URL: `postgres://vidik:tajna@127.0.0.1:${port}/vidik` });
  expect(await ended(server)).toBe(1);
  expect(performance.now() - began).toBeLessThan(20_000);
  expect(server.said.err).toMatch(/^The database of DATABASE_URL does not let us in: no answer in time\. [^\n]*\n$/);
  const socket = launch({ DATABASE_URL: 'postgres://vidik:tajna@/vidik?host=/nowhere' });
  expect(await ended(socket)).toBe(1);
  expect(socket.said.err).toBe(
    'The database of DATABASE_URL does not let us in: connect ENOENT /nowhere/.s.PGSQL.5432.\n',
  );
});

test('a password with a sign that addresses use otherwise is asked to be written otherwise, and no part of it is printed', async () => {
  const server = launch({ DATABASE_URL: 'postgres://vidik:taj@na@db.example/vidik' });
  expect(await ended(server)).toBe(1);
  expect(server.said.err).toMatch(/^Configuration is not usable:\n {2}DATABASE_URL: has one of the signs [^\n]*\n$/);
  expect(`${server.said.err}${server.said.out}`).not.toMatch(/taj|na@db/);
});

test('a role without rights, on a new database and on a shop, and one that takes no writes are said in one sentence', async () => {
  const role = `bez_prava_${process.pid}`;
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  onTestFinished(async () => {
    await admin.query(`drop role ${role}`);
    await admin.end();
  });
  await admin.query(`create role ${role}`);
  for (const url of [await emptyDatabase(), databaseUrl]) {
    const server = launch({ DATABASE_URL: `${url}?options=-c%20role%3D${role}` });
    expect(await ended(server)).toBe(1);
    expect(server.said.err).toMatch(
      /^The role in the address of the database lacks rights \(permission denied [^\n]*\n$/,
    );
  }
  const reader = launch({ DATABASE_URL: `${databaseUrl}?options=-c%20default_transaction_read_only%3Don` });
  expect(await ended(reader)).toBe(1);
  expect(reader.said.err).toBe('The database takes no writes: a standby, or one that is set to read only.\n');
});
