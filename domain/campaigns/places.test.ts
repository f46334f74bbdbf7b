import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FEWEST_TVS, VENUES } from '../places/rules.ts';
import { groupPlacesForPrivacy, type PlaceOfTvs, placeKey, sumPlaces } from './places.ts';

const place = (region: string, venue: string, tvs: number, plays = 10 * tvs): PlaceOfTvs => ({
  region,
  venue,
  tvs,
  plays,
});

test('a kind of place with few TVs is shown with the others of its region', () => {
  const places = [place('BG', 'household', 10), place('BG', 'cafe', 2), place('BG', 'salon', 3)];
  const told = groupPlacesForPrivacy(places)!;
  expect(told.get('BG/household')).toEqual({ region: 'BG', venue: 'household' });
  expect(told.get('BG/cafe')).toEqual({ region: 'BG', venue: null });
  expect(told.get('BG/salon')).toEqual({ region: 'BG', venue: null });
  expect(sumPlaces(places, 'region')).toEqual([{ name: 'BG', plays: 150, tvs: 15 }]);
  expect(sumPlaces(places, 'venue')).toEqual([
    { name: 'household', plays: 100, tvs: 10 },
    { name: null, plays: 50, tvs: 5 },
  ]);
});

test('a kind that has few TVs in every region is shown without its region', () => {
  const places = [place('BG', 'household', 9), place('NI', 'cafe', 3), place('NS', 'cafe', 2)];
  expect(sumPlaces(places, 'venue').map(({ name }) => name)).toEqual(['household', 'cafe']);
  expect(sumPlaces(places, 'region').map(({ name }) => name)).toEqual(['BG', null]);
});

test('one café beside many households does not follow from the sum of all', () => {
  expect(sumPlaces([place('BG', 'household', 9), place('BG', 'cafe', 1)], 'venue')).toEqual([
    { name: null, plays: 100, tvs: 10 },
  ]);
});

test('of fewer than five TVs nothing is shown by place', () => {
  expect(groupPlacesForPrivacy([place('BG', 'household', 4)])).toBeNull();
  expect(sumPlaces([place('BG', 'household', 4)], 'region')).toEqual([]);
});

const places = fc
  .uniqueArray(
    fc.record({
      region: fc.constantFrom('', 'BG', 'NI', 'NS', 'PG'),
      venue: fc.constantFrom('', ...VENUES),
      tvs: fc.integer({ min: 0, max: 12 }),
      plays: fc.integer({ min: 1, max: 500 }),
    }),
    { selector: placeKey },
  )
  .filter((some) => some.length > 0);

test('every place is in exactly one group of at least five TVs, and nothing is lost', () => {
  fc.assert(
    fc.property(places, (some) => {
      const told = groupPlacesForPrivacy(some);
      const all = some.reduce((sum, { tvs }) => sum + tvs, 0);
      if (!told) return all < FEWEST_TVS;
      const groups = Map.groupBy(some, (one) => JSON.stringify(told.get(placeKey(one))));
      for (const group of groups.values()) if (group.reduce((sum, { tvs }) => sum + tvs, 0) < FEWEST_TVS) return false;
      const plays = some.reduce((sum, one) => sum + one.plays, 0);
      return (['region', 'venue'] as const).every(
        (side) => sumPlaces(some, side).reduce((sum, one) => sum + one.plays, 0) === plays,
      );
    }),
    { numRuns: 2_000 },
  );
});
