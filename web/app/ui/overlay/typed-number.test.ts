import { expect, test } from 'vitest';
import { isNumberAsked, isNumberTyped } from './typed-number.ts';

test('whoever changes more than twenty things for good types their number, with or without its dot', () => {
  expect([0, 1, 20, 21, 1090].map(isNumberAsked)).toEqual([false, false, false, true, true]);
  for (const typed of ['1090', '1.090', ' 1 090 ']) expect(isNumberTyped(typed, 1090), typed).toBe(true);
  for (const typed of ['', '109', '10900', '-1090', 'sve']) expect(isNumberTyped(typed, 1090), typed).toBe(false);
});
