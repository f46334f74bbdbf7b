import { randomBytes } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Log } from '../log/log.ts';
import { startupError } from '../process/startup-error.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import {
  checkOwner,
  clusterDirectory,
  fixOwnership,
  isCluster,
  makePrivate,
  postgresUser,
  type RunAs,
} from './home.ts';
import { launchPostgres, runInitdb, runSingleUser, stopOrphan } from './process.ts';

export interface EmbeddedPostgres {
  url: string;
  /** Lets running statements end, writes everything down, and answers when the process is gone. */
  stop(): Promise<void>;
}

/** What is remembered of a cluster, in `postgres.json` readable by its owner only. */
interface Remembered {
  password: string;
  port: number;
  /** Where the cluster is when it is not in the data directory. */
  cluster?: string;
}

const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'];

/**
 * Starts the PostgreSQL of the npm package for one data directory, on 127.0.0.1 only, and answers with its address.
 * The caller has locked the data directory (data-dir.ts): a PostgreSQL found running on it is what a killed server left
 * behind, and is stopped first. One that ends by itself is started again; `onLost` is called when that is hopeless, and
 * `durable: false` trades safety for speed (tests, and while the demonstration is made).
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  durable = true,
  onLost = () => {},
}: {
  dataDir: string;
  log: Log;
  durable?: boolean;
  onLost?: (error: unknown) => void;
}): Promise<EmbeddedPostgres> {
  const file = path.join(dataDir, 'postgres.json');
  const known = readRemembered(file);
  const cluster = clusterDirectory(dataDir, known?.cluster);
  const runAs = postgresUser(cluster);
  const searching = findBinaries(runAs);
  searching.catch(() => {});
  const remembered: Remembered = {
    password: known?.password ?? randomBytes(24).toString('base64url'),
    port: known?.port ?? derivedPort(cluster),
    ...(path.dirname(cluster) === realpathSync(dataDir) ? {} : { cluster }),
  };

  if (isCluster(cluster)) {
    checkOwner(cluster, runAs);
    fixOwnership(runAs, cluster);
    await stopOrphan(cluster, log);
    const binaries = await searching;
    checkVersion(cluster, binaries);
    if (!known) {
      await runSingleUser(binaries, runAs, cluster, [`alter role vidik password '${remembered.password}'`]);
      remember(file, remembered);
    }
  } else {
    requireFreeSpace(path.dirname(cluster));
    remember(file, remembered);
    await createCluster(await searching, runAs, cluster, remembered.password, durable);
  }

  const running = await launchPostgres({
    binaries: await searching,
    runAs,
    cluster,
    port: remembered.port,
    settings: durable ? [] : FAST,
    log,
    onLost,
  });
  if (running.port !== remembered.port) remember(file, { ...remembered, port: running.port });
  return {
    url: addressOf({ ...remembered, port: running.port }),
    stop: running.stop,
  };
}

/** Where the PostgreSQL of a data directory listens, for a second program beside the server that started it. */
export function addressOfRunning(dataDir: string): string | null {
  const known = readRemembered(path.join(dataDir, 'postgres.json'));
  return known && addressOf(known);
}

const addressOf = ({ password, port }: Remembered) => `postgres://vidik:${password}@127.0.0.1:${port}/vidik`;

/** A new cluster takes a fifth of it; one that runs out of it while it is filled for the first time ends without saying why. */
const ROOM_MB = 250;

function requireFreeSpace(folder: string): void {
  let existing = folder;
  while (!existsSync(existing)) existing = path.dirname(existing);
  const { bavail, bsize } = statfsSync(existing);
  const free = Math.floor((bavail * bsize) / 1e6);
  if (free < ROOM_MB)
    throw startupError(
      `There is no room for a database in ${folder}: ${free} MB are free, and it needs ${ROOM_MB}. Free some, or set another DATA_DIR.`,
    );
}

/** Made aside and moved into place in one step: a cluster is either whole or not there. */
async function createCluster(
  binaries: Binaries,
  runAs: RunAs,
  cluster: string,
  password: string,
  durable: boolean,
): Promise<void> {
  clearAbandoned(cluster);
  const making = `${cluster}.making-${randomBytes(4).toString('hex')}`;
  makePrivate(making, runAs);
  await runInitdb(binaries, runAs, making, durable);
  writeFileSync(path.join(making, 'pg_hba.conf'), 'host all vidik 127.0.0.1/32 scram-sha-256\n');
  await runSingleUser(binaries, runAs, making, [`alter role vidik password '${password}'`, 'create database vidik']);
  if (existsSync(cluster)) {
    // Not a cluster, so nothing of ours; but whatever it is, it is not ours to delete.
    if (readdirSync(cluster).length === 0) rmSync(cluster, { recursive: true });
    else renameSync(cluster, `${cluster}.incomplete-${Date.now()}`);
  }
  renameSync(making, cluster);
}

/** Leftovers of starts that were killed. An initdb that has not noticed yet may still write there: next time, then. */
function clearAbandoned(cluster: string): void {
  const beside = path.dirname(cluster);
  for (const name of existsSync(beside) ? readdirSync(beside) : []) {
    if (!name.startsWith(`${path.basename(cluster)}.making-`)) continue;
    try {
      rmSync(path.join(beside, name), { recursive: true, force: true });
    } catch {}
  }
}

function checkVersion(cluster: string, binaries: Binaries): void {
  const major = Number.parseInt(readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8'), 10);
  if (major !== binaries.major)
    throw startupError(
      `The database in ${cluster} was made by PostgreSQL ${major}; this version brings PostgreSQL ${binaries.major}. ` +
        'Nothing was changed. Move the data with pg_dump and pg_restore (docs/operations.md), or set another DATA_DIR.',
    );
}

/** Outside the range systems hand out for outgoing connections, different for every data directory. */
function derivedPort(cluster: string): number {
  let sum = 0;
  for (const character of cluster) sum = (sum * 31 + character.charCodeAt(0)) % 10_000;
  return 15_000 + sum;
}

/** `null` when it was never written, or lost; the password is then set anew. */
function readRemembered(file: string): Remembered | null {
  try {
    const { password, port, cluster } = JSON.parse(readFileSync(file, 'utf8'));
    if (!/^[\w-]{20,}$/.test(password) || !Number.isInteger(port)) return null;
    return { password, port, ...(typeof cluster === 'string' ? { cluster } : {}) };
  } catch {
    return null;
  }
}

function remember(file: string, remembered: Remembered): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(remembered)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
