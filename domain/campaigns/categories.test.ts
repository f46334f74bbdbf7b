import fc from 'fast-check';
import { expect, test } from 'vitest';
import { VENUES } from '../places/rules.ts';
import { hourMask, WHOLE_WEEK } from '../playout/schedule.ts';
import { type CategoryRule, categoryProblems, planWithinRule, ruleHourMask } from './categories.ts';

const evening: CategoryRule = {
  category: 'alcohol',
  isTaken: true,
  from: 20,
  to: 6,
  venues: ['restaurant', 'cafe'],
  needsProof: true,
};

test('hours past midnight are the evening and the early morning', () => {
  expect(ruleHourMask({ from: 20, to: 6 })).toBe(hourMask(20, 24) | hourMask(0, 6));
  expect(ruleHourMask({ from: 0, to: 24 })).toBe(0xffffff);
  expect(ruleHourMask({ from: 8, to: 22 })).toBe(hourMask(8, 22));
});

test('a plan beyond the hours, the places or without a permit is told each of it', () => {
  expect(categoryProblems(evening, { schedule: WHOLE_WEEK, venues: [], proof: ' ' })).toEqual([
    'hours',
    'venues',
    'proof',
  ]);
  expect(categoryProblems(evening, { schedule: WHOLE_WEEK, venues: ['cafe', 'salon'], proof: '12/26' })).toEqual([
    'hours',
    'venues',
  ]);
  expect(categoryProblems({ ...evening, isTaken: false, needsProof: false }, fittedPlan())).toEqual(['taken']);
});
const fittedPlan = () => ({ ...planWithinRule(evening, { schedule: WHOLE_WEEK, venues: [] }), proof: '' });

const anyRule: fc.Arbitrary<CategoryRule> = fc
  .record({
    from: fc.integer({ min: 0, max: 23 }),
    to: fc.integer({ min: 1, max: 24 }),
    venues: fc.subarray([...VENUES]),
    needsProof: fc.boolean(),
  })
  .filter(({ from, to }) => from !== to)
  .map((rule) => ({ ...rule, category: 'betting', isTaken: true }));

test('a plan that was fitted to a rule keeps to it, adds no hour, and is not changed by fitting it again', () => {
  const plans = fc.record({
    schedule: fc.array(fc.integer({ min: 0, max: 0xffffff }), { minLength: 7, maxLength: 7 }),
    venues: fc.subarray([...VENUES]),
  });
  fc.assert(
    fc.property(anyRule, plans, (rule, plan) => {
      const fitted = planWithinRule(rule, plan);
      expect(categoryProblems(rule, { ...fitted, proof: 'A-1' })).toEqual([]);
      expect(fitted.schedule.every((day, n) => (day & ~plan.schedule[n]!) === 0)).toBe(true);
      expect(planWithinRule(rule, fitted)).toEqual(fitted);
    }),
  );
});
