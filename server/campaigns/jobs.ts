import type { Dependencies } from '../dependencies.ts';
import type { Jobs } from '../platform/jobs/queue.ts';
import { visitAddresses } from './addresses.ts';
import { removeUnusedAdvertFiles } from './remove-unused-advert-files.ts';

export const campaignJobNames = ['campaigns.pictures', 'campaigns.addresses'] as const;

export const campaignJobs = (deps: Dependencies) =>
  ({
    'campaigns.addresses': { every: '*/10 * * * *', work: () => visitAddresses(deps) },
    'campaigns.pictures': { every: '31 * * * *', work: () => removeUnusedAdvertFiles(deps.db, deps.now()) },
  }) satisfies Jobs;
