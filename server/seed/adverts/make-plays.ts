import { type Day, daysLater, HOUR_MS } from '#domain/day.ts';
import { hourOf, type LeaseOutcome, REPORT_HOURS } from '#domain/playout/rules.ts';
import { isScheduled, type Schedule } from '#domain/playout/schedule.ts';
import { dayOf, startOfDay } from '#domain/time.ts';
import { newLeaseId } from '../../playout/lease-id.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { isWeekend, wallHour } from './clock.ts';
import { isOn } from './habits.ts';
import type { SeededTv } from './place-tvs.ts';

/** What a campaign shows, from when to when. */
export interface Run {
  id: string;
  isBanner: boolean;
  /** Of each of its adverts. */
  seconds: readonly number[];
  from: Date;
  to: Date;
  /** About so many plays a day. */
  daily: number;
  /** Units that it holds. */
  budget: number;
  regions: readonly string[];
  venues: readonly string[];
  cap: number | null;
  schedule: Schedule;
}

export interface SeededPlay {
  id: string;
  hour: Date;
  campaign: string;
  /** Which of the campaign's adverts. */
  advert: number;
  tv: SeededTv;
  /** `null`: nothing was heard of the lease. */
  outcome: LeaseOutcome | null;
  units: number;
  seconds: number;
  isBanner: boolean;
  startedAt: Date;
  shownMs: number;
  visibleMs: number;
  reportedAt: Date;
  repeats: number;
}

/** Of one campaign on one TV. */
const MOST_IN_AN_HOUR = 3;
/** Of one play. */
const MOST_UNITS = 30;
/** Seconds of the current hour that are not over yet for reports. */
const LAST_SECONDS = 90;
/** Of hundred leases, those that end otherwise than counted. */
const ENDS: readonly (readonly [number, LeaseOutcome | null])[] = [
  [4.2, 'returned'],
  [1.5, null],
  [1.4, 'hidden'],
  [1.1, 'short'],
  [0.5, 'overlap'],
  [0.5, 'late'],
  [0.4, 'unknown_lease'],
];

/** What these TVs showed of these campaigns until now, as judged; no two plays of a TV at once but those that are refused for it. */
export function makePlays(
  random: SeededRandom,
  now: Date,
  tvs: readonly SeededTv[],
  runs: readonly Run[],
): SeededPlay[] {
  const ends = new Map<string, number>();
  const taken = new Map<string, number>();
  const plays: SeededPlay[] = [];
  const hours = new Map<string, Date[]>();
  const hoursOf = (tv: SeededTv, day: Day): Date[] => {
    const key = `${tv.id} ${day}`;
    const known = hours.get(key) ?? hoursIn(day).filter((hour) => hour < now && isOn(random, tv, hour, now));
    hours.set(key, known);
    return known;
  };

  function showDay(run: Run, day: Day): void {
    const fits = tvs.filter((tv) => canShow(run, tv));
    const places = fits.flatMap((tv) =>
      hoursOf(tv, day)
        .filter(
          (hour) => hour >= run.from && hour < run.to && hour >= tv.since && isScheduled(run.schedule, wallHour(hour)),
        )
        .map((hour) => ({ tv, hour, by: random.next() })),
    );
    const share = Math.min(1, hoursIn(day).filter((hour) => hour < now).length / 24);
    const wanted = Math.round(run.daily * (0.86 + 0.28 * random.next()) * (isWeekend(day) ? 1.2 : 0.95) * share ** 1.5);
    const counted = new Map<string, number>();
    const inHour = new Map<string, number>();
    let shown = 0;
    for (let round = 0; round < MOST_IN_AN_HOUR && shown < wanted; round += 1)
      for (const { tv, hour } of places.toSorted((a, b) => a.by - b.by)) {
        if (shown >= wanted || (taken.get(run.id) ?? 0) + MOST_UNITS > run.budget) break;
        const of = counted.get(tv.id) ?? 0;
        const key = `${tv.id} ${hour.getTime()}`;
        if ((run.cap !== null && of >= run.cap && !random.happens(0.02)) || (inHour.get(key) ?? 0) > round) continue;
        const play = show(run, tv, hour, of);
        if (!play) continue;
        plays.push(play);
        shown += 1;
        inHour.set(key, (inHour.get(key) ?? 0) + 1);
        if (play.outcome === 'counted' || play.outcome === null)
          taken.set(run.id, (taken.get(run.id) ?? 0) + play.units);
        if (play.outcome === 'counted') counted.set(tv.id, of + 1);
      }
  }

  function show(run: Run, tv: SeededTv, hour: Date, countedToday: number): SeededPlay | null {
    const key = `${tv.id} ${hour.getTime()}`;
    const before = ends.get(key);
    const from = before === undefined ? random.between(15, 500) : before + random.between(40, 420);
    const advert = random.between(0, run.seconds.length - 1);
    const seconds = run.seconds[advert]!;
    const last = Math.min(3_590, (now.getTime() - hour.getTime()) / 1000 - LAST_SECONDS);
    if (from + seconds > last) return null;
    ends.set(key, from + seconds);
    const startedAt = new Date(hour.getTime() + from * 1000 + random.between(0, 999));
    const ms = seconds * 1000;
    const isOffline = random.happens(0.04);
    const heard =
      startedAt.getTime() + ms + random.between(4, 66) * 1000 + (isOffline ? random.between(1, 19) * HOUR_MS : 0);
    const closes = hour.getTime() + HOUR_MS;
    const late = closes + REPORT_HOURS * HOUR_MS + random.between(1, 60) * HOUR_MS;
    const drawn = run.cap !== null && countedToday >= run.cap ? 'cap' : drawEnd(random);
    const outcome = drawn === 'late' && late > now.getTime() ? 'counted' : drawn;
    const shownMs = outcome === 'short' ? Math.round(ms * (0.2 + 0.6 * random.next())) : ms + random.between(0, 140);
    return {
      id: newLeaseId(hour),
      hour,
      campaign: run.id,
      advert,
      tv,
      outcome,
      seconds,
      isBanner: run.isBanner,
      units: run.isBanner ? 1 : seconds,
      startedAt,
      shownMs,
      visibleMs: outcome === 'hidden' ? Math.round(ms * 0.8 * random.next()) : shownMs,
      reportedAt: new Date(outcome === 'late' ? late : Math.min(now.getTime() - 1000, heard)),
      repeats: outcome !== null && outcome !== 'returned' && random.happens(0.03) ? random.between(1, 3) : 0,
    };
  }

  for (const run of runs)
    for (let day = dayOf(run.from); startOfDay(day) < run.to && startOfDay(day) < now; day = daysLater(day, 1))
      showDay(run, day);
  return plays.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
}

/** A kind of place that nobody confirmed yet counts for campaigns that go everywhere only. */
const canShow = ({ regions, venues }: Run, tv: SeededTv): boolean =>
  (regions.length === 0 && venues.length === 0) ||
  (tv.shownVenue !== null &&
    (regions.length === 0 || regions.includes(tv.region)) &&
    (venues.length === 0 || venues.includes(tv.shownVenue)));

function drawEnd(random: SeededRandom): LeaseOutcome | null {
  let left = random.next() * 100;
  for (const [share, outcome] of ENDS) {
    if (left < share) return outcome;
    left -= share;
  }
  return 'counted';
}

function hoursIn(day: Day): Date[] {
  const [from, to] = [startOfDay(day).getTime(), startOfDay(daysLater(day, 1)).getTime()];
  return Array.from({ length: Math.round((to - from) / HOUR_MS) }, (_, n) => hourOf(new Date(from + n * HOUR_MS)));
}
