import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { nodeArguments, projectNode, root } from '../../../scripts/setup.mjs';
import { createLog } from '../../platform/log/log.ts';
import { startEmbeddedPostgres } from '../../platform/postgres/embedded.ts';
import type { Role } from '../../platform/servers/alive.ts';
import { freePort } from '../free-port.ts';

/** Servers that share one PostgreSQL, as processes that are restarted one after another. Everything listens on 127.0.0.1. */

const READY_MS = 60_000;
/** So long a proxy may need to see that a server is there again. Milliseconds. */
const SEEN_MS = 1_500;

/** A checkout with a built server. */
export type Build = string;

export interface Cluster {
  /** The servers' ports, for as long as the cluster lives. */
  ports: readonly number[];
  directory: string;
  databaseUrl: string;
  pid(n: number): number;
  query<Row extends object>(statement: string, values?: unknown[]): Promise<Row[]>;
  /** Begins with an empty database and starts every server from that build; with `roles`, as many, each for its own. */
  begin(
    build: Build,
    publicUrl: string,
    settings?: { roles?: readonly Role[]; env?: Record<string, string> },
  ): Promise<void>;
  /** Ends one of them without a word. */
  kill(n: number): Promise<void>;
  /** Stops all of them, then starts them from that build with these settings beside those of `begin`. */
  restart(build: Build, env: Record<string, string>): Promise<void>;
  /** Stops and starts one server after the other; answers with the milliseconds each took to stop. */
  roll(build: Build): Promise<number[]>;
  end(): Promise<void>;
  close(): Promise<void>;
}

/** A database that is there already; the address is of a role that may make others, in a database `vidik`. */
interface GivenDatabase {
  url: string;
  stop(): Promise<void>;
}

