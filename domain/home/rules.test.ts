import { expect, test } from 'vitest';
import { audienceText, countActiveScreens, GROUPS, REGIONS, SCREENS_PER_REGION, screensOf } from './rules.ts';

test('the sentence names who sees the advert and where', () => {
  expect(audienceText(new Set(['noviSad', 'subotica']), new Set(['homes', 'cafes']))).toBe(
    'domaćinstva i\u00a0kafići u\u00a0Novom Sadu i\u00a0Subotici',
  );
  expect(audienceText(new Set(['cacak']), new Set(['salons']))).toBe('saloni u\u00a0Čačku');
  expect(audienceText(new Set(REGIONS), new Set(['homes', 'restaurants', 'cafes']))).toContain(
    'domaćinstva, restorani i\u00a0kafići u\u00a0Beogradu, Novom Sadu',
  );
});

test('without a region or without a group nobody sees it', () => {
  expect(audienceText(new Set(), new Set(['homes']))).toBeNull();
  expect(audienceText(new Set(['nis']), new Set())).toBeNull();
  expect(countActiveScreens(new Set(['nis']), new Set())).toBe(0);
});

test('every region has screens of every group, and choosing everything lights them all', () => {
  for (const region of REGIONS) expect(new Set(screensOf(region))).toEqual(new Set(GROUPS));
  expect(countActiveScreens(new Set(REGIONS), new Set(GROUPS))).toBe(REGIONS.length * SCREENS_PER_REGION);
});
