import { setTimeout as sleep } from 'node:timers/promises';
import type { TestPerson } from '../../server/test/people.ts';
import { cpuOf, cpuWithEnded, processTreeOf } from './processes.ts';
import type { BenchServer } from './server.ts';

/** Between an answer and the next question of the same member of staff. */
const PAUSE_MS = 1_000;

/** What was asked, and how long all of it took. */
export interface Answer {
  kind: string;
  ms: number;
}

type AskOnce = (who: TestPerson) => Promise<Answer>;

/** For so many seconds each asks again, a second after the answer. */
export async function askFor(seconds: number, staff: TestPerson[], once: AskOnce): Promise<Answer[]> {
  const end = performance.now() + seconds * 1_000;
  const answers: Answer[] = [];
  await Promise.all(
    staff.map(async (who, place) => {
      await sleep((PAUSE_MS * place) / staff.length);
      while (performance.now() < end) {
        answers.push(await once(who));
        await sleep(PAUSE_MS);
      }
    }),
  );
  return answers;
}

/** All processor time of both while one asks, and of an equal time while nobody does: what the difference is, one has cost. */
export async function measureAlone(server: BenchServer, seconds: number, who: TestPerson, once: AskOnce) {
  const idle = await usedWhile(server, () => sleep(seconds * 1_000));
  let times: number[] = [];
  const busy = await usedWhile(server, async () => {
    times = (await askFor(seconds, [who], once)).map(({ ms }) => ms);
  });
  const each = (name: 'server' | 'postgres') => Math.max(0, busy[name] - idle[name]) / times.length;
  return { cpu: each('server') + each('postgres'), postgres: each('postgres'), times };
}

/** Of the server, and of PostgreSQL with its processes, those that have ended included. */
async function usedWhile(server: BenchServer, work: () => Promise<unknown>) {
  const used = () => {
    const postgres = processTreeOf(server.pid).filter((pid) => pid !== server.pid);
    return { server: cpuOf(server.pid), postgres: postgres.reduce((sum, pid) => sum + cpuWithEnded(pid), 0) };
  };
  const before = used();
  await work();
  const after = used();
  return { server: after.server - before.server, postgres: after.postgres - before.postgres };
}

export async function get<T>({ url }: BenchServer, { token }: TestPerson, path: string): Promise<T> {
  const answer = await fetch(`${url}/api/admin${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

export const any = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)]!;
export const medianAndMaximum = (times: number[]): string =>
  `p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms`;
export const percentile = (values: number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!;
