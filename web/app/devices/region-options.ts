import { montenegrinRegionName, regionNames, venueNames } from '#domain/places/copy.ts';
import { MONTENEGRIN_REGIONS, REGIONS } from '#domain/places/regions.ts';
import { VENUES } from '#domain/places/rules.ts';

/** The regions for a choice; those of Montenegro say so. */
export const regionOptions = REGIONS.map((value) => ({
  value,
  label: MONTENEGRIN_REGIONS.includes(value) ? montenegrinRegionName(regionNames[value]) : regionNames[value],
}));

export const venueOptions = VENUES.map((value) => ({ value, label: venueNames[value] }));
