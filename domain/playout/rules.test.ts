import fc from 'fast-check';
import { expect, test } from 'vitest';
import { classifyPlay, leaseHorizonMinutes, PLAY_REFUSAL_REASONS, type PlayFacts } from './rules.ts';
import { countingRules, reasonCopy } from './rules-copy.ts';

const at = (seconds: number) => new Date(Date.UTC(2027, 2, 28, 0, 0, seconds));
const lease = { opensAt: at(0), closesAt: at(3600), seconds: 15, revokedAt: null, cap: null };
const seen: PlayFacts = {
  isKnown: false,
  lease,
  isBlocked: false,
  startedAt: at(600),
  shownMs: 15_000,
  visibleMs: 15_000,
  progressMs: 15_000,
  receivedAt: at(700),
  overlaps: false,
  countedToday: 3,
};
const HOURS_72 = 72 * 3600;

test.each<[string, Partial<PlayFacts>, string]>([
  ['the whole of it, in the foreground and in time', {}, 'counted'],
  ['95 % of it', { shownMs: 14_250, visibleMs: 14_250, progressMs: 14_250 }, 'counted'],
  ['a little less', { shownMs: 14_249, visibleMs: 14_249, progressMs: 14_249 }, 'short'],
  ['its time, but the picture stood still', { progressMs: 9_000 }, 'short'],
  ['a second of it behind another page', { visibleMs: 14_000 }, 'hidden'],
  ['behind another page and cut off', { shownMs: 8_000, visibleMs: 2_000, progressMs: 8_000 }, 'hidden'],
  ['a timer that missed a fifth of a second', { visibleMs: 14_800 }, 'counted'],
  ['reported in the last second', { receivedAt: at(3600 + HOURS_72) }, 'counted'],
  ['reported a second later', { receivedAt: at(3601 + HOURS_72) }, 'late'],
  ['four days later and hidden', { receivedAt: at(4 * 24 * 3600), visibleMs: 0 }, 'late'],
  ['before its window', { startedAt: at(-6) }, 'unknown_lease'],
  ['five seconds before its window, by a clock that is off', { startedAt: at(-5) }, 'counted'],
  ['over its window', { startedAt: at(3591), receivedAt: at(4000) }, 'unknown_lease'],
  ['on a clock that is a day ahead', { startedAt: at(24 * 3600 + 600) }, 'unknown_lease'],
  ['on a clock that is a day behind', { startedAt: at(600 - 24 * 3600) }, 'unknown_lease'],
  ['over after it was reported', { receivedAt: at(605) }, 'unknown_lease'],
  ['of a lease that this TV does not have', { lease: null }, 'unknown_lease'],
  ['begun a minute after the campaign was stopped', { lease: { ...lease, revokedAt: at(540) } }, 'counted'],
  ['begun later than that', { lease: { ...lease, revokedAt: at(539) } }, 'unknown_lease'],
  ['on a blocked TV', { isBlocked: true }, 'device_blocked'],
  ['on a blocked TV, four days later', { isBlocked: true, receivedAt: at(4 * 24 * 3600) }, 'device_blocked'],
  ['while another one was on', { overlaps: true }, 'overlap'],
  ['the third of three that are allowed', { countedToday: 2, lease: { ...lease, cap: 3 } }, 'counted'],
  ['one more than is allowed', { lease: { ...lease, cap: 3 } }, 'cap'],
  ['one more than is allowed, over another', { overlaps: true, lease: { ...lease, cap: 3 } }, 'overlap'],
  ['again', { isKnown: true, isBlocked: true, lease: null }, 'duplicate'],
])('%s', (_, facts, outcome) => {
  expect(classifyPlay({ ...seen, ...facts })).toBe(outcome);
});

test('worse facts are never counted where better ones are not, and the reason is the first that applies', () => {
  const faults: { [reason: string]: Partial<PlayFacts> } = {
    duplicate: { isKnown: true },
    unknown_lease: { startedAt: at(-3600) },
    device_blocked: { isBlocked: true },
    late: { receivedAt: at(4000 + HOURS_72) },
    hidden: { visibleMs: 100 },
    short: { progressMs: 100 },
    overlap: { overlaps: true },
    cap: { countedToday: 9 },
  };
  const capped = { ...seen, lease: { ...lease, cap: 9 } };
  fc.assert(
    fc.property(fc.subarray([...PLAY_REFUSAL_REASONS]), (reasons) => {
      const facts = Object.assign({ ...capped }, ...reasons.map((reason) => faults[reason])) as PlayFacts;
      expect(classifyPlay(facts)).toBe(reasons[0] ?? 'counted');
    }),
    { numRuns: 500 },
  );
});

test('eight rules and eight reasons are written out', () => {
  expect(countingRules.rules).toHaveLength(8);
  expect(Object.keys(reasonCopy).sort()).toEqual([...PLAY_REFUSAL_REASONS].sort());
});

test('a TV that plays or returns what it gets is given more of it', () => {
  expect(leaseHorizonMinutes({ leased: 0, resolved: 0 })).toBe(20);
  expect(leaseHorizonMinutes({ leased: 100, resolved: 50 })).toBe(70);
  expect(leaseHorizonMinutes({ leased: 100, resolved: 100 })).toBe(120);
});
