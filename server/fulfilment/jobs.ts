import type { Dependencies } from '../dependencies.ts';
import { pollCourierStatuses } from '../flows/fulfilment/couriers/poll-courier-statuses.ts';
import { sendRequests } from '../flows/fulfilment/couriers/send-requests.ts';
import { ASK_COURIERS_JOB, REQUESTS_JOB } from './courier-jobs.ts';

export const fulfilmentJobNames = [REQUESTS_JOB, ASK_COURIERS_JOB] as const;

/** The first is asked for with every parcel that a courier gets; every minute for those that did not answer. */
export const fulfilmentJobs = (deps: Dependencies) => ({
  [REQUESTS_JOB]: { work: () => sendRequests(deps), every: '* * * * *' },
  [ASK_COURIERS_JOB]: { work: () => pollCourierStatuses(deps), every: '*/5 * * * *' },
});
