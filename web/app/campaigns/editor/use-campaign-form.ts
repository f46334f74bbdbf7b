import { useState } from 'react';
import { areCampaignDays, isAddressTooLong } from '#domain/campaigns/rules.ts';
import { dayOf } from '#domain/time.ts';
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
  const isRange = isRangeOf(form);
  const change = (fields: Partial<CampaignForm>) => {
    const next = { ...form, ...fields };
    setForm(next);
    const { url, budget, cap, startsOn, endsOn, ...same } = fields;
    draft.note({
      ...same,
      ...(url !== undefined && !isAddressTooLong(url, campaign.url) && { url }),
      ...((startsOn !== undefined || endsOn !== undefined) &&
        isRangeOf(next) && { startsOn: next.startsOn, endsOn: next.endsOn }),
      ...(budget !== undefined && parseWholeNumber(budget) !== null && { budget: parseWholeNumber(budget)! }),
      ...(cap !== undefined && parseCap(cap) !== undefined && { cap: parseCap(cap)! }),
    } as Parameters<typeof draft.note>[0]);
  };
  return {
    form,
    change,
    draft,
    isRange,
    /** Something is typed that is no value and so is not saved. */
    isHeld:
      isAddressTooLong(form.url, campaign.url) ||
      (campaign.special === null &&
        (!isRange ||
          parseCap(form.cap) === undefined ||
          (parseWholeNumber(form.budget) === null && form.budget !== String(campaign.budget)))),
  };
}

const isRangeOf = ({ startsOn, endsOn }: CampaignForm): boolean => areCampaignDays(startsOn, endsOn, dayOf(new Date()));
