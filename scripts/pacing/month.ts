import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { daysLater, HOUR_MS, MINUTE_MS } from '../../domain/day.ts';
import { type Candidate, type ChosenAdvert, choose, goalOf } from '../../domain/playout/choose.ts';
import {
  ADVERT_SECONDS_PER_HOUR,
  LEASE_RELIABILITY_DAYS,
  leaseHorizonMinutes,
  REPORT_HOURS,
  SILENT_TVS_MAX_SHARE,
  scarceSecondsOf,
} from '../../domain/playout/rules.ts';
import { plannedUnits, WHOLE_WEEK } from '../../domain/playout/schedule.ts';
import { planSlots, wallHour } from '../../domain/playout/slots.ts';
import { startOfDay } from '../../domain/time.ts';

export const DAYS = 30;
/** Over 31 October 2027, when an hour comes twice. */
const day = (n: number) => startOfDay(daysLater('2027-10-12', n));
const START = day(0).getTime();
const END = day(DAYS).getTime();
const STEP = 10 * MINUTE_MS;
const TOLERANCE = 0.02;
/** Of all TVs: those that come in the month, that go, and that are silent for days; of these, those that report after 72 hours. */
const SHARES = { come: 0.15, go: 0.15, silent: 0.05, late: 0.02 };

/** The share of TVs that are on, by the hour of Belgrade. */
const EVENING = [
  ...[0.12, 0.06, 0.04, 0.03, 0.03, 0.05, 0.1, 0.18, 0.2, 0.2, 0.2, 0.22],
  ...[0.25, 0.28, 0.28, 0.28, 0.32, 0.4, 0.52, 0.62, 0.66, 0.6, 0.42, 0.24],
];
const REGIONS = ['BG', 'BG', 'BG', 'NS', 'NS', 'NI', 'KG', 'ZA', 'PK', 'SU'];

interface Campaign extends Omit<Candidate, 'taken' | 'capLeft' | 'isScarce'> {
  name: string;
  regions: string[];
  cap: number | null;
  leased: number;
  released: number;
  counted: number;
  /** Why units of its budget were not counted; `free`, those that no TV had when it ended, is `null` until then. */
  missed: { free: number | null; returned: number; late: number };
  /** Without its leases for a while. */
  paused: { from: Date; to: Date } | null;
  /** Its company ended it then. */
  stopsAt: Date | null;
  /** `false`: it is sold twice over, and falls short. */
  suffices: boolean;
}

const evenings = Array.from({ length: 7 }, () => 0b1111110 << 17);
function campaign(name: string, more: Partial<Campaign> & { days?: [number, number]; seconds?: number }): Campaign {
  const { days: [from, to] = [0, DAYS], seconds = 15, ...rest } = more;
  const [startsAt, endsAt] = [day(from), day(to)];
  return {
    id: name,
    name,
    startsAt,
    endsAt,
    wallStarts: wallHour(startsAt),
    wallEnds: wallHour(endsAt),
    schedule: WHOLE_WEEK,
    pace: 'even',
    regions: [],
    cap: null,
    budget: 100_000,
    suffices: true,
    paused: null,
    stopsAt: null,
    interval: null,
    leased: 0,
    released: 0,
    counted: 0,
    silent: 0,
    missed: { free: null, returned: 0, late: 0 },
    creatives: [{ id: name, seconds, units: seconds === 15 ? 1 : seconds }],
    ...rest,
  };
}

