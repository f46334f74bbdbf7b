import type { Dependencies } from '../dependencies.ts';
import type { Jobs } from '../platform/jobs/queue.ts';
import { remindOfEnds } from './keys/remind.ts';

export const integrationJobNames = ['integrations.remind-of-ends'] as const;

export const integrationJobs = (deps: Dependencies) =>
  ({
    // By day: whoever makes a new key then has time to put it into the program.
    'integrations.remind-of-ends': { every: '10 9 * * *', work: () => remindOfEnds(deps) },
  }) satisfies Jobs;
