import { DAY_MS, type Day, daysLater } from '../day.ts';
import { BANNER_SECONDS } from '../playout/rules.ts';
import { type Schedule, scheduledViewing, type Viewing } from '../playout/schedule.ts';
import { wallHour } from '../playout/slots.ts';
import { startOfDay } from '../time.ts';
import { areCampaignDays } from './rules.ts';

interface EstimateRequest {
  kind: 'banner' | 'spot';
  /** Of one spot. */
  spotSeconds: number;
  schedule: Schedule;
  cap: number | null;
  /** Units: banners, or TV seconds. */
  budget: number;
  startsOn: Day;
  days: number;
  /** TVs that fit, and seconds of adverts that all of them show in a day, by what they showed in 14 days. */
  tvs: number;
  dailySeconds: number;
  /** When TVs showed something in these days. */
  viewing: Viewing;
}

export interface Estimate {
  /** Plays of a day that these TVs have shown of anything, and that the budget needs until its end. */
  daily: number;
  needed: number;
  /**
   * `enough`: days in which it could be spent at the earliest. `few`: units that will be seen until the end, and days that all of it would
   * take. `none`: it cannot be shown, as it is chosen.
   */
  verdict:
    | { is: 'enough'; fastest: number; lastsUntil: Day }
    | { is: 'few'; seen: number; lasts: number }
    | { is: 'none' };
}

/** From which day on and for how many it can still be shown; `null` while its days are none of a campaign, or are over. */
export function remainingCampaignDays(startsOn: Day, endsOn: Day, today: Day): { from: Day; days: number } | null {
  const from = startsOn < today ? today : startsOn;
  if (!areCampaignDays(startsOn, endsOn, today) || endsOn < from) return null;
  return { from, days: Math.round((Date.parse(endsOn) - Date.parse(from)) / DAY_MS) + 1 };
}

/** What a choice can show, if TVs go on as in the last 14 days and show nothing but this campaign in its hours, under its cap. */
export function estimateOf(asked: EstimateRequest): Estimate {
  const { kind, schedule, cap, budget, startsOn, days, tvs, dailySeconds, viewing } = asked;
  const seconds = kind === 'banner' ? BANNER_SECONDS : asked.spotSeconds;
  const unitsOfPlay = kind === 'banner' ? 1 : seconds;
  const daily = dailySeconds / seconds;
  const begins = wallHour(startOfDay(startsOn));
  const inHours = (daily * scheduledViewing(schedule, viewing, begins, begins + days * 24)) / days;
  const units = Math.min(inHours, cap === null ? Number.POSITIVE_INFINITY : tvs * cap) * unitsOfPlay;
  return {
    daily: Math.round(daily),
    needed: Math.ceil(budget / unitsOfPlay / days),
    verdict: verdictOf(units),
  };

  function verdictOf(dailyUnits: number): Estimate['verdict'] {
    if (dailyUnits === 0) return { is: 'none' };
    const fastest = Math.max(1, Math.ceil(budget / dailyUnits));
    if (dailyUnits * days < budget) return { is: 'few', seen: Math.floor(dailyUnits * days), lasts: fastest };
    return {
      is: 'enough',
      fastest,
      lastsUntil: daysLater(startsOn, days - 1),
    };
  }
}
