import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { home } from '#domain/home/copy.ts';
import { captionsVtt } from './captions.ts';
import { shots } from './promo.ts';
import { scenes } from './scenes.ts';
import { RATE, synthesizePromoMusic } from './sound.ts';

const folder = path.resolve('web/storage/videos');
const names = Object.keys(scenes);

test.each(names)('%s is there in both sizes and both kinds, no larger than it may be, with its pictures', (name) => {
  const most = name === 'promo' ? 4_000_000 : 1_500_000;
  for (const cut of ['.mp4', '.webm', '-640.mp4', '-640.webm'])
    expect(statSync(path.join(folder, name + cut)).size, name + cut).toBeLessThanOrEqual(most);
  for (const picture of ['.avif', '.webp', '.jpg']) expect(existsSync(path.join(folder, name + picture))).toBe(true);
});

const FRAMES_A_SECOND = 25;

/** The share of a frame in the six colours or the yellow of sun and advert; lines, sky and sea are grey beside them. */
async function colourful(svg: string): Promise<number> {
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="90" viewBox="0 0 1280 720">${svg}</svg>`;
  const pixels = await sharp(Buffer.from(whole)).removeAlpha().raw().toBuffer();
  let count = 0;
  for (let n = 0; n < pixels.length; n += 3) {
    const [red, green, blue] = pixels.subarray(n, n + 3);
    if (Math.max(red!, green!, blue!) - Math.min(red!, green!, blue!) > 60) count++;
  }
  return count / (pixels.length / 3);
}

test('the hero begins and ends with the same full test card and no frame is an empty grid', async () => {
  const { draw, seconds } = scenes.hero!;
  const frames = Array.from({ length: seconds * FRAMES_A_SECOND }, (_, n) => draw(n / FRAMES_A_SECOND));
  const still = readFileSync('web/app/ui/art/tv-test-card.svg', 'utf8');
  expect(frames.at(-1)).toBe(frames[0]);
  // The card of the film is the one of the picture under it: letters, bars and sun, no clock.
  const drawn = frames[0]!.match(/<(?:rect|path) [^>]*fill="[^>]*>/g)!;
  expect(drawn.length).toBeGreaterThan(60);
  for (const shape of drawn) expect(still).toContain(shape);
  expect(frames[0]! + still).not.toMatch(/<text|\d\d:\d\d/);

  const shares = await Promise.all([...new Set(frames)].map(colourful));
  expect(Math.min(...shares)).toBeGreaterThan(0.05);
}, 60_000);

test('the captions of the promo are the words of its eight scenes', () => {
  const file = readFileSync(path.join(folder, 'promo.vtt'), 'utf8');
  expect(file).toBe(captionsVtt());
  const cues = file
    .split('\n\n')
    .slice(1)
    .map((cue) => cue.trim().split('\n'));
  expect(cues.map(([, ...said]) => said.join(' '))).toEqual(shots.map(({ caption }) => caption));
  expect(shots.map(({ from, to }) => [from, to])).toEqual([
    [0, 4],
    [4, 9],
    [9, 14],
    [14, 18],
    [18, 23],
    [23, 27],
    [27, 31],
    [31, 36],
  ]);
  for (const [n, words] of [
    [4, home.promo.t4],
    [6, home.promo.t6],
    [8, home.promo.t8],
  ] as const)
    expect(cues[n - 1]![1]).toContain(words);
});

test('the track of the promo is calm, has a sound in every scene and ends in silence', () => {
  const track = synthesizePromoMusic(scenes.promo!.seconds);
  expect(track.length).toBe(scenes.promo!.seconds * RATE);
  const loudness = (from: number, to: number) =>
    Math.sqrt(track.subarray(from * RATE, to * RATE).reduce((sum, one) => sum + one ** 2, 0) / ((to - from) * RATE));
  for (const { from, to } of shots) {
    expect(loudness(from, to)).toBeGreaterThan(0.005);
    expect(loudness(from, to)).toBeLessThan(0.12);
  }
  expect(track.every((sample) => Math.abs(sample) < 0.9)).toBe(true);
  expect(loudness(35.9, 36)).toBe(0);
});

test('the loops last as long as they should, and the captions as long as their film', () => {
  expect(scenes.hero!.seconds).toBeGreaterThanOrEqual(8);
  expect(scenes.hero!.seconds).toBeLessThanOrEqual(12);
  expect(scenes.promo!.seconds).toBeGreaterThanOrEqual(30);
  expect(scenes.promo!.seconds).toBeLessThanOrEqual(45);

  const written = readFileSync(path.join(folder, 'promo.vtt'), 'utf8');
  const moments = [...written.matchAll(/(\d\d):(\d\d\.\d{3})/g)].map(
    ([, minutes, seconds]) => +minutes! * 60 + +seconds!,
  );
  expect(written.startsWith('WEBVTT')).toBe(true);
  expect(moments.length).toBeGreaterThan(10);
  expect(moments).toEqual(moments.toSorted((a, b) => a - b));
  expect(moments.at(-1)).toBeLessThanOrEqual(scenes.promo!.seconds);
});
