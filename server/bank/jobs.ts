import type { Dependencies } from '../dependencies.ts';
import { carryOut } from '../flows/bank/carry-out.ts';
import { CARRY_OUT } from '../flows/bank/hold-lines.ts';

export const bankJobNames = [CARRY_OUT] as const;

/** Asked for by every decision, two minutes after it; every minute for what a stopped server left. */
export const bankJobs = (deps: Dependencies) => ({
  [CARRY_OUT]: { work: () => carryOut(deps), every: '* * * * *' },
});
