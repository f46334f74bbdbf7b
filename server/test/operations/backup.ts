import measure from '../../../bench/backup.bench.ts';
import { type Figure, print } from '../../../bench/measure/table.ts';

export interface BackupRound {
  figures: Figure[];
  problems: string[];
}

/** `npm run backup` and `npm run restore` of a shop with 1,000,000 orders (`ORDERS`), whole: how long, and in how much memory. */
export async function tryBackup(): Promise<BackupRound> {
  const figures = await measure();
  const missed = figures.filter(({ met }) => met === false);
  return { figures, problems: missed.map(({ what, measured, target }) => `${what}: ${measured}, not ${target}`) };
}

export function printBackup({ figures, problems }: BackupRound): void {
  console.log('');
  print(figures);
  for (const problem of problems) console.log(`  ${problem}`);
}
