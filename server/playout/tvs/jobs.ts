import type { Dependencies } from '../../dependencies.ts';
import type { Jobs } from '../../platform/jobs/queue.ts';
import { findSuspicions, recordShowingTvs } from './watch-tvs.ts';

export const tvJobNames = ['tvs.count', 'tvs.suspicions'] as const;

export const tvJobs = (deps: Dependencies) =>
  ({
    'tvs.count': { every: '*/5 * * * *', work: () => recordShowingTvs(deps.db, deps.now()) },
    'tvs.suspicions': { every: '27 * * * *', work: () => findSuspicions(deps.db, deps.now()) },
  }) satisfies Jobs;
