import { execFileSync, spawn } from 'node:child_process';
import { end, ready, temporaryDirectory } from '../scripts/server-process.ts';
import { root } from '../scripts/setup.mjs';
import { freePort } from '../server/test/free-port.ts';
import type { Figure } from './measure/table.ts';

/** From `npm start` in a fresh clone to an answer: install (from npm's cache when it has the packages), build, database. */
export default async function coldStart(): Promise<Figure[]> {
  const directory = temporaryDirectory();
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, directory]);
  const port = await freePort();
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const began = performance.now();
  const child = spawn('npm', ['start'], { cwd: directory, env: { ...env, PORT: String(port) }, stdio: 'ignore' });
  try {
    await ready(`http://127.0.0.1:${port}`, child, 600_000);
    const seconds = (performance.now() - began) / 1000;
    return [
      {
        what: 'npm start in a fresh clone → /readyz',
        measured: `${seconds.toFixed(1)} s`,
        target: '≤ 60 s',
        met: seconds <= 60,
      },
    ];
  } finally {
    await end(child, directory);
  }
}
