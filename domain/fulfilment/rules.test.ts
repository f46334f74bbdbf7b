import { expect, test } from 'vitest';
import { leavingProblem } from './rules.ts';

const packed = { paymentState: 'paid', problem: 'complete', tooMany: 0 } as const;

test('a packed parcel leaves with what is to be sent; with devices whose money goes back it is packed anew', () => {
  expect(leavingProblem(packed, false)).toBeNull();
  expect(leavingProblem({ ...packed, problem: null }, false), 'a part of the order').toBeNull();
  expect(leavingProblem({ ...packed, tooMany: 1 }, false)).toBe('too many');
  expect(leavingProblem({ ...packed, problem: 'disputed' }, false)).toBe('disputed');
});

test('an exchange leaves whatever was withdrawn or disputed, and not once all of the money is back or on its way', () => {
  for (const problem of ['withdrawn', 'disputed', 'complete'] as const)
    expect(leavingProblem({ ...packed, problem, tooMany: 1 }, true), problem).toBeNull();
  expect(leavingProblem({ ...packed, problem: 'refunding' }, true)).toBe('refunding');
  expect(leavingProblem({ ...packed, paymentState: 'refunded', problem: 'refunded' }, true)).toBe('refunded');
});
