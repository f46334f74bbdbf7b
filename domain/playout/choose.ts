import { HOUR_MS } from '../day.ts';
import { isScheduled, plannedUnits, type Schedule } from './schedule.ts';

/** An hour of the clock for which a TV may get leases. */
export interface Slot {
  opensAt: Date;
  closesAt: Date;
  /** On Belgrade's wall clock, the hour and where `closesAt` stands. */
  wallHour: number;
  wallEnd: number;
  /** The day of Belgrade. */
  day: string;
  /** Seconds of adverts that may still be leased for it. */
  seconds: number;
}

/** A campaign that may be shown on the TV now or in the next hours. */
export interface Candidate {
  id: string;
  /** Adverts of the campaign, which take turns; `units` is what one play costs. */
  creatives: readonly { id: string; seconds: number; units: number }[];
  startsAt: Date;
  endsAt: Date;
  /** On Belgrade's wall clock. */
  wallStarts: number;
  wallEnds: number;
  schedule: Schedule;
  pace: 'even' | 'asap';
  /** Units it may spend in all, and those that are leased or counted. */
  budget: number;
  taken: number;
  /** Of these, those of TVs from which nothing is heard: an even pace does not wait for them. */
  silent: number;
  /** Silent TVs hold much of what it has left: it is leased for the next minutes only. */
  isScarce: boolean;
  /** Plays that this TV may still show, by day of Belgrade; a day that is not there has no limit. */
  capLeft: Readonly<Record<string, number>>;
  /** It is shown once in so many minutes, before campaigns without an interval, and spends no units; budget and pace say nothing then. */
  interval: Interval | null;
}

export interface Interval {
  /** Whole intervals make an hour. */
  minutes: number;
  /** Plays that may still be leased of a day of Belgrade; on a day that is not there it is not shown. */
  left: Readonly<Record<string, number>>;
  /** When intervals began that have their lease already, in milliseconds. */
  taken: readonly number[];
}

export interface ChosenAdvert {
  campaignId: string;
  creativeId: string;
  seconds: number;
  units: number;
  opensAt: Date;
  closesAt: Date;
  slot: Slot;
  isAtInterval: boolean;
}

/**
 * The adverts for a TV, in the order in which they are to be shown: those at an interval first. Of the other campaigns that fit, one is drawn with a chance that grows with what it
 * is behind its plan, so that equals are treated alike; none comes twice in a row while another fits. `random` gives numbers from 0
 * to below 1.
 */
export function choose(
  slots: readonly Slot[],
  candidates: readonly Candidate[],
  {
    last,
    scarceSeconds,
    random,
  }: {
    last: string | null;
    /** Seconds of adverts with which the TV has enough for the next minutes. */
    scarceSeconds: number;
    random: () => number;
  },
): ChosenAdvert[] {
  const chosen: ChosenAdvert[] = [];
  const states = candidates.map((candidate) => ({
    candidate,
    taken: candidate.taken,
    capLeft: { ...candidate.capLeft },
    intervalsLeft: { ...candidate.interval?.left },
    turn: Math.floor(random() * candidate.creatives.length),
  }));
  type State = (typeof states)[number];
  let previous = last;
  let given = 0;

  for (const slot of slots) {
    let seconds = slot.seconds;
    const shown = states.flatMap((state) => {
      const window = windowOf(state.candidate, slot);
      return window ? [{ state, window }] : [];
    });
    const open = shown.flatMap(({ state, window }) =>
      state.candidate.interval ? [] : [{ state, window, goal: goalOf(state.candidate, slot) }],
    );
    const give = (state: State, window: Window) => {
      const creative = creativeOf(state);
      chosen.push({
        campaignId: state.candidate.id,
        creativeId: creative.id,
        seconds: creative.seconds,
        units: creative.units,
        ...window,
        slot,
        isAtInterval: state.candidate.interval !== null,
      });
      previous = state.candidate.id;
      seconds -= creative.seconds;
      given += creative.seconds;
      state.taken += creative.units;
      state.turn += 1;
      const left = state.capLeft[slot.day];
      if (left !== undefined) state.capLeft[slot.day] = left - 1;
    };
    const due = ({ state, goal }: { state: State; goal: number }) => goal - state.taken + state.candidate.silent;
    const fits = (one: (typeof open)[number]) => {
      const { state, window } = one;
      const creative = creativeOf(state);
      return (
        creative.seconds <= seconds &&
        (!state.candidate.isScarce || given < scarceSeconds) &&
        due(one) > 0 &&
        state.taken + creative.units <= state.candidate.budget &&
        (state.capLeft[slot.day] ?? 1) > 0 &&
        window.closesAt.getTime() - window.opensAt.getTime() >= creative.seconds * 1000
      );
    };
    for (const { state, window } of shown) {
      for (const part of intervalsOf(state.candidate, slot, window)) {
        const left = state.intervalsLeft[slot.day] ?? 0;
        const length = creativeOf(state).seconds;
        if (left <= 0 || length > seconds || part.closesAt.getTime() - part.opensAt.getTime() < length * 1000) continue;
        give(state, part);
        state.intervalsLeft[slot.day] = left - 1;
      }
    }
    for (;;) {
      const fitting = open.filter(fits);
      const others = fitting.filter(({ state }) => state.candidate.id !== previous);
      const drawn = draw(others.length > 0 ? others : fitting, due, random);
      if (!drawn) break;
      give(drawn.state, drawn.window);
    }
  }
  return chosen;
}

