import { spawn } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/**
 * The built server on a data directory of its own, which is gone afterwards. Started by playwright.config.ts. Everything it says at `info`
 * goes to a file beside that directory, which e2e/search-log.ts searches; warnings are shown too.
 */

const dataDir = process.env.DATA_DIR;
if (!dataDir) throw new Error('DATA_DIR is not set.');

// The server forks this program for heavy jobs (server/start/heavy-process.ts), with the environment of the server.
if (process.env.E2E_LISTENED_TO) await import(new URL('../build/node/main.js', import.meta.url).href);
else listen(dataDir);

function listen(directory: string): void {
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o711);
  const log = `${directory}.log`;
  writeFileSync(log, '', { mode: 0o600 });
  process.on('exit', () => {
    for (const one of [directory, log]) rmSync(one, { recursive: true, force: true });
  });
  // The channel tells the server when this process is killed.
  const server = spawn(process.execPath, [...process.execArgv, import.meta.filename], {
    env: { ...process.env, LOG_LEVEL: 'info', E2E_LISTENED_TO: '1' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const keep = (from: Readable, to: NodeJS.WritableStream) =>
    createInterface(from).on('line', (line) => {
      appendFileSync(log, `${line}\n`);
      if (!/^\{"level":[123]0,/.test(line)) to.write(`${line}\n`);
    });
  keep(server.stdout!, process.stdout);
  keep(server.stderr!, process.stderr);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal));
  server.on('close', (code) => process.exit(code ?? 1));
}
