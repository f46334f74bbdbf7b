import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findOrInstallPgbouncer } from '../../../scripts/pgbouncer.mjs';
import { postgresUser } from '../../platform/postgres/home.ts';
import { freePort } from '../free-port.ts';

export interface Pooler {
  /** The same address through the pooler. */
  through(databaseUrl: string): string;
  /** Says nothing more, and keeps its connections. */
  standStill(): void;
  resumeConnections(): void;
  stop(): Promise<void>;
}

interface PoolerSettings {
  mode?: string;
  /** Server processes at most. */
  size?: number;
  settings?: string[];
  onConnect?: string;
}

/**
 * PgBouncer in front of a PostgreSQL, for all of its databases, with little of its own: what its defaults refuse is refused. With few
 * server processes no client gets the same one for long.
 */
export async function startPooler(
  databaseUrl: string,
  { mode = 'transaction', size = 6, settings = [], onConnect }: PoolerSettings = {},
): Promise<Pooler> {
  const target = new URL(databaseUrl);
  const directory = mkdtempSync(path.join(tmpdir(), 'vidik-pgbouncer-'));
  const port = await freePort();
  const file = path.join(directory, 'pgbouncer.ini');
  const behind = [
    `host=${target.hostname}`,
    `port=${target.port}`,
    `user=${target.username}`,
    `password=${decodeURIComponent(target.password)}`,
    ...(onConnect ? [`connect_query='${onConnect}'`] : []),
  ];
  writeFileSync(
    file,
    [
      '[databases]',
      `* = ${behind.join(' ')}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      `pool_mode = ${mode}`,
      `default_pool_size = ${size}`,
      'max_client_conn = 1000',
      ...settings,
    ].join('\n'),
    { mode: 0o600 },
  );
  // It does not run as root, and has to read its file.
  const runAs = postgresUser(directory);
  chmodSync(directory, 0o700);
  for (const own of [directory, file]) if (runAs.uid !== undefined) chownSync(own, runAs.uid, runAs.gid!);
  const child = spawn(findOrInstallPgbouncer(), [file], { ...runAs, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  for (let n = 0; !said.includes('process up'); n += 1) {
    if (child.exitCode !== null || n > 200) throw new Error(`PgBouncer does not start: ${said}`);
    await sleep(50);
  }
  return {
    through(url) {
      const other = new URL(url);
      other.port = String(port);
      return other.href;
    },
    standStill: () => void child.kill('SIGSTOP'),
    resumeConnections: () => void child.kill('SIGCONT'),
    async stop() {
      process.off('exit', kill);
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
