import type { Dependencies } from '../dependencies.ts';
import type { Jobs } from '../platform/jobs/queue.ts';
import { cleanUpAccounts } from './clean-up.ts';
import { finishRecovery, REMOVE_SECOND_STEP } from './factors/second-step.ts';
import { RENDER_DECOY, renderDecoyMail, SEND_LINK, sendRequestedLink } from './recovery/request-link.ts';

export const authJobNames = [SEND_LINK, RENDER_DECOY, REMOVE_SECOND_STEP, 'accounts.clean-up'] as const;

/** What the sign-in server does after its answer, and what by the clock: cleaning up, a while after every full hour. */
export const authJobs = (deps: Dependencies): Record<(typeof authJobNames)[number], Jobs[string]> => ({
  [SEND_LINK]: { work: ({ linkRequestId }) => sendRequestedLink(deps, linkRequestId!) },
  [RENDER_DECOY]: { work: ({ kind }) => renderDecoyMail(deps, kind!) },
  [REMOVE_SECOND_STEP]: { work: ({ changeId }) => finishRecovery(deps, changeId!) },
  'accounts.clean-up': { work: () => cleanUpAccounts(deps), every: '17 * * * *' },
});
