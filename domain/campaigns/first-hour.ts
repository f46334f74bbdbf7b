import type { Day } from '../day.ts';
import { DAY_MS, daysLater, HOUR_MS } from '../day.ts';
import { hourOf } from '../playout/rules.ts';
import { isScheduled, type Schedule } from '../playout/schedule.ts';
import { wallHour } from '../playout/slots.ts';
import { dayOf, startOfDay } from '../time.ts';
import { remainingCampaignDays } from './estimate.ts';

interface Plan {
  startsOn: Day;
  endsOn: Day;
  schedule: Schedule;
}

/** When a campaign that is approved at `from` is shown first: in an hour of its plan at once; `null`: there is no hour left. */
export const firstHourOf = (plan: Plan, from: Date): Date | null => nextHourOf(timesOf(plan), from);

/** Whether its week has no hour, or none that is still to come; of days that are wrong or over only the week counts. */
export function lacksHours(plan: Plan, now: Date): boolean {
  if (plan.schedule.every((hours) => hours === 0)) return true;
  const left = remainingCampaignDays(plan.startsOn, plan.endsOn, dayOf(now));
  return left !== null && nextHourOf(timesOf(plan), now) === null;
}

/** The same with its moments. */
const timesOf = ({ startsOn, endsOn, schedule }: Plan): Times => ({
  startsAt: startOfDay(startsOn),
  endsAt: startOfDay(daysLater(endsOn, 1)),
  schedule,
});

/** Hours come again each week; one that the clocks leave out in spring, a week later. */
const TWO_WEEKS_MS = 14 * DAY_MS;

interface Times {
  startsAt: Date;
  endsAt: Date;
  schedule: Schedule;
}

/** When a campaign may be shown next: at once in an hour of its plan, else with the first of those that follow; `null`: there is none. */
export function nextHourOf({ startsAt, endsAt, schedule }: Times, now: Date): Date | null {
  const from = startsAt > now ? startsAt : now;
  const ends = Math.min(endsAt.getTime(), from.getTime() + TWO_WEEKS_MS);
  for (let hour = hourOf(from).getTime(); hour < ends; hour += HOUR_MS)
    if (isScheduled(schedule, wallHour(new Date(hour)))) return new Date(Math.max(hour, from.getTime()));
  return null;
}

/** What is over of the time in which a campaign was to be shown: all its days, or every hour of its plan. `null`: some is left. */
export function passedTimeOf(times: Times, now: Date): 'days' | 'hours' | null {
  if (times.endsAt <= now) return 'days';
  return nextHourOf(times, now) ? null : 'hours';
}
