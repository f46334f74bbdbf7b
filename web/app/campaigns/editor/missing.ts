import { lacksHours } from '#domain/campaigns/first-hour.ts';
import { editorCopy as copy } from '#domain/campaigns/own-copy.ts';
import { readAddress } from '#domain/campaigns/rules.ts';
import { dayOf } from '#domain/time.ts';
import type { OwnCampaignRow } from './own-campaign.ts';
import { parseWholeNumber } from './typed-numbers.ts';
import type { CampaignForm } from './use-campaign-form.ts';

export type Missing = keyof typeof copy.missing;

/** What a draft lacks before it may be sent, in the order of its form. */
export function missingIn(
  form: CampaignForm,
  { pictures, special, free }: OwnCampaignRow,
  waitingFilms: number,
): Missing[] {
  const isSpecial = special !== null;
  const budget = parseWholeNumber(form.budget);
  const today = dayOf(new Date());
  return [
    ...(form.name.trim() === '' ? ['name' as const] : []),
    ...(readAddress(form.url.trim()) === null ? ['url' as const] : []),
    ...(pictures.length === 0 ? ['picture' as const] : []),
    ...(waitingFilms > 0 ? ['film' as const] : []),
    ...(!isSpecial && lacksHours(form, today) ? ['hours' as const] : []),
    ...(!isSpecial && (form.endsOn < form.startsOn || form.endsOn < today) ? ['dates' as const] : []),
    ...(!isSpecial && (budget === null || budget > free) ? ['budget' as const] : []),
  ];
}

/** What a field says that is missing or wrong. */
export function missingMessage(what: Missing, { url, budget }: CampaignForm, free: number): string {
  if (what === 'budget') return parseWholeNumber(budget) === null ? copy.budgetMissing : copy.overBudget(free);
  return what === 'url' && /^http:/i.test(url.trim()) ? copy.notSecure : copy.wrong[what];
}
