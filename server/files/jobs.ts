import type { Dependencies } from '../dependencies.ts';
import type { Jobs } from '../platform/jobs/queue.ts';
import { purgeUploads, removeContents, removeUnnamedContents } from './clean-up.ts';

export const fileJobNames = ['files.clean-up', 'files.sweep'] as const;

export const fileJobs = (deps: Dependencies) =>
  ({
    'files.clean-up': {
      every: '47 * * * *',
      work: async () => {
        await purgeUploads(deps);
        await removeContents(deps);
      },
    },
    // Reads every name in the stores.
    'files.sweep': { every: '20 4 * * *', work: () => removeUnnamedContents(deps) },
  }) satisfies Record<(typeof fileJobNames)[number], Jobs[string]>;
