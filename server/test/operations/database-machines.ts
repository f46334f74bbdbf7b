import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { until } from './ask.ts';
import { type Machine, shippedFiles } from './cluster-files.ts';

/**
 * Three machines with etcd, Patroni, PostgreSQL and pgBackRest, and HAProxy in front, all of Debian and from the files of
 * deploy/cluster. A machine is an address of the loopback network, so that ports stay as they are shipped. Root on Debian.
 */

/** A cluster is made, or a machine that was lost is one of it again, within so many milliseconds. */
const WHOLE_MS = 90_000;
const PASSWORD = randomUUID();

interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
}

export interface DatabaseMachines {
  machines: readonly Machine[];
  directory: string;
  /** The leader, through HAProxy, in the database `vidik`. */
  url: string;
  /** PostgreSQL of one machine, without HAProxy. */
  urlOf(machine: Machine): string;
  leader(): Promise<Machine>;
  /** The one that has every acknowledged write. */
  standby(): Promise<Machine>;
  /** Three that run on one timeline, one of them the standby that has every acknowledged write. */
  untilWhole(): Promise<void>;
  /** As an operator does it. */
  switchOver(machine: Machine): Promise<void>;
  /** The machine is gone from one moment to the next. */
  crash(machine: Machine): void;
  start(machine: Machine): void;
  /** Carries out a program of the machine as the user postgres. */
  run(machine: Machine, program: string, ...args: string[]): Promise<string>;
  stop(): Promise<void>;
}

