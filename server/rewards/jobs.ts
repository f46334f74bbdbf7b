import type { Dependencies } from '../dependencies.ts';
import type { Jobs } from '../platform/jobs/queue.ts';
import { notifyRewardRule, notifyRewardStatements } from './notify.ts';
import { proveRewards } from './prove.ts';

export const rewardJobNames = ['rewards.prove', 'rewards.tell', 'rewards.announce'] as const;

export const rewardJobs = (deps: Dependencies) =>
  ({
    // After the proof of units, so that both stand on the screen in the morning.
    'rewards.prove': { every: '55 4 * * *', heavy: true, work: () => proveRewards(deps) },
    'rewards.tell': { work: ({ month }) => notifyRewardStatements(deps, month!) },
    'rewards.announce': { work: ({ rule }) => notifyRewardRule(deps, rule!) },
  }) satisfies Jobs;
