import { foldText } from '../fold.ts';
import { REGIONS, type Region, TOWNS } from './regions.ts';

/** The region of a city as people write it, in either script; a part of a town after a hyphen, comma or bracket means nothing. `null`: not recognised. */
export function regionOfCity(city: string): Region | null {
  const town = foldText(city.split(/[-,(/–]/)[0]!.replace(/\d+/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
  return REGIONS.find((region) => TOWNS[region].includes(town)) ?? null;
}
