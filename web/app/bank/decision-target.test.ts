import { expect, test } from 'vitest';
import { targetOf } from './decision-target.ts';

test('a payment that only may be a guest’s is returned to whoever paid it, and to the guest when staff ask for them', () => {
  const suggested = { number: 101, isGuess: true, expected: 1_600_500 };
  expect(targetOf('return', suggested)).toEqual({ shown: null });
  expect(targetOf('return', { ...suggested, isGuess: false })).toEqual({ reservationNumber: 101, shown: 1_600_500 });
  expect(targetOf('confirm', suggested)).toEqual({ reservationNumber: 101, shown: 1_600_500 });
});
