import { expect, test } from 'vitest';
import { callListCopy, callsCopy } from './calls-copy.ts';

test('a call whose time has passed reads since when it waits, one that is to come when it is due', () => {
  const now = new Date('2026-11-25T15:00:00Z');
  const moments = ['2026-11-24T09:00:00Z', '2026-11-25T14:20:00Z', '2026-11-25T16:30:00Z'].map((at) => new Date(at));
  expect([null, ...moments].map((from) => callListCopy.when(from, now))).toEqual([
    'odmah',
    'čeka od 24. 11. 2026. u 10:00',
    'čeka od danas u 15:20',
    'danas u 17:30',
  ]);
  expect(moments.slice(1).map((next) => callsCopy.waits(next, now))).toEqual([
    'Čeka poziv od 25. 11. 2026. u 15:20',
    'Sledeći poziv 25. 11. 2026. u 17:30',
  ]);
});
