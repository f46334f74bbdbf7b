import { ownRewardsCopy as copy } from '#domain/rewards/own-copy.ts';
import { nextMonth } from '#domain/rewards/rules.ts';
import type { client } from '../api.ts';

/** A viewer's month as the server answers it. */
export type OwnRewards = Awaited<ReturnType<typeof client.rewards.own.read>>;

/** Whether the month that is shown is still counted; one that is over and has no statement was before the first rule. */
export function closingHint({
  month,
  months,
  open,
  statements,
}: Pick<OwnRewards, 'month' | 'months'> & {
  open: readonly { month: string }[];
  statements: readonly { month: string }[];
}): string {
  const isShown = (one: { month: string }) => one.month === month;
  if (month === months[0] || open.some(isShown)) return copy.sumHint(nextMonth(month));
  return statements.some(isShown) ? copy.sumClosed : copy.sumWithoutRule;
}
