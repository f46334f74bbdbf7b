import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import autocannon from 'autocannon';
import { build } from 'esbuild';
import { serverBundle } from '../../scripts/bundle-server.ts';
import { end, ready, temporaryDirectory, terminate } from '../../scripts/server-process.ts';
import { nodeArguments, root, serverArguments } from '../../scripts/setup.mjs';
import { freePort } from '../../server/test/free-port.ts';

export interface BenchServer {
  url: string;
  dataDir: string;
  pid: number;
  /** Ends the server and forgets its data. */
  stop(): Promise<void>;
  /** Ends it and starts it again on its own data, at the same address. */
  restart(): Promise<BenchServer>;
}

/** The built server as customers meet it: durable database, logs written, only the rate limits off. */
export async function startServer(given?: { dataDir: string; port: number }): Promise<BenchServer> {
  const { dataDir, port } = given ?? { dataDir: temporaryDirectory(), port: await freePort() };
  const child = spawn(process.execPath, serverArguments, {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await ready(url, child);
  return {
    url,
    dataDir,
    pid: child.pid!,
    stop: () => end(child, dataDir),
    restart: async () => {
      await terminate(child);
      return startServer({ dataDir, port });
    },
  };
}

/** A helper of this folder, bundled and run as the server is, in a process of its own: so it is for both sides of a comparison. */
export async function startBare(
  file: string,
  env: Record<string, string>,
): Promise<{ url: string; pid: number; stop(): void }> {
  const bundle = { ...serverBundle('build/bench'), entryPoints: [path.join('bench', 'programs', file)] };
  await build(bundle);
  const child = spawn(process.execPath, [...nodeArguments, path.join('build', 'bench', file.replace(/\.ts$/, '.js'))], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill());
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} ended with ${code} before it was ready.`);
  });
  const [line] = await Promise.race([once(child.stdout!, 'data'), ended]);
  ended.catch(() => {});
  return { url: String(line).trim(), pid: child.pid!, stop: () => void child.kill() };
}

export function databaseUrlOf({ dataDir }: BenchServer): string {
  const { password, port } = JSON.parse(readFileSync(path.join(dataDir, 'postgres.json'), 'utf8'));
  return `postgres://vidik:${password}@127.0.0.1:${port}/vidik`;
}

/** Requests per second with a full line of connections; errors are fatal. */
async function rate(options: autocannon.Options, duration: number): Promise<number> {
  const result = await autocannon({ connections: 32, ...options, duration });
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(
      `${options.url}: ${result.non2xx} refusals and ${result.errors} errors in ${result.requests.total}.`,
    );
  return result.requests.average;
}

/** All sides in turn, three times, after two seconds to warm up: whatever else the machine does meanwhile hits them alike. */
export async function compareRates<Side extends string>(
  sides: Record<Side, (seconds: number) => Promise<number>>,
): Promise<Record<Side, number>> {
  const rates = Object.fromEntries(Object.keys(sides).map((side) => [side, 0])) as Record<Side, number>;
  for (let round = 0; round < 3; round += 1)
    for (const side of Object.keys(sides) as Side[]) {
      await sides[side](2);
      rates[side] = Math.max(rates[side], await sides[side](4));
    }
  return rates;
}

export const compare = <Side extends string>(sides: Record<Side, autocannon.Options>) =>
  compareRates(
    Object.fromEntries(
      Object.entries<autocannon.Options>(sides).map(([side, options]) => [
        side,
        (duration: number) => rate(options, duration),
      ]),
    ) as Record<Side, (seconds: number) => Promise<number>>,
  );

/** What a process holds in memory. */
export function residentMegabytes(pid: number): number {
  const kilobytes =
    process.platform === 'linux'
      ? /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(kilobytes) / 1024;
}
