import { changeCopy as copy } from '#domain/campaigns/own-copy.ts';
import type { OwnCampaignRow } from '../editor/own-campaign.ts';

export interface ChangeProps {
  change: OwnCampaignRow;
  /** The campaign that runs, and what it shows now. */
  running: NonNullable<OwnCampaignRow['changes']>;
  reload: () => Promise<unknown>;
}

/** Of a special package that waits for it nothing is shown meanwhile. */
const isStopped = ({ state }: ChangeProps['running']) => state === 'withdrawn' || state === 'done';
export const wordsFor = (running: ChangeProps['running']) => (isStopped(running) ? { ...copy, ...copy.stopped } : copy);
