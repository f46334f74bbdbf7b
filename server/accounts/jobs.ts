import type { Edges } from '../app.ts';
import type { Work } from '../platform/queue.ts';
import { cleanUpAccounts } from './clean-up.ts';
import { SEND_LINK, sendRequestedLink } from './request-link.ts';

/** What the worker does for accounts; joined to the other domains' jobs where the queue starts. */
export const accountJobs = (edges: Edges): Record<string, Work> => ({
  [SEND_LINK]: ({ linkRequestId }) => sendRequestedLink(edges, linkRequestId!),
  'accounts.clean-up': () => cleanUpAccounts(edges),
});

/** Cron lines: the broom at seventeen minutes past every hour. */
export const accountSchedules: Record<string, string> = { 'accounts.clean-up': '17 * * * *' };
