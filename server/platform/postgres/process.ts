import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log/log.ts';
import { isAlive, isPostgresOn, waitForExit } from '../process/processes.ts';
import { startupError } from '../process/startup-error.ts';
import type { Binaries } from './binaries.ts';
import type { RunAs } from './home.ts';

/** Nothing of our environment (PGPORT, PGDATA, locales) reaches PostgreSQL. */
const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'timezone=UTC',
  'log_timezone=UTC',
  'logging_collector=off',
  'log_destination=stderr',
  // Neither statements nor details of errors are logged: they carry people's data.
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
];

/** Makes a cluster whose texts sort and fold alike on every machine. Nobody can sign in until pg_hba.conf says so. */
export async function runInitdb(binaries: Binaries, runAs: RunAs, cluster: string, durable: boolean): Promise<void> {
  await finish(
    binaries.initdb,
    [
      `--pgdata=${cluster}`,
      '--username=vidik',
      '--auth=reject',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ],
    runAs,
  );
}

/** Runs statements, one a line, on a cluster that is not running. */
export async function runSingleUser(binaries: Binaries, runAs: RunAs, cluster: string, statements: string[]) {
  const args = ['--single', '-D', cluster, '-c', 'exit_on_error=true', 'postgres'];
  await finish(binaries.postgres, args, runAs, `${statements.join('\n')}\n`);
}

function finish(program: string, args: string[], runAs: RunAs, input = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...runAs, cwd: '/', env: ENVIRONMENT, stdio: 'pipe' });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(startupError(`${path.basename(program)} failed (${code}):\n${output.slice(-2000)}`));
    });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

/**
 * Ends a PostgreSQL that a killed server left running on this cluster, and clears the pid file of one that was killed
 * itself when its number now belongs to a stranger (PostgreSQL would refuse to start).
 */
export async function stopOrphan(cluster: string, log: Log): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  if (!(pid > 0) || !isAlive(pid)) return;
  if (!isPostgresOn(pid, cluster)) {
    log.warn({ pid }, 'postmaster.pid names a stranger; cleared');
    rmSync(file, { force: true });
    return;
  }
  log.warn({ pid }, 'stopping the PostgreSQL that a killed server left behind');
  process.kill(pid, 'SIGINT');
  if (await waitForExit(pid, 15_000)) return;
  process.kill(pid, 'SIGQUIT');
  if (!(await waitForExit(pid, 5_000)))
    throw startupError(
      `PostgreSQL (process ${pid}) still runs on ${cluster} and does not stop. Stop it and start again.`,
    );
}

interface Launch {
  binaries: Binaries;
  runAs: RunAs;
  cluster: string;
  port: number;
  settings: string[];
  log: Log;
  onLost: (error: unknown) => void;
}

/** Starts the server on `port` or, when that is taken, on the next free one, and keeps it running. */
export async function launchPostgres(launch: Launch): Promise<{ port: number; stop(): Promise<void> }> {
  const restarts: number[] = [];
  let stopping = false;
  let { child, port } = await startOnFreePort(launch);
  watch();

  function watch() {
    child.once('exit', async (code, signal) => {
      if (stopping) return;
      launch.log.error({ code, signal }, 'PostgreSQL ended unexpectedly; starting it again');
      try {
        restarts.push(Date.now());
        if (restarts.filter((at) => at > Date.now() - 60_000).length > 5)
          throw new Error('PostgreSQL ends again and again');
        child = await startWithRetry({ ...launch, port });
        if (stopping) child.kill('SIGINT');
        else watch();
      } catch (error) {
        if (!stopping) launch.onLost(error);
      }
    });
  }

  return {
    port,
    async stop() {
      stopping = true;
      await stopChild(child);
    },
  };
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  const retryDelay = setTimeout(() => child.kill('SIGQUIT'), 15_000);
  await exited;
  clearTimeout(retryDelay);
}

async function startOnFreePort(launch: Launch): Promise<{ child: ChildProcess; port: number }> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = launch.port + attempt * 7;
    try {
      return { child: await startWithRetry({ ...launch, port }), port };
    } catch (error) {
      if (!/Address already in use|could not bind/.test(String(error))) throw error;
      launch.log.info({ port }, 'port taken; trying another for PostgreSQL');
    }
  }
  throw startupError('No free port on 127.0.0.1 was found for PostgreSQL.');
}

/** After a kill, the last of the old server's processes may need a moment to notice. */
async function startWithRetry(launch: Launch): Promise<ChildProcess> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await startOnce(launch);
    } catch (error) {
      const passing = /pre-existing shared memory block|lock file .* already exists/.test(String(error));
      if (!passing || attempt >= 100) throw error;
      await sleep(100);
    }
  }
}

function startOnce({ binaries, runAs, cluster, port, settings, log }: Launch): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const args = ['-D', cluster, '-p', String(port), ...[...SETTINGS, ...settings].flatMap((one) => ['-c', one])];
    // A session of its own: Ctrl+C in the terminal is for us, who stop it when the last request is done.
    const child = spawn(binaries.postgres, args, {
      ...runAs,
      cwd: '/',
      env: ENVIRONMENT,
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    const interrupt = () => void child.kill('SIGINT');
    // Before its folder is taken away.
    process.prependListener('exit', interrupt);
    child.once('exit', () => process.off('exit', interrupt));
    const lastLines: string[] = [];
    createInterface(child.stderr!).on('line', (line) => {
      lastLines.push(line);
      if (lastLines.length > 20) lastLines.shift();
      log[/ (FATAL|PANIC): /.test(line) ? 'warn' : 'debug']({ line }, 'postgres');
      if (line.includes('database system is ready to accept connections')) resolve(child);
    });
    child.once('error', reject);
    child.once('close', (code) =>
      reject(startupError(`PostgreSQL did not start (${code}):\n${lastLines.join('\n').slice(-2000)}`)),
    );
  });
}
