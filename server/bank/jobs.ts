import type { Dependencies } from '../dependencies.ts';
import { askPayouts } from '../flows/bank/ask-payouts.ts';
import { carryOutDueDecisions } from '../flows/bank/carry-out-due-decisions.ts';
import { CARRY_OUT_JOB } from '../flows/bank/insert-pending-decision.ts';
import { ASK_PAYOUTS_JOB } from './couriers/enter-payouts.ts';

export const bankJobNames = [CARRY_OUT_JOB, ASK_PAYOUTS_JOB] as const;

/**
 * The first is asked for by every decision, two minutes after it, the second with every statement that shows a courier's transfer; every
 * minute for what a stopped server left, and for couriers that did not answer.
 */
export const bankJobs = (deps: Dependencies) => ({
  [CARRY_OUT_JOB]: { work: () => carryOutDueDecisions(deps), every: '* * * * *' },
  [ASK_PAYOUTS_JOB]: { work: () => askPayouts(deps), every: '* * * * *' },
});
