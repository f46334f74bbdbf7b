import { editorCopy as copy } from '#domain/campaigns/own-copy.ts';
import { client } from '../../api.ts';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import { campaignPath } from '../my-campaigns.tsx';

/** A campaign of one's own company, in whatever state. */
export type OwnCampaignRow = Awaited<ReturnType<typeof client.campaigns.own.read>>;

/** Takes a sent campaign back into its draft. */
export async function recall(id: string, reload: () => Promise<unknown>): Promise<void> {
  const outcome = await write(() => client.campaigns.own.recall({ id }));
  if (outcome.outcome === 'done') toast.success(copy.undone);
  else toast.error(outcome.text);
  await reload();
}

/** Opens a copy of a campaign; its address is a draft of its own. Asked again with the same `fresh` it is the same copy. */
export async function copyCampaign(id: string, fresh: string): Promise<string | null> {
  const outcome = await write(() => client.campaigns.own.begin({ id: fresh, copyOf: id }));
  if (outcome.outcome === 'done') return campaignPath(fresh);
  toast.error(outcome.text);
  return null;
}
