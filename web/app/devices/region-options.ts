import { countryNames, regionNames, venueNames } from '#domain/places/copy.ts';
import { MONTENEGRIN_REGIONS, type Region, SERBIAN_REGIONS } from '#domain/places/regions.ts';
import { VENUES } from '#domain/places/rules.ts';

const of = (regions: readonly Region[], group: string) =>
  regions.map((value) => ({ value, label: regionNames[value], group }));

/** The regions for a choice, by country. */
export const regionOptions = [
  ...of(SERBIAN_REGIONS, countryNames.serbia),
  ...of(MONTENEGRIN_REGIONS, countryNames.montenegro),
];

export const venueOptions = VENUES.map((value) => ({ value, label: venueNames[value] }));
