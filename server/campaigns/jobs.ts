import type { Dependencies } from '../dependencies.ts';
import type { Jobs } from '../platform/jobs/queue.ts';
import { forgetPictures } from './forget-pictures.ts';

export const campaignJobNames = ['campaigns.pictures'] as const;

export const campaignJobs = (deps: Dependencies) =>
  ({
    'campaigns.pictures': { every: '31 * * * *', work: () => forgetPictures(deps.db, deps.now()) },
  }) satisfies Jobs;