export async function openDatabaseMachines(): Promise<DatabaseMachines> {
  const [uid, gid] = ['-u', '-g'].map((what) => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' })));
  const asPostgres = { uid: uid!, gid: gid! };
  const directory = mkdtempSync(path.join(tmpdir(), 'vidik-machines-'));
  const network = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.`;
  const own = (...parts: string[]) => {
    const folder = path.join(...parts);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chownSync(folder, asPostgres.uid, asPostgres.gid);
    return folder;
  };
  own(directory);
  const files = shippedFiles(network, own(directory, 'archive'));
  const machines = [1, 2, 3].map((n) => {
    const folder = own(directory, `db${n}`);
    for (const name of ['run', 'log', 'lock', 'spool', 'etcd']) own(folder, name);
    return { name: `db${n}`, address: `${network}1${n}`, directory: folder, dataDir: path.join(folder, 'data') };
  });
  const running = new Map<string, ChildProcess[]>();
  for (const machine of machines) files.write(machine);
  const environmentOf = (machine: Machine) => ({
    PATH: '/usr/lib/postgresql/15/bin:/usr/bin:/bin',
    HOME: machine.directory,
    LC_ALL: 'C.UTF-8',
    PGHOST: path.join(machine.directory, 'run'),
    PGBACKREST_CONFIG: path.join(machine.directory, 'pgbackrest.conf'),
    PGBACKREST_LOG_PATH: path.join(machine.directory, 'log'),
    PGBACKREST_LOCK_PATH: path.join(machine.directory, 'lock'),
    PGBACKREST_SPOOL_PATH: path.join(machine.directory, 'spool'),
  });

  function spawnIn(folder: string, program: string, args: string[], env: Record<string, string>): ChildProcess {
    const log = openSync(path.join(folder, `${path.basename(program)}.log`), 'a');
    const child = spawn(program, args, { ...asPostgres, cwd: folder, env, stdio: ['ignore', log, log] });
    closeSync(log);
    return child;
  }

  function start(machine: Machine) {
    const etcd = { ...files.settings('etcd', machine), ETCD_DATA_DIR: path.join(machine.directory, 'etcd') };
    const patroni = { ...environmentOf(machine), ...files.settings('patroni.env', machine) };
    running.set(machine.name, [
      spawnIn(machine.directory, '/usr/bin/patroni', [path.join(machine.directory, 'patroni.yml')], patroni),
      spawnIn(machine.directory, '/usr/bin/etcd', [], { PATH: '/usr/bin:/bin', ...etcd }),
    ]);
  }

  function crash(machine: Machine) {
    for (const child of running.get(machine.name) ?? []) child.kill('SIGKILL');
    running.delete(machine.name);
    for (const pid of postgresIn(machine.dataDir)) kill(pid);
  }

  async function run(machine: Machine, program: string, ...args: string[]) {
    const env = { ...environmentOf(machine), ...files.settings('patroni.env', machine) };
    const { stdout } = await promisify(execFile)(program, args, {
      ...asPostgres,
      cwd: machine.directory,
      env,
      timeout: WHOLE_MS,
    });
    return stdout;
  }

  async function members(): Promise<Member[]> {
    for (const { address } of machines) {
      const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(1_000) }).catch(
        () => null,
      );
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  }

  async function untilWhole() {
    await until('the database has three machines', WHOLE_MS, async () => {
      const all = await members();
      const roles = all.map(({ role }) => role).toSorted();
      return (
        roles.join() === 'leader,replica,sync_standby' &&
        all.every(({ state }) => ['running', 'streaming'].includes(state)) &&
        new Set(all.map(({ timeline }) => timeline)).size === 1
      );
    });
  }

  async function leader(): Promise<Machine> {
    for (let n = 0; n < 100; n += 1) {
      for (const machine of machines) {
        const url = `http://${machine.address}:8008/primary`;
        if ((await fetch(url, { signal: AbortSignal.timeout(1_000) }).catch(() => null))?.ok) return machine;
      }
      await sleep(200);
    }
    throw new Error('The database has no leader.');
  }

  async function standby(): Promise<Machine> {
    const found = (await members()).find(({ role }) => role === 'sync_standby');
    return machines.find(({ name }) => name === found?.name)!;
  }

  function endAll() {
    for (const machine of machines) crash(machine);
    front?.kill('SIGKILL');
  }
  let front: ChildProcess | undefined;
  const endForGood = () => {
    endAll();
    rmSync(directory, { recursive: true, force: true });
  };
  process.once('exit', endForGood);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

  const stop = async () => {
    endAll();
    process.off('exit', endForGood);
    await sleep(500);
    rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    for (const machine of machines) start(machine);
    writeFileSync(path.join(directory, 'haproxy.cfg'), files.haproxy());
    front = spawnIn(directory, '/usr/sbin/haproxy', ['-db', '-f', 'haproxy.cfg'], { PATH: '/usr/bin:/bin' });
    await untilWhole();
    const first = await leader();
    await run(
      first,
      'psql',
      '-d',
      'postgres',
      '-v',
      'ON_ERROR_STOP=1',
      '-c',
      `create role vidik login createdb password '${PASSWORD}'`,
    );
    await run(first, 'psql', '-d', 'postgres', '-c', 'create database vidik owner vidik');
  } catch (error) {
    console.error(machines.map((machine) => tailOf(path.join(machine.directory, 'patroni.log'))).join('\n'));
    await stop();
    throw error;
  }

  return {
    machines,
    directory,
    url: `postgres://vidik:${PASSWORD}@${network}1:5432/vidik`,
    urlOf: ({ address }) => `postgres://vidik:${PASSWORD}@${address}:5432/vidik`,
    leader,
    standby,
    untilWhole,
    switchOver: async (machine) =>
      void (await run(
        machine,
        'patronictl',
        '-c',
        path.join(machine.directory, 'patroni.yml'),
        'switchover',
        '--force',
      )),
    crash,
    start,
    run,
    stop,
  };
}

const tailOf = (file: string): string =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(-15).join('\n') : `${file} is not there`;

/** PostgreSQL and its processes. After a crash its file names a process that may be anybody's by now. */
function postgresIn(dataDir: string): number[] {
  try {
    const pid = Number.parseInt(readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8'), 10);
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir)) return [];
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return [pid, ...children.trim().split(' ').filter(Boolean).map(Number)];
  } catch {
    return [];
  }
}

function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {}
}
