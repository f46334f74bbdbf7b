import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root, serverArguments } from '../../../scripts/setup.mjs';
import { createLog } from '../../platform/log/log.ts';
import { startEmbeddedPostgres } from '../../platform/postgres/embedded.ts';
import { freePort } from '../free-port.ts';
import { openMailServer } from '../mail-server.ts';

/**
 * What the faults happen to: a PostgreSQL and a data directory on a small disk of their own, a mail server, and the built
 * server as a process. Everything listens on 127.0.0.1 and is gone afterwards.
 */

/** The small disk, in megabytes; PostgreSQL needs about 150 of them. */
const DISK_MB = 700;

export type TestSystem = Awaited<ReturnType<typeof openTestSystem>>;

export async function openTestSystem(adminPassword: string) {
  const disk = mkdtempSync(path.join(tmpdir(), 'vidik-faults-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0711`, 'tmpfs', disk]);
  const place = (name: string) => {
    const directory = path.join(disk, name);
    mkdirSync(directory);
    chmodSync(directory, 0o711);
    return directory;
  };
  const [clusterDir, dataDir] = [place('database'), place('data')];
  const postgres = await startEmbeddedPostgres({ dataDir: clusterDir, log: createLog('silent') });
  const mail = await openMailServer();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;

  async function start() {
    const next = spawn(process.execPath, serverArguments, {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(port),
        PUBLIC_URL: url,
        DATABASE_URL: postgres.url,
        DATA_DIR: dataDir,
        SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        SUPER_ADMIN_PASSWORD: adminPassword,
        RATE_LIMITS: 'off',
        DRAIN_SECONDS: '0',
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child = next;
    next.stderr!.on('data', (chunk) => process.stderr.write(chunk));
    await once(next, 'spawn');
  }

  const postmaster = () =>
    Number.parseInt(readFileSync(path.join(clusterDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);

  return {
    url,
    databaseUrl: postgres.url,
    mail,
    start,
    hasEnded: () => child?.exitCode !== null || child?.signalCode !== null,
    /** Ends the server without a word and starts it again. */
    async killServer() {
      const gone = once(child!, 'exit');
      child!.kill('SIGKILL');
      await gone;
      await start();
    },
    /** Ends PostgreSQL and all its processes; its keeper starts it again. */
    killPostgres() {
      for (const pid of [...childrenOf(postmaster()), postmaster()]) signal(pid, 'SIGKILL');
    },
    async stopPostgresFor(milliseconds: number) {
      const pids = [postmaster(), ...childrenOf(postmaster())];
      for (const pid of pids) signal(pid, 'SIGSTOP');
      await sleep(milliseconds);
      for (const pid of pids) signal(pid, 'SIGCONT');
    },
    async fillDiskFor(milliseconds: number) {
      const filler = path.join(disk, 'filler');
      const file = openSync(filler, 'w');
      const block = Buffer.alloc(1024 * 1024);
      try {
        for (;;) writeSync(file, block);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
      await sleep(milliseconds);
      rmSync(filler);
    },
    async close() {
      if (child && child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await mail.close();
      await postgres.stop();
      execFileSync('umount', [disk]);
      rmSync(disk, { recursive: true });
    },
  };
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name);
  } catch {}
}