const creativeOf = ({ candidate, turn }: { candidate: Candidate; turn: number }) =>
  candidate.creatives[turn % candidate.creatives.length]!;

interface Window {
  opensAt: Date;
  closesAt: Date;
}

/** What is left of the intervals of that hour that have no lease yet. */
function intervalsOf({ interval }: Candidate, slot: Slot, { opensAt, closesAt }: Window): Window[] {
  if (!interval) return [];
  const length = interval.minutes * 60_000;
  const parts: Window[] = [];
  for (let from = slot.closesAt.getTime() - HOUR_MS; from < slot.closesAt.getTime(); from += length) {
    const part = {
      opensAt: new Date(Math.max(from, opensAt.getTime())),
      closesAt: new Date(Math.min(from + length, closesAt.getTime())),
    };
    if (part.opensAt < part.closesAt && !interval.taken.includes(from)) parts.push(part);
  }
  return parts;
}

/** When in the hour it may be shown; `null` when it may not. */
function windowOf({ startsAt, endsAt, schedule }: Candidate, slot: Slot) {
  if (!isScheduled(schedule, slot.wallHour)) return null;
  const opensAt = startsAt > slot.opensAt ? startsAt : slot.opensAt;
  const closesAt = endsAt < slot.closesAt ? endsAt : slot.closesAt;
  return opensAt < closesAt ? { opensAt, closesAt } : null;
}

/**
 * An even pace runs so far ahead of the plan: what TVs get and do not show comes back after hours, and is given to others before the end.
 * At most so many hours, and that share of the campaign.
 */
const LEAD = { hours: 12, share: 0.15 };

/** Units that may be taken by the end of that hour. */
export function goalOf(
  {
    budget,
    pace,
    schedule,
    wallStarts: starts,
    wallEnds: ends,
  }: Pick<Candidate, 'budget' | 'pace' | 'schedule' | 'wallStarts' | 'wallEnds'>,
  { wallEnd }: Pick<Slot, 'wallEnd'>,
): number {
  const lead = Math.min(LEAD.hours, LEAD.share * (ends - starts));
  return pace === 'asap' ? budget : Math.round(plannedUnits({ budget, schedule, starts, ends }, wallEnd + lead));
}

function draw<One>(from: readonly One[], weight: (one: One) => number, random: () => number): One | null {
  let left = random() * from.reduce((sum, one) => sum + weight(one), 0);
  for (const one of from) {
    left -= weight(one);
    if (left < 0) return one;
  }
  return from.at(-1) ?? null;
}
