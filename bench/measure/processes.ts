import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Milliseconds of processor time that a process has used so far; 0 for one that has ended. */
export const cpuOf = (pid: number): number => cpuIn(`/proc/${pid}`);

/** The same for the worker threads of a Node process alone: in the server that is the payment sandbox. */
export function cpuOfWorkers(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((id) => `/proc/${pid}/task/${id}`);
  const workers = threads.filter((thread) => readFileSync(`${thread}/comm`, 'utf8').trim() === 'WorkerThread');
  return workers.reduce((sum, thread) => sum + cpuIn(thread), 0);
}

function cpuIn(directory: string): number {
  try {
    const [, rest = ''] = readFileSync(`${directory}/stat`, 'utf8').split(') ');
    const fields = rest.split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return 0;
  }
}

/** The same, with that of its children that have ended. */
export function cpuWithEnded(pid: number): number {
  try {
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user, system, endedUser, endedSystem] = rest.split(' ').slice(11, 15).map(Number);
    return (user! + system! + endedUser! + endedSystem!) * TICK_MS;
  } catch {
    return 0;
  }
}

/** A process and all that it started, and they started. */
export function processTreeOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, rest = ''] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ');
        return [[Number(name), Number(rest.split(' ')[1])] as const];
      } catch {
        return [];
      }
    });
  const family = [pid];
  for (const member of family)
    family.push(...parents.filter(([, parent]) => parent === member).map(([child]) => child));
  return family;
}
