import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { steadyNode } from '../../../scripts/setup.mjs';
import { startBucket } from '../../test/buckets.ts';
import { emptyDatabase } from '../../test/empty-database.ts';
import { eventually } from '../../test/eventually.ts';
import { builtBundle } from '../../test/server-process.ts';

const outdir = await builtBundle();
const bucket = await startBucket();
afterAll(() => bucket.stop());

function emptyDataDir(): string {
  const room = mkdtempSync(path.join(tmpdir(), 'vidik-commands-'));
  chmodSync(room, 0o711);
  onTestFinished(() => rmSync(room, { recursive: true, force: true }));
  return path.join(room, 'data');
}

type Settings = Record<string, string | undefined>;

function launch(command: string, env: Settings, args: string[] = []) {
  const child = spawn(process.execPath, [...steadyNode, path.join(outdir, 'main.js'), command, ...args], {
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'warn', DRAIN_SECONDS: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { text: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said.text += chunk));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return { child, said, ended };
}

const LONGEST_COMMAND_MS = 60_000;

async function run(command: string, env: Settings, ...args: string[]): Promise<string> {
  const { said, ended } = launch(command, env, args);
  const code = await Promise.race([
    ended,
    sleep(LONGEST_COMMAND_MS, undefined, { ref: false }).then(() => {
      throw new Error(`${command} did not end: ${said.text}`);
    }),
  ]);
  return `${said.text}[${code}]`;
}

async function start(env: Settings) {
  const server = launch('start', env);
  await eventually(() => expect(server.said.text).toMatch(/Vidik: http/));
  const stop = async () => {
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  };
  return { ...server, stop };
}

test('a shop moves from the embedded database to an external one and back, and goes on when that is asked', async () => {
  const first = emptyDataDir();
  const server = await start({ DATA_DIR: first });
  const backup = await run('backup', { DATA_DIR: first });
  expect(backup).toMatch(
    /vidik-\d{8}-\d{6}\.tar\.gz: \d+ rows of \d+ tables, \d+ files, .* s\.\nIt is not locked.*\[0\]$/s,
  );
  await server.stop();
  const [archive] = readdirSync(path.join(first, 'backups')).filter((name) => name.endsWith('.tar.gz'));
  const file = path.join(first, 'backups', archive!);

  const external = { DATABASE_URL: await emptyDatabase(), DATA_DIR: emptyDataDir() };
  const restored = await run('restore', external, file);
  expect(restored).toMatch(/Restored: \d+ rows .*The shop is held.*\[0\]$/s);
  expect(await run('restore', external, file)).toMatch(/There is a shop in this database already.*\[1\]$/s);
  expect(await run('resume', external)).toMatch(/No server took it up.*\[1\]$/s);

  const held = await start(external);
  await vi.waitFor(() => expect(held.said.text).toContain('is held'), 10_000);
  const resumed = await run('resume', external, '--documents=none', '--mails=drop');
  expect(resumed).toMatch(/The shop goes on\.\n\[0\]$/);
  expect(await run('resume', external)).toContain('The shop is not held');
  const away = path.join(emptyDataDir(), 'elsewhere');
  expect(await run('backup', { ...external, BACKUP_PASSPHRASE: 'lozinka za arhivu' }, away)).toMatch(/\[0\]$/);
  const copied = await run('backup', { ...external, ...bucket.keys, BACKUP_TARGET: bucket.address });
  expect(copied).toMatch(/\[0\]$/);
  await held.stop();

  const name = /vidik-\d{8}-\d{6}\.tar\.gz/.exec(copied)![0];
  const elsewhere = { DATABASE_URL: await emptyDatabase(), DATA_DIR: emptyDataDir(), ...bucket.keys };
  const fetched = await run('restore', elsewhere, bucket.address.replace('?', `/${name}?`));
  expect(fetched).toMatch(/Restored: \d+ rows .*People on the list of erased ones: 0\.\nThe shop is held.*\[0\]$/s);

  const [sealed] = readdirSync(away).filter((name) => name.endsWith('.sealed'));
  const back = { DATA_DIR: emptyDataDir() };
  expect(await run('restore', back, path.join(away, sealed!))).toMatch(/is locked.*\[1\]$/s);
  expect(existsSync(back.DATA_DIR), 'nothing is touched').toBe(false);
  const locked = { ...back, BACKUP_PASSPHRASE: 'lozinka za arhivu' };
  expect(await run('backup-check', locked, path.join(away, sealed!))).toMatch(/It comes back whole.*\[0\]$/s);
  expect(await run('restore', locked, path.join(away, sealed!))).toMatch(/The shop is held.*\[0\]$/s);
  expect(existsSync(path.join(back.DATA_DIR, 'postgres'))).toBe(true);
});
