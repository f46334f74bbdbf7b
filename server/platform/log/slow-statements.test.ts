import { expect, test } from 'vitest';
import { slowOfLastHour } from './slow-statements.ts';

const MINUTE = 60_000;

test('slow statements of the last hour are counted, and the longest different ones are named, longest first', () => {
  let now = 0;
  const slow = slowOfLastHour(() => now);
  for (const [ms, statement] of [
    [300, 'select 1'],
    [900.4, 'select 2'],
    [1_200, 'select 1'],
  ] as const)
    slow.add(ms, statement);
  expect(slow.read()).toEqual({
    slow: 3,
    longest: 1_200,
    slowest: [
      { statement: 'select 1', times: 2, longest: 1_200, lastAt: new Date(0) },
      { statement: 'select 2', times: 1, longest: 900, lastAt: new Date(0) },
    ],
  });
  now = 59 * MINUTE;
  for (let n = 0; n < 9; n += 1) slow.add(250 + n, `select from ${n}`);
  expect(slow.read()).toMatchObject({ slow: 12, slowest: { length: 5, 0: { statement: 'select 1' } } });
  now = 61 * MINUTE;
  expect(slow.read()).toMatchObject({ slow: 9, longest: 258, slowest: { 0: { statement: 'select from 8' } } });
});