/** What companies have bought, for so many TVs. */
function campaignsFor(tvs: number): Campaign[] {
  const units = (n: number) => Math.round((n * tvs) / 2_000);
  return [
    campaign('everywhere', { budget: units(600_000) }),
    campaign('everywhere, four a day on a TV', { budget: units(60_000), cap: 4 }),
    campaign('evenings in Belgrade', { budget: units(150_000), regions: ['BG'], schedule: evenings }),
    campaign('films in Novi Sad', { budget: units(1_200_000), regions: ['NS'], seconds: 30 }),
    campaign('begins on the 10th day', { budget: units(200_000), days: [10, DAYS] }),
    campaign('a week, as fast as possible', { budget: units(90_000), days: [12, 19], pace: 'asap' }),
    campaign('paused for two days', { budget: units(150_000), paused: { from: day(14), to: day(16) } }),
    campaign('ended by its company on the 20th day', { budget: units(150_000), stopsAt: day(20) }),
    campaign('the days around the change of clocks', { budget: units(40_000), days: [18, 21] }),
    campaign('small', { budget: 500, regions: ['NI'] }),
    campaign('Pirot, sold twice: one', { budget: units(1_500_000), regions: ['PK'], suffices: false }),
    campaign('Pirot, sold twice: two', { budget: units(1_500_000), regions: ['PK'], suffices: false }),
  ];
}

interface HeldLease extends ChosenAdvert {
  hour: Date;
  campaign: Campaign;
  isShown: boolean;
}
interface Tv {
  region: string;
  /** When it was linked, and when it was given up. */
  from: number;
  to: number;
  /** Watches more or less than others. */
  habit: number;
  isOn: boolean;
  /** From the first time that it is on after `from`, it is without a network for so many hours. */
  silent: { from: number; hours: number; until: number };
  held: HeldLease[];
  /** By day: leases, and those that it showed or gave back. */
  days: { leased: number; resolved: number }[];
  /** Plays that count or may still count, by campaign and day. */
  used: Map<string, number>;
  /** Seconds that it showed in the hour that it showed last. */
  shown: { hour: number; seconds: number };
}

function tvsFor(count: number, random: () => number): Tv[] {
  const inMonth = () => START + random() * (END - START);
  const tvs = Array.from({ length: count }, () => ({
    region: REGIONS[Math.floor(random() * REGIONS.length)]!,
    habit: 0.4 + random() * 1.2,
    isOn: false,
    from: 0,
    to: Number.POSITIVE_INFINITY,
    silent: { from: Number.POSITIVE_INFINITY, hours: 0, until: 0 },
    held: [],
    days: [],
    used: new Map(),
    shown: { hour: 0, seconds: 0 },
  }));
  // Regions and habits are drawn one by one, so that the first and last of the list are like any others.
  const come = Math.round(SHARES.come * count);
  for (const tv of tvs.slice(0, come)) tv.from = inMonth();
  for (const tv of tvs.slice(come, come + Math.round(SHARES.go * count))) tv.to = inMonth();
  const silent = Math.round(SHARES.silent * count);
  for (const [n, tv] of tvs.slice(count - silent).entries()) {
    const isLate = n < Math.round(SHARES.late * count);
    tv.silent = { from: inMonth(), hours: isLate ? 80 + random() * 40 : 24 + random() * 44, until: 0 };
  }
  return tvs;
}

const dayIndex = (time: number) => Math.floor((time - START) / (24 * HOUR_MS));
const today = (tv: Tv, time: number) => (tv.days[dayIndex(time)] ??= { leased: 0, resolved: 0 });
const reportEnds = ({ closesAt }: ChosenAdvert) => closesAt.getTime() + REPORT_HOURS * HOUR_MS;
const lastMomentOf = ({ endsAt, stopsAt }: Campaign) => (stopsAt ?? endsAt).getTime();
const isStopped = ({ paused, stopsAt }: Campaign, time: number) =>
  (paused !== null && time >= paused.from.getTime() && time < paused.to.getTime()) ||
  (stopsAt !== null && time >= stopsAt.getTime());
const dayOfUse = (lease: ChosenAdvert) => `${lease.campaignId} ${lease.slot.day}`;

function trustOf(tv: Tv, time: number) {
  const trust = { leased: 0, resolved: 0 };
  const last = dayIndex(time);
  for (let n = Math.max(0, last - LEASE_RELIABILITY_DAYS); n < last; n += 1) {
    trust.leased += tv.days[n]?.leased ?? 0;
    trust.resolved += tv.days[n]?.resolved ?? 0;
  }
  return trust;
}

