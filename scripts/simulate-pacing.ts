import { parseArgs } from 'node:util';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { plannedUnits, WHOLE_WEEK } from '#domain/playout/schedule.ts';
import { HOUR_MS, MINUTE_MS } from '../domain/day.ts';
import { type Candidate, type ChosenAdvert, choose } from '../domain/playout/choose.ts';
import {
  ADVERT_SECONDS_PER_HOUR,
  LEASE_RELIABILITY_DAYS,
  leaseHorizonMinutes,
  REPORT_HOURS,
  SILENT_TVS_MAX_SHARE,
  scarceSecondsOf,
} from '../domain/playout/rules.ts';
import { planSlots, wallHour } from '../domain/playout/slots.ts';

/**
 * `npm run simulate:pacing -- --seed N`: a month of 2,000 TVs in memory, with the functions that the server chooses by. Thirty days over
 * 31 October 2027, when an hour comes twice. Ends with 1 when a campaign misses its plan by more than 2 % although TVs suffice, or
 * spends more than its budget or its cap, or when the reasons of what was not counted do not add up to it.
 */
const { values } = parseArgs({ options: { seed: { type: 'string' }, tvs: { type: 'string' } } });
const SEED = Number(values.seed ?? Date.now() % 1_000_000);
const TVS = Number(values.tvs ?? 2_000);
const START = new Date('2027-10-11T22:00:00Z');
const DAYS = 30;
const STEP = 10 * MINUTE_MS;
const TOLERANCE = 0.02;

const generator = xoroshiro128plus(SEED);
const random = (): number => (generator.next() >>> 0) / 2 ** 32;
const day = (n: number) => new Date(START.getTime() + n * 24 * HOUR_MS);

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
  silent: number;
  /** Why units of its budget were not counted; `free`, those that no TV had when it ended, is `null` until then. */
  missed: { free: number | null; returned: number; late: number };
  /** Without its leases for a while. */
  paused: { from: Date; to: Date } | null;
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
const scale = TVS / 2_000;
const units = (n: number) => Math.round(n * scale);
const campaigns = [
  campaign('everywhere', { budget: units(600_000) }),
  campaign('everywhere, four a day on a TV', { budget: units(60_000), cap: 4 }),
  campaign('evenings in Belgrade', { budget: units(150_000), regions: ['BG'], schedule: evenings }),
  campaign('films in Novi Sad', { budget: units(1_200_000), regions: ['NS'], seconds: 30 }),
  campaign('begins on the 10th day', { budget: units(200_000), days: [10, DAYS] }),
  campaign('a week, as fast as possible', { budget: units(90_000), days: [12, 19], pace: 'asap' }),
  campaign('paused for two days', { budget: units(150_000), paused: { from: day(14), to: day(16) } }),
  campaign('the days around the change of clocks', { budget: units(40_000), days: [18, 21] }),
  campaign('small', { budget: 500, regions: ['NI'] }),
  campaign('Pirot, sold twice: one', { budget: units(1_500_000), regions: ['PK'], suffices: false }),
  campaign('Pirot, sold twice: two', { budget: units(1_500_000), regions: ['PK'], suffices: false }),
];

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
  /** On, but without a network until then. */
  silentUntil: number;
  held: HeldLease[];
  /** By day: leases, and those that it showed or gave back. */
  days: { leased: number; resolved: number }[];
  shown: Map<string, number>;
}
const tvs: Tv[] = Array.from({ length: TVS }, () => {
  const comes = random() < 0.15;
  const goes = random() < 0.15;
  return {
    region: REGIONS[Math.floor(random() * REGIONS.length)]!,
    habit: 0.4 + random() * 1.2,
    isOn: false,
    from: comes ? START.getTime() + random() * DAYS * 24 * HOUR_MS : 0,
    to: goes ? START.getTime() + random() * DAYS * 24 * HOUR_MS : Number.POSITIVE_INFINITY,
    silentUntil: 0,
    held: [],
    days: [],
    shown: new Map(),
  };
});

/** Leases of TVs that are silent, until their time for reports is over. */
let overCap = 0;
let late = 0;
const dayIndex = (time: number) => Math.floor((time - START.getTime()) / (24 * HOUR_MS));
const today = (tv: Tv, time: number) => (tv.days[dayIndex(time)] ??= { leased: 0, resolved: 0 });

