import type { jobNames } from './jobs.ts';

/** The jobs that are done one at a time, for whoever looks at the queue without doing any of them. */
export const HEAVY_JOBS = [
  'backup.write',
  'books.prove',
  'campaigns.convert-film',
  'campaigns.convert-replacing-film',
  'campaigns.tell-done',
  'orders.prove',
  'playout.fold-old-hours',
  'playout.prove',
  'rewards.prove',
  'totals.prove',
] as const satisfies readonly (typeof jobNames)[number][];
