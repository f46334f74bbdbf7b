import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { serverBundle } from '../scripts/bundle-server.ts';
import { testApp } from './test/app.ts';
import { databaseProxy } from './test/database-proxy.ts';
import { eventually } from './test/eventually.ts';
import { person } from './test/people.ts';

const outdir = path.resolve('.cache', `test-server-${process.pid}`);
const t = await testApp();
const { databaseUrl } = t;
beforeAll(async () => void (await build(serverBundle(outdir))));
afterAll(() => rmSync(outdir, { recursive: true, force: true }));

function emptyDataDir(): string {
  const room = mkdtempSync(path.join(tmpdir(), 'vidik-main-'));
  chmodSync(room, 0o711);
  onTestFinished(() => rmSync(room, { recursive: true, force: true }));
  return path.join(room, 'data');
}

/** The server as a process, on the tests' PostgreSQL unless set otherwise. */
function launch(env: Record<string, string | undefined> = {}, program = 'main.js') {
  const child = spawn(process.execPath, [path.join(outdir, program)], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
      DATABASE_URL: databaseUrl,
      DATA_DIR: emptyDataDir(),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.err += chunk;
  });
  return { child, said };
}

async function addressOf({
  child,
  said,
}: {
  child: ChildProcess;
  said: { out: string; err: string };
}): Promise<string> {
  while (child.exitCode === null) {
    const address = /Vidik: (http:\/\/127\.0\.0\.1:\d+)/.exec(said.out)?.[1];
    if (address) return address;
    await sleep(10);
  }
  throw new Error(`The server ended: ${said.err}`);
}

async function ended({ child }: { child: ChildProcess }): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

/** Waits until the server says so. */
const heard = (server: { said: { out: string } }, words: string) =>
  eventually(() => expect(server.said.out).toContain(words));

/** A request whose beginning the server has taken, and whose body goes on. */
async function requestUnderWay(address: string): Promise<ClientRequest> {
  const begun = request(`${address}/api/functions/verify-payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked', expect: '100-continue' },
  });
  begun.on('error', () => {});
  begun.flushHeaders();
  await once(begun, 'continue');
  begun.write('{"sessionId":');
  return begun;
}

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

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s lets the request under way end, and takes no new ones',
  async (signal) => {
    const server = launch();
    const address = await addressOf(server);
    const { port } = new URL(address);
    const pending = await requestUnderWay(address);
    const answered = once(pending, 'response') as Promise<[IncomingMessage]>;
    server.child.kill(signal);
    // The same Ctrl+C, received twice.
    server.child.kill(signal);
    await heard(server, `${signal}: stopping`);
    const knock = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        () => 'let in',
        () => 'refused',
      );
    await eventually(async () => expect(await knock()).toBe('refused'));
    pending.end('"x"}');
    const [{ statusCode }] = await answered;
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(await ended(server)).toBe(0);
  },
);

test('an open stream does not hold the stop up', async () => {
  const who = await person(t);
  const server = launch({ PUBLIC_URL: t.config.publicUrl });
  const address = await addressOf(server);
  const stream = await fetch(`${address}/api/live/me`, { headers: { authorization: `Bearer ${who.token}` } });
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  const pending = await requestUnderWay(address);
  server.child.kill('SIGTERM');
  // The stream is cut while the request may go on; whatever is left after the time of grace would be cut with it.
  await expect(stream.text()).rejects.toThrow('terminated');
  const answered = once(pending, 'response');
  pending.end('"x"}');
  await answered;
  expect(await ended(server)).toBe(0);
});

test('a database that stands still does not hold the stop up for ever', async () => {
  const network = await databaseProxy(databaseUrl);
  onTestFinished(() => network.close());
  const server = launch({ DATABASE_URL: network.url });
  const address = await addressOf(server);
  network.standStill();
  const asked = fetch(`${address}/api/event/offer`).catch(() => null);
  server.child.kill('SIGTERM');
  expect([0, 1]).toContain(await ended(server));
  await asked;
});

test('a second signal, later, ends it at once', async () => {
  const server = launch();
  const address = await addressOf(server);
  await requestUnderWay(address);
  server.child.kill('SIGTERM');
  await heard(server, 'SIGTERM: stopping');
  await sleep(1_100);
  expect(server.child.exitCode).toBeNull();
  server.child.kill('SIGTERM');
  expect(await ended(server)).toBe(130);
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

test('the owner is rescued with the server stopped, and with it running on its own database', async () => {
  const dataDir = emptyDataDir();
  const own = { DATABASE_URL: undefined, DATA_DIR: dataDir };
  const email = 'admin@vidik.example';
  const rescue = async () => {
    const program = launch(own, 'rescue-owner.js');
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
  const program = launch({ SUPER_ADMIN_EMAIL: email }, 'rescue-owner.js');
  expect(await ended(program), program.said.err).toBe(0);
  const password = new RegExp(`${email} {2}(\\S+)`).exec(program.said.out)![1]!;
  expect((await signIn(address, email, 'iz podesavanja 1')).status).toBe(400);
  expect((await signIn(address, email, password)).status).toBe(200);
});

test('a rescue where there is no database says so, and makes none', async () => {
  const dataDir = emptyDataDir();
  const program = launch({ DATABASE_URL: undefined, DATA_DIR: dataDir }, 'rescue-owner.js');
  expect(await ended(program)).toBe(1);
  expect(program.said.err).toBe(
    `There is no database in ${dataDir}. Set DATA_DIR, or DATABASE_URL, as for the server.\n`,
  );
  expect(existsSync(dataDir)).toBe(false);
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
