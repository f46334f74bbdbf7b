import type { Edges } from '../app.ts';
import type { Jobs } from '../platform/queue.ts';
import { cleanUpAccounts } from './clean-up.ts';
import { SEND_LINK, sendRequestedLink } from './request-link.ts';

export const accountJobNames = [SEND_LINK, 'accounts.clean-up'] as const;

/** What is done for accounts after the answer, and what by the clock: the broom, a while after every full hour. */
export const accountJobs = (edges: Edges): Record<(typeof accountJobNames)[number], Jobs[string]> => ({
  [SEND_LINK]: { work: ({ linkRequestId }) => sendRequestedLink(edges, linkRequestId!) },
  'accounts.clean-up': { work: () => cleanUpAccounts(edges), every: '17 * * * *' },
});
