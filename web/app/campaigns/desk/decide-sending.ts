import { client } from '../../api.ts';
import { write } from '../../write.ts';
import type { AdminCampaignRow } from './use-reviewed-sending.ts';

/**
 * Decisions about a campaign. One whose answer was lost is refused when it is asked again, because it was decided: what the server has
 * then tells whether it is this decision.
 */

interface Looked {
  id: string;
  sendings: number;
}

const UNDECIDED: readonly AdminCampaignRow['state'][] = ['draft', 'review', 'rejected'];

export const approveSending = (looked: Looked) =>
  write<unknown>(() => client.campaigns.admin.approve(looked), {
    arrived: ({ code }) => foundAs(code === 'CAMPAIGN_DECIDED', looked, ({ state }) => !UNDECIDED.includes(state)),
  });

export const rejectSending = ({ reason, adverts, ...looked }: Looked & { reason: string; adverts: string[] }) =>
  write<unknown>(() => client.campaigns.admin.reject({ ...looked, reason, adverts }), {
    arrived: ({ code }) =>
      foundAs(
        code === 'CAMPAIGN_DECIDED',
        looked,
        (found) => found.state === 'rejected' && found.reason === reason.trim(),
      ),
  });

/** Takes back the approval of a moment ago. */
export const undoApprovalOf = (looked: Looked) =>
  write<unknown>(() => client.campaigns.admin.undoApproval({ id: looked.id }), {
    arrived: ({ code }) => foundAs(code === 'CAMPAIGN_STAYS', looked, ({ state }) => state === 'review'),
  });

async function foundAs(
  maybe: boolean,
  { id, sendings }: Looked,
  isDone: (found: AdminCampaignRow) => boolean,
): Promise<true | undefined> {
  if (!maybe) return undefined;
  const found = await client.campaigns.admin.read({ id });
  return found.sendings === sendings && isDone(found) ? true : undefined;
}
