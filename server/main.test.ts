import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { serverBundle } from '../scripts/bundle-server.ts';
import { testApp } from './test/app.ts';
import { person } from './test/people.ts';

const outdir = path.resolve('.cache', `test-server-${process.pid}`);
const t = await testApp();
const { databaseUrl } = t;
beforeAll(async () => void (await build(serverBundle(outdir))));
afterAll(() => rmSync(outdir, { recursive: true, force: true }));

test('the bundle is ASCII: one other letter would double what its text takes in memory', () => {
  for (const file of ['main.js', 'payments/sandbox/thread.js', 'seed/demo.js'])
    expect(readFileSync(path.join(outdir, file), 'utf8')).not.toMatch(/[^\0-\x7f]/);
});

function emptyDataDir(): string {
  const room = mkdtempSync(path.join(tmpdir(), 'vidik-main-'));
  chmodSync(room, 0o711);
  onTestFinished(() => rmSync(room, { recursive: true, force: true }));
  return path.join(room, 'data');
}

/** The server as a process, on the tests' PostgreSQL unless told otherwise. */
function launch(env: Record<string, string | undefined> = {}) {
  const child = spawn(process.execPath, [path.join(outdir, 'main.js')], {
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
    let finish = () => {};
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"sessionId":'));
        finish = () => {
          controller.enqueue(new TextEncoder().encode('"x"}'));
          controller.close();
        };
      },
    });
    const underWay = fetch(`${address}/api/functions/verify-payment`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit);
    await sleep(100);
    server.child.kill(signal);
    // The same Ctrl+C, heard twice.
    server.child.kill(signal);
    await sleep(100);
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
    finish();
    expect((await underWay).status).toBeGreaterThanOrEqual(400);
    expect(await ended(server)).toBe(0);
  },
);

test('an open stream does not hold the stop up', async () => {
  const who = await person(t);
  const server = launch({ PUBLIC_URL: t.config.publicUrl });
  const address = await addressOf(server);
  const stream = await fetch(`${address}/api/live/me`, { headers: { authorization: `Bearer ${who.token}` } });
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  const began = performance.now();
  server.child.kill('SIGTERM');
  expect(await ended(server)).toBe(0);
  expect(performance.now() - began).toBeLessThan(4_000);
  await stream.body?.cancel().catch(() => {});
});

test('a second signal, later, ends it at once', async () => {
  const server = launch();
  const address = await addressOf(server);
  const stuck = fetch(`${address}/api/functions/verify-payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{')) }),
    duplex: 'half',
  } as RequestInit).catch(() => null);
  await sleep(100);
  server.child.kill('SIGTERM');
  await sleep(1_100);
  expect(server.child.exitCode).toBeNull();
  server.child.kill('SIGTERM');
  expect(await ended(server)).toBe(130);
  await stuck;
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
