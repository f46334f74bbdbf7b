import type { Dependencies } from '../dependencies.ts';
import { askPayouts } from '../flows/bank/ask-payouts.ts';
import { carryOut } from '../flows/bank/carry-out.ts';
import { CARRY_OUT } from '../flows/bank/hold-lines.ts';
import { ASK_PAYOUTS } from './couriers/enter-payouts.ts';

export const bankJobNames = [CARRY_OUT, ASK_PAYOUTS] as const;

/**
 * The first is asked for by every decision, two minutes after it, the second with every statement that shows a courier's transfer; every
 * minute for what a stopped server left, and for couriers that did not answer.
 */
export const bankJobs = (deps: Dependencies) => ({
  [CARRY_OUT]: { work: () => carryOut(deps), every: '* * * * *' },
  [ASK_PAYOUTS]: { work: () => askPayouts(deps), every: '* * * * *' },
});
