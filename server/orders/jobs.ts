import type { Dependencies } from '../dependencies.ts';
import type { Jobs } from '../platform/jobs/queue.ts';
import { backfillOrders } from './backfill.ts';
import { proveOrders } from './prove.ts';

export const orderJobNames = ['orders.catch-up', 'orders.prove'] as const;

export const orderJobs = (deps: Dependencies): Record<(typeof orderJobNames)[number], Jobs[string]> => ({
  'orders.catch-up': { work: () => backfillOrders(deps), every: '* * * * *' },
  'orders.prove': { work: () => proveOrders(deps), every: '40 4 * * *', heavy: true },
});
