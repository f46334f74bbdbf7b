import { expect, test } from 'vitest';
import { specialPackage } from '../catalogue/catalogue.ts';
import {
  clockAt,
  dayMinutes,
  minutesSinceLastShowing,
  secondsBetweenShowings,
  showingsPerDay,
  showingsPerLocation,
  showingsUntil,
  viewsOfShowings,
} from './special-day.ts';

test('sixteen hours, every thirty minutes, a hundred locations', () => {
  expect(dayMinutes).toBe(16 * 60);
  expect(showingsPerLocation).toBe(32);
  expect(showingsPerDay).toBe(3_200);
  expect(secondsBetweenShowings).toBe(18);
  expect([clockAt(0), clockAt(270.9), clockAt(dayMinutes)]).toEqual(['08:00', '12:30', '00:00']);
});

test('the picture shows each location thirty-two times, every thirty minutes, and never after closing', () => {
  for (const location of [0, 1, 50, 99]) {
    const begun: number[] = [];
    for (let tenth = 0; tenth < dayMinutes * 10; tenth += 1)
      if ((minutesSinceLastShowing(location, tenth / 10) ?? 1) < 0.05) begun.push(tenth / 10);
    expect(begun).toHaveLength(showingsPerLocation);
    expect(new Set(begun.slice(1).map((minute, index) => Math.round(minute - begun[index]!)))).toEqual(new Set([30]));
    expect(minutesSinceLastShowing(location, dayMinutes)).toBeNull();
  }
});

test('counted by the clock, the day ends with the stated figures', () => {
  expect(showingsUntil(0)).toBe(1);
  expect(showingsUntil(30)).toBe(101);
  expect(showingsUntil(dayMinutes)).toBe(showingsPerDay);
  expect(viewsOfShowings(showingsPerDay)).toBe(specialPackage.viewsPerDay);
  expect(viewsOfShowings(showingsPerDay) * specialPackage.days).toBe(specialPackage.viewsPerMonth);
});
