import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { specialPackage } from '#domain/catalogue/catalogue.ts';
import { locations } from './locations.ts';

test('the map of devices has the screens of the drawing', () => {
  const drawing = readFileSync(new URL('../ui/art/dot-field.svg', import.meta.url), 'utf8');
  const drawn = [...drawing.matchAll(/<rect x="([\d.]+)" y="([\d.]+)"/g)].map(([, x, y]) => `${x} ${y}`);
  expect(locations).toHaveLength(specialPackage.locations);
  expect(new Set(locations.map(({ x, y }) => `${x} ${y}`))).toEqual(new Set(drawn));
});
