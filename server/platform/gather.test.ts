import { expect, test } from 'vitest';
import { gather } from './gather.ts';

const later = () => new Promise((resolve) => setTimeout(resolve, 5));

test('what arrives during a write is written together, in order, each with its own result', async () => {
  const batches: number[][] = [];
  const double = gather(async (items: number[]) => {
    batches.push(items);
    await later();
    return items.map((item) => item * 2);
  }, 3);
  expect(await Promise.all([1, 2, 3, 4, 5].map(double))).toEqual([2, 4, 6, 8, 10]);
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
  expect(await double(6)).toBe(12);
});

test('one that cannot be written fails alone', async () => {
  const write = gather(async (items: number[]) => {
    await later();
    if (items.includes(3)) throw new Error('three');
    return items;
  }, 10);
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(write));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
});
