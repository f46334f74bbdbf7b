import type { Dependencies } from '../dependencies.ts';
import type { Jobs } from '../platform/jobs/queue.ts';
import { foldOldHours } from './fold-old-hours.ts';
import { dropPartitions, makePartitions } from './partitions.ts';
import { proveUnits } from './prove.ts';
import { addReleasedUnits, updateSilentUnits } from './reservations.ts';
import { sumHours } from './sum-hours.ts';

export const playoutJobNames = [
  'playout.partitions',
  'playout.fold',
  'playout.silent',
  'playout.sums',
  'playout.prove',
  'playout.fold-old-hours',
] as const;

export const playoutJobs = (deps: Dependencies) =>
  ({
    'playout.partitions': {
      every: '17 * * * *',
      work: async () => {
        await makePartitions(deps.db, deps.now());
        await dropPartitions(deps.db, deps.now());
      },
    },
    'playout.fold': { every: '* * * * *', work: () => addReleasedUnits(deps.db) },
    'playout.silent': { every: '*/5 * * * *', work: () => updateSilentUnits(deps.db, deps.now()) },
    'playout.sums': { every: '12 * * * *', work: () => sumHours(deps.db, deps.now()) },
    // Once a year, while nobody waits for anything.
    'playout.fold-old-hours': { every: '10 3 2 1 *', heavy: true, work: (_, progress) => foldOldHours(deps, progress) },
    'playout.prove': { every: '45 4 * * *', heavy: true, work: () => proveUnits(deps) },
  }) satisfies Jobs;
