import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS } from '../day.ts';
import { type Candidate, choose, type Slot } from './choose.ts';
import { hourMask, WHOLE_WEEK } from './schedule.ts';

const noon = new Date('2027-03-01T11:00:00Z');
const hour = (n: number) => new Date(noon.getTime() + n * HOUR_MS);
const slot = (n: number, seconds = 720): Slot => ({
  opensAt: hour(n),
  closesAt: hour(n + 1),
  wallHour: 12 + n,
  wallEnd: 13 + n,
  day: '2027-03-01',
  seconds,
});
const campaign = (id: string, more: Partial<Candidate> = {}): Candidate => ({
  id,
  creatives: [{ id: `${id}1`, seconds: 15, units: 1 }],
  startsAt: hour(-24),
  endsAt: hour(24),
  wallStarts: -12,
  wallEnds: 36,
  schedule: WHOLE_WEEK,
  pace: 'asap',
  budget: 10_000,
  taken: 0,
  silent: 0,
  isScarce: false,
  capLeft: {},
  interval: null,
  ...more,
});
/** Numbers that look random and are the same each time. */
function seeded(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}
const pick = (slots: Slot[], candidates: Candidate[], last: string | null = null, seed = 1) =>
  choose(slots, candidates, { last, scarceSeconds: 240, random: seeded(seed) });
const count = (chosen: { campaignId: string }[], id: string) =>
  chosen.filter(({ campaignId }) => campaignId === id).length;

test('an hour is filled to its ceiling and not beyond', () => {
  expect(pick([slot(0)], [campaign('a'), campaign('b')])).toHaveLength(48);
  expect(pick([slot(0, 29)], [campaign('a')])).toHaveLength(1);
  expect(pick([slot(0, 14)], [campaign('a')])).toHaveLength(0);
});

test('nothing comes twice in a row while another fits; alone, it does', () => {
  const chosen = pick([slot(0), slot(1)], [campaign('a'), campaign('b'), campaign('c')], 'b');
  const ids = ['b', ...chosen.map(({ campaignId }) => campaignId)];
  expect(ids.some((id, at) => id === ids[at + 1])).toBe(false);
  expect(pick([slot(0)], [campaign('a')], 'a')).toHaveLength(48);
});

test('equals get about the same, and who is further behind gets more', () => {
  const chosen = pick(
    Array.from({ length: 40 }, (_, n) => slot(n % 20)),
    ['a', 'b', 'c', 'd'].map((id) => campaign(id)),
  );
  for (const id of ['a', 'b', 'c', 'd']) expect(count(chosen, id)).toBeGreaterThan(chosen.length / 5);
  const late = pick(
    [slot(0), slot(1)],
    [campaign('a', { taken: 9_000 }), campaign('b'), campaign('c', { taken: 9_000 })],
  );
  expect(count(late, 'b')).toBeGreaterThan(count(late, 'a'));
});

test('an even pace gives out what is due by the end of the hour, and runs a little ahead', () => {
  // Two days, 48 hours; at noon of the middle 24 are over, and 7.2 hours are what it runs ahead.
  const even = campaign('a', { pace: 'even', budget: 480, taken: 240 + 72 });
  expect(pick([slot(0)], [even])).toHaveLength(10);
  expect(pick([slot(0), slot(1)], [even])).toHaveLength(20);
  expect(pick([slot(0)], [{ ...even, taken: 322 }])).toHaveLength(0);
  expect(pick([slot(0)], [{ ...even, taken: 322, silent: 5 }])).toHaveLength(5);
});

test('a spot costs its seconds, and its adverts take turns', () => {
  const spot = campaign('a', {
    creatives: [
      { id: 'x', seconds: 30, units: 30 },
      { id: 'y', seconds: 20, units: 20 },
    ],
    budget: 120,
  });
  const chosen = pick([slot(0)], [spot]);
  expect(chosen.reduce((sum, { units }) => sum + units, 0)).toBeLessThanOrEqual(120);
  expect(new Set(chosen.map(({ creativeId }) => creativeId))).toEqual(new Set(['x', 'y']));
});

test('hours outside the schedule, before the beginning and after the end are left out', () => {
  const night = campaign('a', { schedule: Array.from({ length: 7 }, () => 0b111) });
  expect(pick([slot(0)], [night])).toHaveLength(0);
  const [first] = pick([slot(0)], [campaign('a', { startsAt: hour(0.5), endsAt: hour(0.75) })]);
  expect([first!.opensAt, first!.closesAt]).toEqual([hour(0.5), hour(0.75)]);
  expect(pick([slot(0)], [campaign('a', { startsAt: hour(0.999) })])).toHaveLength(0);
});

