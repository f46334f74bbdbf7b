import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { scenes } from './scenes.ts';

const folder = path.resolve('web/storage/videos');
const names = Object.keys(scenes);

test.each(names)('%s is there in both sizes and both kinds, no larger than it may be, with its pictures', (name) => {
  const most = name === 'promo' ? 4_000_000 : 1_500_000;
  for (const cut of ['.mp4', '.webm', '-640.mp4', '-640.webm'])
    expect(statSync(path.join(folder, name + cut)).size, name + cut).toBeLessThanOrEqual(most);
  for (const picture of ['.avif', '.webp', '.jpg']) expect(existsSync(path.join(folder, name + picture))).toBe(true);
});

test('the loops last as long as they should, and the captions as long as their film', () => {
  expect(scenes.hero!.seconds).toBeGreaterThanOrEqual(8);
  expect(scenes.hero!.seconds).toBeLessThanOrEqual(12);
  expect(scenes.promo!.seconds).toBeGreaterThanOrEqual(30);
  expect(scenes.promo!.seconds).toBeLessThanOrEqual(45);

  const captions = readFileSync(path.join(folder, 'promo.vtt'), 'utf8');
  const moments = [...captions.matchAll(/(\d\d):(\d\d\.\d{3})/g)].map(
    ([, minutes, seconds]) => +minutes! * 60 + +seconds!,
  );
  expect(captions.startsWith('WEBVTT')).toBe(true);
  expect(moments.length).toBeGreaterThan(10);
  expect(moments).toEqual(moments.toSorted((a, b) => a - b));
  expect(moments.at(-1)).toBeLessThanOrEqual(scenes.promo!.seconds);
});
