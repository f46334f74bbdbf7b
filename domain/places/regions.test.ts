import { expect, test } from 'vitest';
import { foldText } from '../fold.ts';
import { regionNames } from './copy.ts';
import { regionOfCity } from './region-of-city.ts';
import { MONTENEGRIN_REGIONS, REGIONS, SERBIAN_REGIONS, TOWNS } from './regions.ts';

test('a city is recognised in either script, with its part or a number; another one leaves the region open', () => {
  expect(regionOfCity('Beograd')).toBe('BG');
  expect(regionOfCity('Београд')).toBe('BG');
  expect(regionOfCity(' NIŠ ')).toBe('NI');
  expect(regionOfCity('Novi Sad (Petrovaradin)')).toBe('NS');
  expect(regionOfCity('21000 Novi Sad')).toBe('NS');
  expect(regionOfCity('Beograd - Zemun')).toBe('BG');
  expect(regionOfCity('Aranđelovac')).toBe('KG');
  expect(regionOfCity('Arandjelovac')).toBe('KG');
  expect(regionOfCity('Žabljak')).toBe('ZB');
  expect(regionOfCity('Herceg Novi')).toBe('HN');
  expect(regionOfCity('Beč')).toBeNull();
  expect(regionOfCity('')).toBeNull();
});

test('no code, name or town stands twice, and each town is written as it is looked for', () => {
  const towns = Object.values(TOWNS).flat();
  expect(new Set(REGIONS).size).toBe(REGIONS.length);
  expect(new Set(Object.values(regionNames)).size).toBe(REGIONS.length);
  expect(new Set(towns).size).toBe(towns.length);
  expect(towns.filter((town) => town !== foldText(town))).toEqual([]);
  expect([SERBIAN_REGIONS.length, MONTENEGRIN_REGIONS.length]).toEqual([32, 25]);
  expect(REGIONS.filter((code) => !/^[A-Z]{2}$/.test(code) || code === ('TV' as string))).toEqual([]);
});
