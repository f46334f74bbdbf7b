import { useState } from 'react';
import type { client } from '../../api.ts';

export type AdminCampaignRow = Awaited<ReturnType<typeof client.campaigns.admin.read>>;

/**
 * What of a campaign stands on the screen, which is what is decided about: another sending (`sentAgain`) comes when somebody asks for it.
 */
export function useReviewedSending(read: AdminCampaignRow | undefined) {
  const [look, setLook] = useState<AdminCampaignRow | null>(null);
  const isSame = read?.state === 'review' && read.sendings === look?.sendings;
  if (read && read !== look && (!look || isSame)) setLook(read);
  return { shown: look, sentAgain: look && read?.state === 'review' && !isSame ? read : null, show: setLook };
}