export async function openCluster(size: number, adminPassword: string, given?: GivenDatabase): Promise<Cluster> {
  const directory = mkdtempSync(path.join(tmpdir(), 'vidik-operations-'));
  chmodSync(directory, 0o711);
  const postgres = given ?? (await embeddedIn(path.join(directory, 'database')));
  const databaseUrl = postgres.url.replace(/\/vidik$/, '/shop');
  const ports = await Promise.all(Array.from({ length: size }, freePort));
  const running: (ChildProcess | null)[] = ports.map(() => null);
  process.once('exit', () => running.forEach((child) => void child?.kill('SIGKILL')));
  let publicUrl = '';
  let settings: { roles?: readonly Role[]; env?: Record<string, string> } = {};
  let client: pg.Client | null = null;

  /** Ready, or held back by nothing but its clock, which a story has moved. */
  async function isReady(n: number): Promise<boolean> {
    const answer = await fetch(`http://127.0.0.1:${ports[n]}/readyz`).catch(() => null);
    if (!answer || answer.ok) return answer !== null;
    const { reason = '' } = (await answer.json().catch(() => ({}))) as { reason?: string };
    return Number(settings.env?.CLOCK_AHEAD_MS ?? 0) !== 0 && reason.startsWith('the clock is ');
  }

  async function start(n: number, build: Build, backedUp?: string) {
    const child = spawn(projectNode, [...nodeArguments, path.join(build, 'build', 'node', 'main.js')], {
      cwd: build,
      env: {
        ...process.env,
        PORT: String(ports[n]),
        JOBS: settings.roles?.[n] ?? 'both',
        ...(settings.roles?.[n] === 'worker' ? { WORKER_PORT: String(ports[n]) } : {}),
        PUBLIC_URL: publicUrl,
        DATABASE_URL: databaseUrl,
        DATA_DIR: path.join(directory, `data-${n}`),
        SUPER_ADMIN_PASSWORD: adminPassword,
        TRUST_PROXY: '1',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'error',
        // As the units of deploy/ set it.
        NODE_COMPILE_CACHE: path.join(directory, 'cache'),
        ...(backedUp === undefined ? {} : { BACKED_UP: backedUp }),
        ...settings.env,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    running[n] = child;
    child.once('exit', (code, signal) => {
      if (running[n] === child) console.error(`Server ${n + 1} ended by itself: ${code ?? signal}.`);
    });
    const began = performance.now();
    while (!(await isReady(n))) {
      if (child.exitCode !== null) throw new Error(`Server ${n + 1} ended with ${child.exitCode}.`);
      if (performance.now() - began > READY_MS) throw new Error(`Server ${n + 1} does not become ready.`);
      await sleep(50);
    }
  }

  /** The first one migrates; the others then begin at once. */
  async function startAll(build: Build) {
    const [first, ...others] = (settings.roles ?? ports).keys();
    await start(first!, build);
    await Promise.all(others.map((n) => start(n, build)));
  }

  /** `SIGINT` for a server that nobody asks any more: it stops as cleanly, without the drain. */
  async function stop(n: number, signal: NodeJS.Signals = 'SIGTERM'): Promise<number> {
    const child = running[n];
    running[n] = null;
    if (!child || child.exitCode !== null) return 0;
    const began = performance.now();
    child.kill(signal);
    await once(child, 'exit');
    if (child.exitCode !== 0) throw new Error(`Server ${n + 1} ended with ${child.exitCode ?? child.signalCode}.`);
    return performance.now() - began;
  }

  async function end() {
    await Promise.all(ports.map((_, n) => stop(n, 'SIGINT')));
    await client?.end();
    client = null;
  }

  async function query<Row extends object>(statement: string, values: unknown[] = []) {
    if (!client) {
      client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
    }
    return (await client.query<Row>(statement, values)).rows;
  }

  return {
    ports,
    directory,
    databaseUrl,
    pid: (n) => running[n]!.pid!,
    end,
    query,
    async begin(build, url, wanted = {}) {
      await end();
      publicUrl = url;
      settings = wanted;
      const admin = new pg.Client({ connectionString: postgres.url });
      await admin.connect();
      await admin.query('drop database if exists shop with (force)');
      await admin.query('create database shop');
      await admin.end();
      await startAll(build);
    },
    async kill(n) {
      const child = running[n]!;
      running[n] = null;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    async restart(build, env) {
      await Promise.all(ports.map((_, n) => stop(n)));
      settings = { ...settings, env: { ...settings.env, ...env } };
      for (const n of (settings.roles ?? ports).keys()) await start(n, build);
    },
    async roll(build) {
      const took: number[] = [];
      const [at] = await query<{ name: string }>(
        'select name from migrations.__drizzle_migrations order by created_at desc limit 1',
      );
      for (const n of ports.keys()) {
        took.push(await stop(n));
        await start(n, build, at!.name);
        await sleep(SEEN_MS);
      }
      return took;
    },
    async close() {
      await end();
      await postgres.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function embeddedIn(dataDir: string): Promise<GivenDatabase> {
  mkdirSync(dataDir, { mode: 0o711 });
  return startEmbeddedPostgres({ dataDir, log: createLog('silent') });
}

/** The server of an earlier commit, built in a checkout of its own below `directory`, with this one's packages and pages. */
export function buildOf(commit: string, directory: string): Build {
  const checkout = path.join(directory, `build-${commit.slice(0, 12)}`);
  mkdirSync(checkout);
  execFileSync('sh', ['-c', `git archive ${commit} | tar -x -C '${checkout}'`], { cwd: root });
  symlinkSync(path.join(root, 'node_modules'), path.join(checkout, 'node_modules'));
  execFileSync(projectNode, ['--input-type=module', '-e', BUNDLE], {
    cwd: checkout,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const pages = path.join(root, 'build', 'client');
  if (existsSync(pages)) symlinkSync(pages, path.join(checkout, 'build', 'client'));
  return checkout;
}
const BUNDLE = `
  import { build } from 'esbuild';
  import { serverBundle } from './scripts/bundle-server.ts';
  await build(serverBundle('build/node'));
`;
