import { expect, test } from 'vitest';
import { gather } from './gather.ts';

const later = () => new Promise((resolve) => setTimeout(resolve, 5));
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('what arrives together is written together, in order, each with its own result, and never more than two at a time', async () => {
  const batches: number[][] = [];
  let writing = 0;
  let most = 0;
  const double = gather(async (items: number[]) => {
    batches.push(items);
    writing += 1;
    most = Math.max(most, writing);
    await later();
    writing -= 1;
    return items.map((item) => item * 2);
  });
  expect(await Promise.all(upTo(55).map(double))).toEqual(upTo(55).map((item) => item * 2));
  expect(batches.flat()).toEqual(upTo(55));
  expect(batches.map(({ length }) => length)).toEqual([20, 20, 15]);
  expect(most).toBe(2);
  expect(await double(56)).toBe(112);
});

test('a few wait for company, not for a full write; who comes during a write goes into the next', async () => {
  const batches: number[][] = [];
  const write = gather(async (items: number[]) => {
    batches.push(items);
    await later();
    return items;
  });
  const first = [1, 2, 3].map(write);
  while (batches.length === 0) await new Promise(setImmediate);
  await Promise.all([...first, ...[4, 5].map(write)]);
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
});

test('one that cannot be written fails alone', async () => {
  const write = gather(async (items: number[]) => {
    await later();
    if (items.includes(3)) throw new Error('three');
    return items;
  });
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(write));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
});

test('the next write is on its way before those of the last one hear of theirs', async () => {
  const happened: string[] = [];
  const write = gather(
    async (items: number[]) => {
      happened.push('write');
      await later();
      return items;
    },
    { underWay: 1 },
  );
  await Promise.all(upTo(40).map((one) => write(one).then(() => happened.push('heard'))));
  expect(happened.slice(0, 3)).toEqual(['write', 'write', 'heard']);
});