export interface Month {
  rows: { campaign: string; plan: number; counted: number; share: number; missing: number; verdict: string }[];
  /** Counted of the plan, of campaigns for which TVs suffice; the least first. */
  shares: number[];
  /** The same of those that are sold twice over. */
  oversold: number[];
  /** Shown, but not reported within 72 hours. */
  late: number;
  /** What must not be; none: the seed passes. */
  faults: string[];
}

/**
 * A month of so many TVs in memory, with the functions that the server chooses by; `chosenBy` puts another one in the place of `choose`.
 * The same seed is the same month.
 */
export function simulateMonth(seed: number, count: number, chosenBy: typeof choose = choose): Month {
  const generator = xoroshiro128plus(seed);
  const random = (): number => (generator.next() >>> 0) / 2 ** 32;
  const campaigns = campaignsFor(count);
  const tvs = tvsFor(count, random);
  const broken = { cap: 0, budget: 0 };
  let late = 0;

  function release(tv: Tv, lease: HeldLease): void {
    const { campaign: of, units, isShown } = lease;
    of.released += units;
    tv.used.set(dayOfUse(lease), tv.used.get(dayOfUse(lease))! - 1);
    if (isShown) late += 1;
    // Before its end another TV may still have them.
    if (of.missed.free !== null) of.missed[isShown ? 'late' : 'returned'] += units;
  }

  /** What a TV says with its next report: what it showed counts, what it did not or may not any more is free again. */
  function report(tv: Tv, time: number): void {
    tv.held = tv.held.filter((lease) => {
      if (!lease.isShown && lease.closesAt.getTime() > time && !isStopped(lease.campaign, time)) return true;
      today(tv, lease.hour.getTime()).resolved += 1;
      if (lease.isShown) lease.campaign.counted += lease.units;
      else release(tv, lease);
      return false;
    });
  }

  function takeBag(tv: Tv, time: number): void {
    const now = new Date(time);
    const held = tv.held.map(({ hour, seconds, isShown }) => ({ hour, seconds, isOpen: !isShown }));
    const { hour, seconds } = tv.shown;
    const reported = { hour: new Date(hour), seconds, isOpen: false };
    const horizon = leaseHorizonMinutes(trustOf(tv, time));
    const slots = planSlots(now, horizon, [...held, reported], ADVERT_SECONDS_PER_HOUR);
    if (slots.every((slot) => slot.seconds === 0)) return;
    const until = slots.at(-1)!.closesAt;
    const candidates = campaigns.flatMap((one) => {
      const taken = one.leased - one.released;
      const left = one.budget - taken;
      if (isStopped(one, time) || one.startsAt >= until || one.endsAt <= now || left <= 0) return [];
      if (one.regions.length > 0 && !one.regions.includes(tv.region)) return [];
      const capLeft =
        one.cap === null
          ? {}
          : Object.fromEntries(slots.map((slot) => [slot.day, one.cap! - (tv.used.get(`${one.id} ${slot.day}`) ?? 0)]));
      return [{ ...one, taken, capLeft, isScarce: one.silent > SILENT_TVS_MAX_SHARE * (left + one.silent) }];
    });
    const open = tv.held.filter(({ isShown, closesAt }) => !isShown && closesAt > now);
    const scarceSeconds = scarceSecondsOf(ADVERT_SECONDS_PER_HOUR) - open.reduce((sum, one) => sum + one.seconds, 0);
    const last = tv.held.at(-1)?.campaignId ?? null;
    for (const choice of chosenBy(slots, candidates, { last, scarceSeconds, random })) {
      const one = campaigns.find(({ id }) => id === choice.campaignId)!;
      one.leased += choice.units;
      if (one.leased - one.released > one.budget) broken.budget += 1;
      const hour = new Date(Math.floor(choice.opensAt.getTime() / HOUR_MS) * HOUR_MS);
      tv.held.push({ ...choice, hour, campaign: one, isShown: false });
      today(tv, hour.getTime()).leased += 1;
      const used = (tv.used.get(dayOfUse(choice)) ?? 0) + 1;
      tv.used.set(dayOfUse(choice), used);
      if (one.cap !== null && used > one.cap) broken.cap += 1;
    }
  }

  /** Shows what it has for the next ten minutes, as the bag says, with the programme between. */
  function show(tv: Tv, time: number): void {
    const hour = Math.floor(time / HOUR_MS) * HOUR_MS;
    if (tv.shown.hour !== hour) tv.shown = { hour, seconds: 0 };
    let left = (ADVERT_SECONDS_PER_HOUR * STEP) / HOUR_MS;
    for (const lease of tv.held) {
      if (lease.isShown || lease.opensAt.getTime() > time || lease.closesAt.getTime() < time + STEP) continue;
      // Without a network nobody tells it that a campaign was stopped; what it shows of it does not count.
      if (isStopped(lease.campaign, time) || lease.seconds > left) continue;
      left -= lease.seconds;
      tv.shown.seconds += lease.seconds;
      lease.isShown = true;
    }
  }

  for (let time = START; time < END + (REPORT_HOURS + 2) * HOUR_MS; time += STEP) {
    const isHour = time % HOUR_MS === 0;
    for (const one of campaigns)
      if (one.missed.free === null && time >= lastMomentOf(one))
        one.missed.free = one.budget - (one.leased - one.released);
    const share = EVENING[Math.floor(wallHour(new Date(time)) % 24)]!;
    for (const tv of tvs) {
      if (time < tv.from || time >= tv.to) {
        tv.isOn = false;
        continue;
      }
      // Somebody sits down or gets up every third hour or so.
      if (isHour && random() < 1 / 3) tv.isOn = random() < Math.min(1, share * tv.habit);
      if (!tv.isOn) continue;
      if (tv.silent.until === 0 && time >= tv.silent.from) tv.silent.until = time + tv.silent.hours * HOUR_MS;
      if (time >= tv.silent.until) {
        report(tv, time);
        takeBag(tv, time);
      }
      show(tv, time);
    }
    if (!isHour) continue;
    for (const one of campaigns) one.silent = 0;
    for (const tv of tvs) {
      const lapsed = tv.held.filter((lease) => reportEnds(lease) <= time);
      if (lapsed.length > 0) {
        for (const lease of lapsed) release(tv, lease);
        tv.held = tv.held.filter((lease) => !lapsed.includes(lease));
      }
      if (!tv.isOn || time < tv.silent.until) for (const lease of tv.held) lease.campaign.silent += lease.units;
    }
  }

  const faults: string[] = [];
  if (broken.cap > 0) faults.push(`${broken.cap} leases over a cap`);
  if (broken.budget > 0) faults.push(`${broken.budget} leases over a budget`);
  const rows = campaigns.map((one) => {
    const { budget, schedule, counted, stopsAt, wallStarts: starts, wallEnds: ends } = one;
    const { free, returned, late: afterwards } = one.missed;
    const planned = stopsAt
      ? goalOf(one, { wallEnd: wallHour(stopsAt) })
      : plannedUnits({ budget, schedule, starts, ends }, ends);
    const plan = Math.round(planned);
    const wrong = [];
    if (counted > budget) wrong.push('over its budget');
    if (free! + returned + afterwards !== budget - counted) wrong.push('what is missing is not explained');
    if (one.suffices && Math.abs(counted / plan - 1) > TOLERANCE) wrong.push('off its plan');
    faults.push(...wrong.map((what) => `${one.name}: ${what}`));
    return {
      campaign: one.name,
      plan,
      counted,
      share: counted / plan,
      missing: budget - counted,
      'no TV had it at the end': free,
      'given back after it': returned,
      'reported late': afterwards,
      verdict: wrong.join(', ') || 'ok',
    };
  });
  const sharesOf = (suffices: boolean) =>
    rows.filter((_, n) => campaigns[n]!.suffices === suffices).map(({ share }) => share);
  const oversold = sharesOf(false);
  if (Math.max(...oversold) - Math.min(...oversold) > TOLERANCE) faults.push('equals are not treated alike');
  return { rows, shares: sharesOf(true).toSorted((a, b) => a - b), oversold, late, faults };
}
