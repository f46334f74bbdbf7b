import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether a process with that number exists, whoever owns it. One that has ended and is not yet reaped does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return statOf(pid)?.[0] !== 'Z';
}

/**
 * When a process began, as text that differs for every process that ever had this number; `null` when there is none.
 * A number alone proves nothing: after a crash, or in a restarted container, a stranger may carry it.
 */
export function processStartTime(pid: number): string | null {
  if (process.platform !== 'linux') return ps(pid, 'lstart=');
  const stat = statOf(pid);
  if (!stat || stat[0] === 'Z') return null;
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${stat[19]}`;
}

/** Linux's own account of a process, from its state on (proc_pid_stat, fields 3 and later). */
function statOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

/** Whether `pid` is a PostgreSQL main process working on that cluster, and not a stranger who inherited its number. */
export function isPostgresOn(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') {
    try {
      const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
      return name === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
    } catch {
      return false;
    }
  }
  return ps(pid, 'command=')?.includes(`-D ${cluster}`) ?? false;
}

/** Waits until a process that is not our child is gone; `false` when it still runs after `milliseconds`. */
export async function waitForExit(pid: number, milliseconds: number): Promise<boolean> {
  const until = Date.now() + milliseconds;
  while (isAlive(pid)) {
    if (Date.now() > until) return false;
    await sleep(20);
  }
  return true;
}

function ps(pid: number, field: string): string | null {
  try {
    return execFileSync('ps', ['-o', field, '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}
