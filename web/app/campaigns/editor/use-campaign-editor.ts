import { useState } from 'react';
import { type CategoryRule, planWithinRule } from '#domain/campaigns/categories.ts';
import { categoryCopy } from '#domain/campaigns/category-copy.ts';
import { isAddressTooLong } from '#domain/campaigns/rules.ts';
import { toast } from '../../ui/overlay/toast.tsx';
import { useDeclaration } from '../categories/declaration.tsx';
import { useOwnFilms } from './adverts/films.tsx';
import { type Missing, missingIn, missingMessage } from './missing.ts';
import type { OwnCampaignRow } from './own-campaign.ts';
import { parseCap } from './typed-numbers.ts';
import { useCampaignForm } from './use-campaign-form.ts';
import { useDraftActions } from './use-draft-actions.ts';

/** The draft of a campaign: what is typed, what it lacks before it may be sent, and saving, sending and removing it. */
export function useCampaignEditor(campaign: OwnCampaignRow, reload: () => Promise<unknown>) {
  const { id, kind } = campaign;
  const isSpecial = campaign.special !== null;
  const { form, change, draft, isHeld, isRange } = useCampaignForm(campaign);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState(0);
  const films = useOwnFilms(id, kind === 'spot', reload);

  const fit = (rule: CategoryRule) => {
    change(planWithinRule(rule, form));
    toast.success(categoryCopy.fitted);
  };
  const declaration = useDeclaration({
    before: campaign,
    plan: form,
    beyond: isSpecial ? { words: categoryCopy.specialBeyond } : { fit },
  });

  const missing = missingIn(form, campaign, films.waiting);
  const isCapWrong = !isSpecial && parseCap(form.cap) === undefined;
  const isSaid = (what: Missing) => tried || (what === 'url' && isAddressTooLong(form.url, campaign.url));
  const wrong = (what: Missing) =>
    isSaid(what) && missing.includes(what) ? missingMessage(what, form, campaign) : undefined;

  const actions = useDraftActions(id, draft, isHeld, reload);
  const send = () => {
    setTried(true);
    const { declared } = declaration;
    if (missing.length === 0 && !isCapWrong && declared) void actions.send(declared);
  };
  return {
    ...actions,
    form,
    change,
    draft,
    isRange: isSpecial || isRange,
    isHeld,
    films,
    setRefused,
    /** Pictures and films that were refused: it would be sent without them. */
    without: refused + (kind === 'spot' ? films.refused : 0),
    fields: declaration.fields(tried),
    missing,
    isCapWrong,
    wrong,
    send,
  };
}