function trustOf(tv: Tv, time: number) {
  const trust = { leased: 0, resolved: 0 };
  const last = dayIndex(time);
  for (let n = Math.max(0, last - LEASE_RELIABILITY_DAYS); n < last; n += 1) {
    trust.leased += tv.days[n]?.leased ?? 0;
    trust.resolved += tv.days[n]?.resolved ?? 0;
  }
  return trust;
}

function release(lease: HeldLease): void {
  const { campaign: of, units, isShown } = lease;
  of.released += units;
  // Before its end another TV may still have them.
  if (of.missed.free !== null) of.missed[isShown ? 'late' : 'returned'] += units;
}

/** What a TV says with its next report: what it showed counts, what it did not is free again; after 72 hours it lapsed already. */
function report(tv: Tv, time: number): void {
  tv.held = tv.held.filter((lease) => {
    const isOver = lease.closesAt.getTime() <= time;
    if (!lease.isShown && !isOver) return true;
    const isInTime = time <= lease.closesAt.getTime() + REPORT_HOURS * HOUR_MS;
    if (isInTime) today(tv, lease.hour.getTime()).resolved += 1;
    if (lease.isShown && isInTime) lease.campaign.counted += lease.units;
    else release(lease);
    if (lease.isShown && !isInTime) late += 1;
    return false;
  });
}

function takeBag(tv: Tv, time: number): void {
  const now = new Date(time);
  const trust = trustOf(tv, time);
  const held = tv.held.map(({ hour, seconds, isShown }) => ({ hour, seconds, isOpen: !isShown }));
  const slots = planSlots(now, leaseHorizonMinutes(trust), [...held, ...spent(tv, time)], ADVERT_SECONDS_PER_HOUR);
  if (slots.every(({ seconds }) => seconds === 0)) return;
  const until = slots.at(-1)!.closesAt;
  const candidates = campaigns.flatMap((one) => {
    const taken = one.leased - one.released;
    const left = one.budget - taken;
    const isPaused = one.paused && now >= one.paused.from && now < one.paused.to;
    if (isPaused || one.startsAt >= until || one.endsAt <= now || left <= 0) return [];
    if (one.regions.length > 0 && !one.regions.includes(tv.region)) return [];
    const capLeft =
      one.cap === null
        ? {}
        : Object.fromEntries(slots.map(({ day }) => [day, one.cap! - (tv.shown.get(`${one.id} ${day}`) ?? 0)]));
    return [{ ...one, taken, capLeft, isScarce: one.silent > SILENT_TVS_MAX_SHARE * (left + one.silent) }];
  });
  const open = tv.held.filter(({ isShown, closesAt }) => !isShown && closesAt > now);
  const scarceSeconds = scarceSecondsOf(ADVERT_SECONDS_PER_HOUR) - open.reduce((sum, { seconds }) => sum + seconds, 0);
  const last = tv.held.at(-1)?.campaignId ?? null;
  for (const choice of choose(slots, candidates, { last, scarceSeconds, random })) {
    const one = campaigns.find(({ id }) => id === choice.campaignId)!;
    one.leased += choice.units;
    const hour = new Date(Math.floor(choice.opensAt.getTime() / HOUR_MS) * HOUR_MS);
    tv.held.push({ ...choice, hour, campaign: one, isShown: false });
    today(tv, hour.getTime()).leased += 1;
    const key = `${one.id} ${choice.slot.day}`;
    tv.shown.set(key, (tv.shown.get(key) ?? 0) + 1);
    if (one.cap !== null && tv.shown.get(key)! > one.cap) overCap += 1;
  }
}

/** Seconds that it showed and reported already in this hour. */
const shownInHour = new WeakMap<Tv, { hour: number; seconds: number }>();
function spent(tv: Tv, time: number) {
  const hour = Math.floor(time / HOUR_MS) * HOUR_MS;
  const one = shownInHour.get(tv);
  return one?.hour === hour ? [{ hour: new Date(hour), seconds: one.seconds, isOpen: false }] : [];
}

