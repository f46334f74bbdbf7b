import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { beforeAll, expect, inject, onTestFinished } from 'vitest';
import { serverBundle } from '../../scripts/bundle-server.ts';
import { nodeArguments } from '../../scripts/setup.mjs';
import { eventually } from './eventually.ts';
import { throughPooler } from './postgres/through-pooler.ts';

export interface ServerProcess {
  child: ChildProcess;
  said: { out: string; err: string };
}

let building: Promise<string> | undefined;

/** The directory of the server as `npm start` runs it, built once for each process of the tests; the run removes it at its end. */
export function builtBundle(): Promise<string> {
  const outdir = path.join(inject('bundles'), String(process.pid));
  building ??= build(serverBundle(outdir)).then(() => outdir);
  return building;
}

/** The built server; each is a process of its own that ends with its test. */
export function builtServer(databaseUrl: string) {
  let outdir: string;
  beforeAll(async () => {
    outdir = await builtBundle();
  });

  return {
    /** On the tests' PostgreSQL unless set otherwise; a stop does not wait for others to take over. */
    launch(env: Record<string, string | undefined> = {}, ...command: string[]): ServerProcess {
      const child = spawn(process.execPath, [...nodeArguments, path.join(outdir, 'main.js'), ...command], {
        env: {
          PATH: process.env.PATH,
          PORT: '0',
          LOG_LEVEL: 'warn',
          RATE_LIMITS: 'off',
          DRAIN_SECONDS: '0',
          ...addresses(databaseUrl),
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
    },
  };
}

/** Through the pooler, while the tests run in that way. */
function addresses(databaseUrl: string): Record<string, string> {
  const pooled = throughPooler(databaseUrl);
  return pooled === null ? { DATABASE_URL: databaseUrl } : { DATABASE_URL: pooled, DATABASE_DIRECT_URL: databaseUrl };
}

export function emptyDataDir(): string {
  const room = mkdtempSync(path.join(tmpdir(), 'vidik-main-'));
  chmodSync(room, 0o711);
  onTestFinished(() => rmSync(room, { recursive: true, force: true }));
  return path.join(room, 'data');
}

export async function addressOf({ child, said }: ServerProcess): Promise<string> {
  while (child.exitCode === null) {
    const address = /Vidik: (http:\/\/127\.0\.0\.1:\d+)/.exec(said.out)?.[1];
    if (address) return address;
    await sleep(10);
  }
  throw new Error(`The server ended: ${said.err}`);
}

export async function ended({ child }: ServerProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

/** Waits until the server says so. */
export const heard = (server: ServerProcess, words: string) =>
  eventually(() => expect(server.said.out).toContain(words));

/** A request whose beginning the server has taken, and whose body goes on. */
export async function requestUnderWay(address: string): Promise<ClientRequest> {
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
