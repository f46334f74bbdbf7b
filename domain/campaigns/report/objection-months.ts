import { type Day, daysLater } from '../../day.ts';
import { OBJECTION_DAYS } from '../../objections.ts';
import { lastDay, monthOf, nextMonth } from '../../rewards/rules.ts';

/** A month whose report may be objected to, until that day. */
export interface OpenMonth {
  month: string;
  until: Day;
}

/** The terms of companies count from the end of the month that is objected to. */
export const objectionUntil = (month: string): Day => daysLater(lastDay(month), OBJECTION_DAYS);

/**
 * The months in which a campaign ran and that are over, the oldest first; of one that ended, its last month as well. `ended` is `null`
 * while it may go on.
 */
export function reportedMonths({ starts, ended, today }: { starts: Day; ended: Day | null; today: Day }): OpenMonth[] {
  const months: OpenMonth[] = [];
  const last = monthOf(ended ?? today);
  // One that was ended before it began has the month of its end.
  let month = ended !== null && ended < starts ? last : monthOf(starts);
  for (; ended === null ? month < last : month <= last; month = nextMonth(month))
    months.push({ month, until: objectionUntil(month) });
  return months;
}
