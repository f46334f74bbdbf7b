import { expect, test } from 'vitest';
import { hourMask, WHOLE_WEEK } from '../playout/schedule.ts';
import { isChoiceEnough, whyBehind } from './behind.ts';

const viewing = Array.from({ length: 168 }, () => 100);
const late = {
  left: 6_000,
  daysLeft: 10,
  playsPerUnit: 1,
  cap: null,
  schedule: WHOLE_WEEK,
  tvs: 11,
  daily: 440,
  viewing,
};

test('where too few TVs fit, it says how many would do', () => {
  expect(whyBehind(late)).toEqual({ why: 'few', tvs: 11, needed: 15 });
  expect(whyBehind({ ...late, tvs: 0, daily: 0 })).toEqual({ why: 'few', tvs: 0, needed: 600 });
});

test('a cap below what TVs could show is the reason, if they would do without it', () => {
  expect(whyBehind({ ...late, tvs: 100, daily: 4_000, cap: 2 })).toEqual({ why: 'cap', cap: 2 });
  expect(whyBehind({ ...late, cap: 2 })).toMatchObject({ why: 'few', needed: 300 });
});

test('few hours are the reason, if the TVs would do in a whole week', () => {
  const weekend = [0, 0, 0, 0, 0, hourMask(8, 12), hourMask(8, 12)];
  expect(whyBehind({ ...late, tvs: 100, daily: 4_000, schedule: weekend })).toEqual({ why: 'hours', hours: 8 });
});

test('seconds of spots are counted in plays', () => {
  expect(whyBehind({ ...late, left: 90_000, playsPerUnit: 1 / 15 })).toEqual({ why: 'few', tvs: 11, needed: 15 });
});

test('where the TVs that fit can show what is left, no lack of them is named, and how many would do is none that was made up', () => {
  const enough = { ...late, tvs: 100, daily: 4_000 };
  expect(whyBehind(enough)).toEqual({ why: 'few', tvs: 100, needed: 15 });
  expect(isChoiceEnough(whyBehind(enough))).toBe(true);
  expect(whyBehind({ ...enough, cap: 6 })).toEqual({ why: 'few', tvs: 100, needed: 100 });
  expect(isChoiceEnough(whyBehind({ ...enough, cap: 6 }))).toBe(true);
  expect(whyBehind({ ...enough, cap: 5 })).toEqual({ why: 'cap', cap: 5 });
  const seldom = { ...late, tvs: 1_000, daily: 500 };
  expect(whyBehind(seldom), 'TVs that show one in two days').toEqual({ why: 'few', tvs: 1_000, needed: 1_200 });
});
