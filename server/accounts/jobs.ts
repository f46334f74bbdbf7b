import type { Dependencies } from '../dependencies.ts';
import type { Jobs } from '../platform/jobs/queue.ts';
import { notifyStaffOfRequests } from './requests/notify-staff-of-requests.ts';

export const accountJobNames = ['accounts.tell-of-requests'] as const;

export const accountJobs = (deps: Dependencies) =>
  ({
    'accounts.tell-of-requests': {
      work: () => deps.db.transaction((tx) => notifyStaffOfRequests(tx, deps)),
      every: '0 * * * *',
    },
  }) satisfies Record<(typeof accountJobNames)[number], Jobs[string]>;