/** Shows what it has for the next ten minutes, as the bag says, with the programme between. */
function show(tv: Tv, time: number): void {
  const hour = Math.floor(time / HOUR_MS) * HOUR_MS;
  const before = shownInHour.get(tv);
  const seconds = before?.hour === hour ? before.seconds : 0;
  let left = 120;
  for (const lease of tv.held) {
    if (lease.isShown || lease.opensAt.getTime() > time || lease.closesAt.getTime() < time + STEP) continue;
    if (
      lease.campaign.paused &&
      time >= lease.campaign.paused.from.getTime() &&
      time < lease.campaign.paused.to.getTime()
    )
      continue;
    if (lease.seconds > left) continue;
    left -= lease.seconds;
    lease.isShown = true;
  }
  shownInHour.set(tv, { hour, seconds: seconds + 120 - left });
}

const end = day(DAYS).getTime() + (REPORT_HOURS + 2) * HOUR_MS;
for (let time = START.getTime(); time < end; time += STEP) {
  const isHour = time % HOUR_MS === 0;
  for (const one of campaigns)
    if (one.missed.free === null && time >= one.endsAt.getTime())
      one.missed.free = one.budget - (one.leased - one.released);
  const share = EVENING[(((wallHour(new Date(time)) % 24) + 24) % 24) | 0]!;
  for (const tv of tvs) {
    if (time < tv.from || time >= tv.to) {
      tv.isOn = false;
      continue;
    }
    // Somebody sits down or gets up every third hour or so.
    if (isHour && random() < 1 / 3) tv.isOn = random() < Math.min(1, share * tv.habit);
    // Five of a hundred are without a network for days in the month; two of them for longer than reports are taken.
    if (isHour && tv.silentUntil < time && random() < 0.05 / (DAYS * 24))
      tv.silentUntil = time + (random() < 0.4 ? 80 + random() * 40 : 10 + random() * 60) * HOUR_MS;
    const isSilent = tv.silentUntil >= time;
    if (!tv.isOn) continue;
    if (!isSilent) {
      report(tv, time);
      takeBag(tv, time);
    }
    show(tv, time);
  }
  if (!isHour) continue;
  for (const one of campaigns) one.silent = 0;
  for (const tv of tvs) {
    const lapsed = tv.held.filter(({ closesAt }) => closesAt.getTime() + REPORT_HOURS * HOUR_MS < time);
    const isAway = !tv.isOn || tv.silentUntil >= time;
    if (lapsed.length > 0) {
      for (const lease of lapsed) release(lease);
      late += lapsed.filter(({ isShown }) => isShown).length;
      tv.held = tv.held.filter((lease) => !lapsed.includes(lease));
    }
    if (isAway) for (const lease of tv.held) lease.campaign.silent += lease.units;
  }
}

const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
let failed = overCap > 0;
const rows = campaigns.map((one) => {
  const { budget, schedule, wallStarts: starts, wallEnds: ends } = one;
  const plan = Math.round(plannedUnits({ budget, schedule, starts, ends }, ends));
  const share = one.counted / plan;
  const { free, returned, late: afterwards } = one.missed;
  const isExplained = free! + returned + afterwards === budget - one.counted;
  const isOff = !isExplained || one.counted > budget || (one.suffices && Math.abs(share - 1) > TOLERANCE);
  failed ||= isOff;
  return {
    campaign: one.name,
    plan,
    counted: one.counted,
    share: `${(share * 100).toFixed(2)} %`,
    missing: budget - one.counted,
    'no TV had room': free,
    'held at the end': returned,
    'reported late': afterwards,
    verdict: isOff ? 'OFF' : 'ok',
  };
});
const oversold = campaigns.filter(({ suffices }) => !suffices).map((one) => one.counted / one.budget);
const unfair = Math.max(...oversold) - Math.min(...oversold) > TOLERANCE;
failed ||= unfair;
const shares = campaigns.filter(({ suffices }) => suffices).map((one) => one.counted / one.budget);
shares.sort((a, b) => a - b);
console.log(`seed ${SEED}, ${TVS} TVs, ${DAYS} days`);
console.table(rows);
console.log(
  `where TVs suffice: least ${percent(shares[0]!)}, median ${percent(shares[Math.floor(shares.length / 2)]!)}, most ${percent(shares.at(-1)!)}`,
);
console.log(
  `shown, but reported after ${REPORT_HOURS} hours: ${late}; over a cap: ${overCap}; sold twice over, they get ${oversold.map(percent).join(' and ')}`,
);
process.exitCode = failed ? 1 : 0;
