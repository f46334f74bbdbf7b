import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { Figure } from './measure/table.ts';

const PAPERS = 1_000;

/** A thousand papers drawn one after the other, in a process of its own: what each costs, and what stays in memory. */
export default async function documents(): Promise<Figure[]> {
  const program = path.join(import.meta.dirname, 'programs', 'draw-papers.ts');
  const run = spawnSync(process.execPath, ['--expose-gc', program, String(PAPERS)], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  const { each, last, half, end, bytes } = JSON.parse(run.stdout) as Record<string, number>;
  return [
    {
      what: `CPU of one of ${PAPERS} papers`,
      measured: `${each!.toFixed(1)} ms, ${last!.toFixed(1)} ms for one of the last hundred, ${(bytes! / 1000).toFixed(0)} kB`,
      target: '≤ 30 ms',
      met: each! <= 30 && last! <= 30,
    },
    {
      what: 'Memory after half of them and after all',
      measured: `${half!.toFixed(1)} and ${end!.toFixed(1)} MB`,
      target: 'not 5 MB more',
      met: end! - half! < 5,
    },
  ];
}