test('of what is scarce a TV gets enough for the next minutes, and the others fill the hours', () => {
  const chosen = pick([slot(0), slot(1)], [campaign('a', { isScarce: true }), campaign('b')]);
  expect(chosen).toHaveLength(96);
  const last = chosen.findLastIndex(({ campaignId }) => campaignId === 'a');
  expect(last).toBeLessThan(16);
  expect(count(chosen, 'a')).toBeGreaterThan(4);
});

test('whatever is offered, neither a budget, nor a cap, nor an hour is overdrawn', () => {
  const candidate = fc.record({
    budget: fc.integer({ min: 1, max: 400 }),
    taken: fc.integer({ min: 0, max: 400 }),
    cap: fc.option(fc.integer({ min: 0, max: 30 })),
    seconds: fc.integer({ min: 5, max: 30 }),
    isSpot: fc.boolean(),
    pace: fc.constantFrom('even' as const, 'asap' as const),
  });
  fc.assert(
    fc.property(fc.array(candidate, { maxLength: 6 }), fc.nat(720), fc.nat(1000), (offered, seconds, seed) => {
      const candidates = offered.map(({ cap, seconds, isSpot, ...more }, n) =>
        campaign(String(n), {
          ...more,
          creatives: [{ id: `${n}x`, seconds, units: isSpot ? seconds : 1 }],
          capLeft: cap === null ? {} : { '2027-03-01': cap },
        }),
      );
      const chosen = pick([slot(0, seconds), slot(1)], candidates, null, seed);
      for (const { id, budget, taken, capLeft } of candidates) {
        const mine = chosen.filter(({ campaignId }) => campaignId === id);
        const units = mine.reduce((sum, one) => sum + one.units, 0);
        expect(mine.length === 0 || taken + units <= budget).toBe(true);
        expect(mine.length).toBeLessThanOrEqual(capLeft['2027-03-01'] ?? Number.POSITIVE_INFINITY);
      }
      const inFirst = chosen.filter(({ opensAt }) => opensAt < hour(1));
      expect(inFirst.reduce((sum, one) => sum + one.seconds, 0)).toBeLessThanOrEqual(seconds);
    }),
  );
});

const atInterval = (id: string, more: Partial<NonNullable<Candidate['interval']>> = {}) =>
  campaign(id, { budget: 0, interval: { minutes: 30, left: { '2027-03-01': 100 }, taken: [], ...more } });
const windows = (chosen: { campaignId: string; opensAt: Date; closesAt: Date }[], id: string) =>
  chosen.flatMap(({ campaignId, opensAt, closesAt }) =>
    campaignId === id ? [`${opensAt.toISOString().slice(11, 16)}-${closesAt.toISOString().slice(11, 16)}`] : [],
  );

test('a campaign with an interval gets one play in each, before all others and inside the ceiling', () => {
  const chosen = pick([slot(0), slot(1)], [campaign('a'), atInterval('s')]);
  expect(windows(chosen, 's')).toEqual(['11:00-11:30', '11:30-12:00', '12:00-12:30', '12:30-13:00']);
  expect(chosen).toHaveLength(96);
  expect(pick([slot(0, 15)], [campaign('a'), atInterval('s')]).map(({ campaignId }) => campaignId)).toEqual(['s']);
});

test('an interval that has its lease, or is nearly over, gets none; nor does a day that is not planned or is full', () => {
  expect(windows(pick([slot(0)], [atInterval('s', { taken: [noon.getTime()] })]), 's')).toEqual(['11:30-12:00']);
  const late = { ...slot(0), opensAt: new Date(noon.getTime() + 29 * 60_000 + 50_000) };
  expect(windows(pick([late], [atInterval('s')]), 's')).toEqual(['11:30-12:00']);
  expect(pick([slot(0)], [atInterval('s', { left: { '2027-03-02': 9 } })])).toEqual([]);
  expect(windows(pick([slot(0), slot(1)], [atInterval('s', { left: { '2027-03-01': 3 } })]), 's')).toHaveLength(3);
});

test('a campaign with an interval keeps to its hours', () => {
  const evening = Array.from({ length: 7 }, () => hourMask(13, 24));
  const chosen = pick([slot(0), slot(1)], [{ ...atInterval('s'), schedule: evening }]);
  expect(windows(chosen, 's')).toEqual(['12:00-12:30', '12:30-13:00']);
});
