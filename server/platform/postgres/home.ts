import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { startupError } from '../process/startup-error.ts';

/** The user PostgreSQL runs as; empty when it is simply us. PostgreSQL refuses to run as root. */
export interface RunAs {
  uid?: number;
  gid?: number;
}

const isRoot = () => process.getuid?.() === 0;

/** A finished cluster has both; one that was cut off in the middle of its making lacks the second. */
export const isCluster = (directory: string): boolean =>
  existsSync(path.join(directory, 'PG_VERSION')) && existsSync(path.join(directory, 'global', 'pg_control'));

/** The unprivileged user for a cluster: its owner, or for a new one `postgres`, made if there is none. */
export function postgresUser(cluster: string): RunAs {
  if (!isRoot()) return {};
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster);
    if (uid !== 0) return { uid, gid };
  }
  const found = lookUp('postgres') ?? lookUp('_postgres') ?? makeUser() ?? lookUp('nobody');
  if (found) return found;
  throw startupError('PostgreSQL does not run as root, and no user "postgres" could be made. Start as another user.');
}

function lookUp(name: string): RunAs | null {
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return null;
  }
}

function makeUser(): RunAs | null {
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', 'postgres'], {
      stdio: 'ignore',
    });
  } catch {
    return null;
  }
  return lookUp('postgres');
}

/** Whether that user may walk down to `directory` (or to where it would be made). */
function canReach(directory: string, { uid, gid }: RunAs): boolean {
  if (uid === undefined) return true;
  for (let at = path.dirname(directory); ; at = path.dirname(at)) {
    if (existsSync(at)) {
      const { uid: owner, gid: group, mode } = statSync(at);
      const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
      if (!(mode & bit)) return false;
    }
    if (at === path.dirname(at)) return true;
  }
}

/** PostgreSQL wants its directory private; some mounted file systems (Windows, FAT) cannot do that. */
function keepsPermissions(dataDir: string): boolean {
  const probe = mkdtempSync(path.join(dataDir, '.probe-'));
  chmodSync(probe, 0o700);
  const { mode } = statSync(probe);
  rmSync(probe, { recursive: true });
  return (mode & 0o077) === 0;
}

/** Where things live that cannot live beside the data or the packages: a place everyone can walk down to. */
export function commonRoot(): string {
  return isRoot()
    ? '/var/lib/vidik'
    : path.join(process.env.XDG_DATA_HOME ?? path.join(homedir(), '.local/share'), 'vidik');
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * Where the cluster of a data directory is or, the first time, shall be: inside it; where PostgreSQL's user cannot walk
 * down to it (a checkout below a private home), under /var/lib/vidik by the data directory's name. `recorded` is the
 * outside place noted in the data directory, which holds even after that directory was moved.
 */
export function clusterDirectory(dataDir: string, recorded?: string): string {
  const inside = path.join(realpathSync(dataDir), 'postgres');
  const outside = path.join(commonRoot(), `cluster-${shortHash(inside)}`);
  const present = [recorded, inside, outside].find((place) => place && isCluster(place));
  if (present) return present;
  if (recorded)
    throw startupError(
      `The database of ${dataDir} was kept in ${recorded} and is gone. Restore it, or delete ${dataDir}/postgres.json to begin with an empty one.`,
    );
  return canReach(inside, postgresUser(inside)) && keepsPermissions(dataDir) ? inside : outside;
}

/** Prepares a directory PostgreSQL's user can write in, private to it. */
export function makePrivate(directory: string, { uid, gid }: RunAs): void {
  mkdirSync(path.dirname(directory), { recursive: true, mode: 0o755 });
  mkdirSync(directory, { mode: 0o700 });
  if (uid !== undefined && gid !== undefined) chownSync(directory, uid, gid);
}

/** Mends what a copy or a restored backup spoils: PostgreSQL's user owns every file, and nobody else looks inside. */
export function fixOwnership({ uid, gid }: RunAs, cluster: string): void {
  if (uid !== undefined && gid !== undefined && statSync(cluster).uid !== uid) {
    for (const entry of readdirSync(cluster, { recursive: true, encoding: 'utf8' }))
      chownSync(path.join(cluster, entry), uid, gid);
    chownSync(cluster, uid, gid);
  }
  if (statSync(cluster).mode & 0o027) chmodSync(cluster, 0o700);
}

/** Says which user may use a cluster that this one may not. */
export function checkOwner(cluster: string, runAs: RunAs): void {
  const { uid } = statSync(cluster);
  const mine = runAs.uid ?? process.getuid?.();
  if (uid !== mine && !isRoot())
    throw startupError(
      `The database in ${cluster} belongs to user ${uid}, this is user ${mine}. Start as that user or as root, or set another DATA_DIR.`,
    );
  if (!canReach(cluster, runAs))
    throw startupError(
      `The database in ${cluster} belongs to user ${uid}, who cannot enter a directory above it. Allow it (chmod o+x) and start again.`,
    );
}
