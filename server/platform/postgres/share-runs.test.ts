import { expect, test } from 'vitest';
import { shareRuns } from './share-runs.ts';

test('forty who ask at once are answered by two readings, one after the other, none of them begun before the question', async () => {
  let running = 0;
  const read = shareRuns(async (asked: number) => {
    running += 1;
    expect(running).toBe(1);
    await new Promise((done) => setTimeout(done, 5));
    running -= 1;
    return asked;
  });
  const first = read(0);
  await Promise.resolve();
  const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => read(at + 1)));
  expect(await first).toBe(0);
  expect(new Set(answers)).toEqual(new Set([1]));
});

test('a reading that failed is told to those who shared it, and the next one runs', async () => {
  let times = 0;
  const read = shareRuns(async () => {
    times += 1;
    if (times === 1) throw new Error('gone');
    return times;
  });
  expect(await Promise.allSettled([read(), read()])).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  expect(await read()).toBe(2);
});
