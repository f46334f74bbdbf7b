/**
 * When a campaign is shown: for each day of the week, Monday first, the hours of Belgrade as bits, the lowest from midnight to one.
 */
export type Schedule = readonly number[];

export const WHOLE_WEEK: Schedule = Array.from({ length: 7 }, () => 0xffffff);

/** Whole hours since a Monday midnight of Belgrade's wall clock; an hour that comes twice in autumn has one number. */
export type WallHour = number;

export const HOURS_OF_WEEK = 168;

/** Whether that hour of the wall clock is in the schedule. */
export const isScheduled = (schedule: Schedule, hour: WallHour): boolean => {
  const ofWeek = ((hour % HOURS_OF_WEEK) + HOURS_OF_WEEK) % HOURS_OF_WEEK;
  return ((schedule[Math.floor(ofWeek / 24)]! >> (ofWeek % 24)) & 1) === 1;
};

/** Scheduled hours of a time that begins and ends anywhere within an hour. */
export const scheduledHours = (schedule: Schedule, from: number, to: number): number =>
  to <= from ? 0 : hoursBefore(schedule, to) - hoursBefore(schedule, from);

/** Scheduled hours since the Monday midnight from which wall hours count. Without a step for each hour: bags ask for every campaign. */
function hoursBefore(schedule: Schedule, wall: number): number {
  const hour = Math.floor(wall);
  const week = Math.floor(hour / HOURS_OF_WEEK);
  const ofWeek = hour - week * HOURS_OF_WEEK;
  const today = Math.floor(ofWeek / 24);
  let [inWeek, before] = [0, 0];
  for (const [day, hours] of schedule.entries()) {
    inWeek += bitsIn(hours);
    if (day < today) before += bitsIn(hours);
    else if (day === today) before += bitsIn(hours & hourMask(0, ofWeek % 24));
  }
  return week * inWeek + before + (isScheduled(schedule, hour) ? wall - hour : 0);
}

/** How many bits of 32 are set: sums of two, four and eight, side by side. */
function bitsIn(whole: number): number {
  const twos = whole - ((whole >>> 1) & 0x55555555);
  const fours = (twos & 0x33333333) + ((twos >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export interface HourOfWeek {
  day: number;
  hour: number;
}

/** The schedule with that hour on or off, and with those on a straight line to it from another. */
export function withHours(schedule: Schedule, from: HourOfWeek, to: HourOfWeek, on: boolean): number[] {
  const painted = [...schedule];
  const steps = Math.max(Math.abs(to.day - from.day), Math.abs(to.hour - from.hour));
  for (let step = 0; step <= steps; step += 1) {
    const part = steps === 0 ? 1 : step / steps;
    const day = Math.round(from.day + part * (to.day - from.day));
    const bit = 1 << Math.round(from.hour + part * (to.hour - from.hour));
    painted[day] = on ? painted[day]! | bit : painted[day]! & ~bit;
  }
  return painted;
}

/** When TVs show adverts: for each hour of the week, Monday's first, percent of the busiest. */
export type Viewing = readonly number[];

const viewingOf = (viewing: Viewing): number => viewing.reduce((sum, percent) => sum + percent, 0);

/** What of the viewing of a week falls into its hours, from 0 to 1. */
export const shareOfViewing = (schedule: Schedule, viewing: Viewing): number =>
  viewingOf(viewing.filter((_, hour) => isScheduled(schedule, hour))) / viewingOf(viewing);

/** The viewing of its hours between two whole ones, in average days. */
export function scheduledViewing(schedule: Schedule, viewing: Viewing, from: WallHour, to: WallHour): number {
  let sum = 0;
  for (let hour = from; hour < to; hour += 1) if (isScheduled(schedule, hour)) sum += viewing[hour % HOURS_OF_WEEK]!;
  return (7 * sum) / viewingOf(viewing);
}

/** The units that should be spent by `now` when a budget is spread evenly over the scheduled hours; times are wall hours. */
export function plannedUnits(
  { budget, schedule, starts, ends }: { budget: number; schedule: Schedule; starts: number; ends: number },
  now: number,
): number {
  const all = scheduledHours(schedule, starts, ends);
  if (all === 0) return 0;
  return budget * Math.min(1, scheduledHours(schedule, starts, Math.min(now, ends)) / all);
}

/** The hours of one day that follow each other, as `[from, to)`: bits of a day of a `Schedule`. */
export function hourRanges(day: number): [from: number, to: number][] {
  const ranges: [number, number][] = [];
  for (let hour = 0; hour < 24; hour += 1) {
    if (((day >> hour) & 1) === 0) continue;
    const last = ranges.at(-1);
    if (last?.[1] === hour) last[1] = hour + 1;
    else ranges.push([hour, hour + 1]);
  }
  return ranges;
}

/** The bits of the hours from one to another, the last not included. */
export const hourMask = (from: number, to: number): number => ((1 << to) - 1) & ~((1 << from) - 1);

export const hoursOfWeek = (schedule: Schedule): number =>
  schedule.reduce((sum, day) => sum + hourRanges(day).reduce((hours, [from, to]) => hours + to - from, 0), 0);
