import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ready } from '../../scripts/server-process.ts';
import { nodeArguments, root, run } from '../../scripts/setup.mjs';
import { freePort } from '../../server/test/free-port.ts';

export const SUPER_ADMIN = 'admin@vidik.example';

export interface FuzzServer {
  port: number;
  databaseUrl: string;
  publicUrl: string;
  pid: number;
  /** Lines of its log that speak of an error, and its last words when it died. */
  errors: string[];
  isAlive(): boolean;
  stop(): Promise<void>;
}

/** Sells the special package only with a hundred TVs, which a shop of the run has not: companies may ask for it. */
export const NOT_SELLING_SPECIAL = { SPECIAL_PACKAGE_CHECK: 'refuse' };

/** A year of business in an empty data directory. */
export async function seed(dataDir: string): Promise<void> {
  const code = await run(process.execPath, [path.join('build', 'node', 'demo.js')], {
    env: environmentOf(dataDir, 0),
    stdio: 'ignore',
  });
  if (code !== 0) throw new Error('The demo data could not be written.');
}

const environmentOf = (dataDir: string, port: number): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: 'development',
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  DATA_DIR: dataDir,
  SUPER_ADMIN_EMAIL: SUPER_ADMIN,
  SUPER_ADMIN_PASSWORD: 'demo-lozinka-2026',
  RATE_LIMITS: 'off',
  LOCAL_TARGETS: 'on',
  COURIERS: 'own,d-express',
  D_EXPRESS_EMAIL: 'podrska@kurir.example',
  DRAIN_SECONDS: '0',
  LOG_LEVEL: 'error',
});

/** The built server as `npm start` runs it, or another build of it, on that data. */
export async function startServer(
  dataDir: string,
  { bundle = path.join('build', 'node'), env = {} }: { bundle?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<FuzzServer> {
  const port = await freePort();
  const errors: string[] = [];
  const child: ChildProcess = spawn(process.execPath, ['--expose-gc', ...nodeArguments, path.join(bundle, 'main.js')], {
    cwd: root,
    env: { ...environmentOf(dataDir, port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  createInterface({ input: child.stdout! }).on('line', (line) => {
    if (line.startsWith('{"level":5') || line.startsWith('{"level":6')) errors.push(line);
  });
  createInterface({ input: child.stderr! }).on('line', (line) => errors.push(line));
  const publicUrl = `http://127.0.0.1:${port}`;
  await ready(publicUrl, child);
  const { password, port: databasePort } = JSON.parse(readFileSync(path.join(dataDir, 'postgres.json'), 'utf8'));
  return {
    port,
    publicUrl,
    databaseUrl: `postgres://vidik:${password}@127.0.0.1:${databasePort}/vidik`,
    pid: child.pid!,
    errors,
    isAlive: () => child.exitCode === null,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
