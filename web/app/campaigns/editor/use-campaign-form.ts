import { useState } from 'react';
import type { OwnCampaignRow } from './own-campaign.ts';
import { parseCap, parseWholeNumber } from './typed-numbers.ts';
import { useDraft } from './use-draft.ts';

const formOf = (campaign: OwnCampaignRow) => ({
  name: campaign.name,
  url: campaign.url,
  startsOn: campaign.startsOn,
  endsOn: campaign.endsOn,
  schedule: campaign.schedule,
  regions: campaign.regions,
  venues: campaign.venues,
  pace: campaign.pace,
  budget: String(campaign.budget),
  cap: campaign.cap === null ? '' : String(campaign.cap),
});
export type CampaignForm = ReturnType<typeof formOf>;

/** What is typed into the editor of a campaign, and its draft, which is told of every change that is valid. */
export function useCampaignForm(campaign: OwnCampaignRow) {
  const draft = useDraft(campaign.id, campaign.updatedAt);
  const [form, setForm] = useState(() => formOf(campaign));
  const change = (fields: Partial<CampaignForm>) => {
    const next = { ...form, ...fields };
    setForm(next);
    const { budget, cap, startsOn, endsOn, ...same } = fields;
    const isRange = next.startsOn !== '' && next.endsOn !== '' && next.startsOn <= next.endsOn;
    draft.note({
      ...same,
      ...((startsOn !== undefined || endsOn !== undefined) &&
        isRange && { startsOn: next.startsOn, endsOn: next.endsOn }),
      ...(budget !== undefined && parseWholeNumber(budget) !== null && { budget: parseWholeNumber(budget)! }),
      ...(cap !== undefined && parseCap(cap) !== undefined && { cap: parseCap(cap)! }),
    } as Parameters<typeof draft.note>[0]);
  };
  return { form, change, draft };
}
