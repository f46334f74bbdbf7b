import { lacksHours } from '#domain/campaigns/first-hour.ts';
import { editorCopy as copy } from '#domain/campaigns/own-copy.ts';
import { areCampaignDays, isAddressTooLong, readAddress } from '#domain/campaigns/rules.ts';
import { dayOf } from '#domain/time.ts';
import type { OwnCampaignRow } from './own-campaign.ts';
import { parseWholeNumber } from './typed-numbers.ts';
import type { CampaignForm } from './use-campaign-form.ts';

export type Missing = keyof typeof copy.missing;

/** What a draft lacks before it may be sent, in the order of its form. */
export function missingIn(form: CampaignForm, campaign: OwnCampaignRow, waitingFilms: number): Missing[] {
  const { pictures, special, free } = campaign;
  const isSpecial = special !== null;
  const budget = parseWholeNumber(form.budget);
  const now = new Date();
  const today = dayOf(now);
  return [
    ...(form.name.trim() === '' ? ['name' as const] : []),
    ...(readAddress(form.url.trim()) === null || isAddressTooLong(form.url, campaign.url) ? ['url' as const] : []),
    ...(pictures.length === 0 ? ['picture' as const] : []),
    ...(waitingFilms > 0 ? ['film' as const] : []),
    ...(!isSpecial && lacksHours(form, now) ? ['hours' as const] : []),
    ...(!isSpecial && (!areCampaignDays(form.startsOn, form.endsOn, today) || form.endsOn < today)
      ? ['dates' as const]
      : []),
    ...(!isSpecial && (budget === null || budget > free) ? ['budget' as const] : []),
  ];
}

/** What a field says that is missing or wrong. */
export function missingMessage(what: Missing, { url, budget }: CampaignForm, campaign: OwnCampaignRow): string {
  if (what === 'budget') return parseWholeNumber(budget) === null ? copy.budgetMissing : copy.overBudget(campaign.free);
  if (what === 'url' && isAddressTooLong(url, campaign.url)) return copy.urlLong;
  return what === 'url' && /^http:/i.test(url.trim()) ? copy.notSecure : copy.wrong[what];
}
