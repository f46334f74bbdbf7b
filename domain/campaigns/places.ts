import { FEWEST_TVS } from '../places/rules.ts';

/** What was shown in one region and kind of place; empty: not known. */
export interface RegionAndVenue {
  region: string;
  venue: string;
}

export interface PlaceOfTvs extends RegionAndVenue {
  plays: number;
  /** TVs that stood there first. Each TV is in one place only. */
  tvs: number;
}

/** What may be told of a place; `null`: it is among the others. */
export interface DisclosedPlace {
  region: string | null;
  venue: string | null;
}

export const OTHER: DisclosedPlace = { region: null, venue: null };
export const placeKey = ({ region, venue }: RegionAndVenue): string => `${region}/${venue}`;
const disclosedKey = ({ region, venue }: DisclosedPlace): string => `${region ?? ''}/${venue ?? ''}`;

interface Group {
  told: DisclosedPlace;
  places: PlaceOfTvs[];
}

const tvsOf = ({ places }: Group) => places.reduce((sum, { tvs }) => sum + tvs, 0);
const isEnough = (group: Group) => tvsOf(group) >= FEWEST_TVS;

/**
 * Puts every place into one group of at least five TVs, as exact as that allows: region and kind, then the other kinds of a region, then a
 * kind in the other regions, then the rest. Whatever is told of a campaign is a sum over whole groups, so that no smaller number of TVs
 * follows from any two of its numbers. By `placeKey`; `null`: fewer than five TVs in all, and nothing is told by place.
 */
export function groupPlacesForPrivacy(places: readonly PlaceOfTvs[]): ReadonlyMap<string, DisclosedPlace> | null {
  const known = places.filter(({ region, venue }) => region !== '' && venue !== '');
  const unknown = places.filter((place) => !known.includes(place));
  const exact = groupsBy(known, ({ region, venue }) => ({ region, venue }));
  const byRegion = groupsBy(rest(exact), ({ region }) => ({ region, venue: null }));
  const byVenue = groupsBy(rest(byRegion), ({ venue }) => ({ region: null, venue }));
  const others: Group = { told: OTHER, places: [...unknown, ...rest(byVenue)] };
  const groups = [...byVenue, ...byRegion, ...exact].filter(isEnough);
  // The least exact and smallest group helps the rest to enough TVs.
  groups.sort((a, b) => exactness(a.told) - exactness(b.told) || tvsOf(a) - tvsOf(b));
  while (others.places.length > 0 && !isEnough(others)) {
    const joined = groups.shift();
    if (!joined) return null;
    others.places.push(...joined.places);
  }
  const told = new Map<string, DisclosedPlace>();
  for (const group of [...groups, others]) for (const place of group.places) told.set(placeKey(place), group.told);
  return told;
}

const exactness = ({ region, venue }: DisclosedPlace): number => (region === null ? 0 : 2) + (venue === null ? 0 : 1);
const rest = (groups: Group[]): PlaceOfTvs[] =>
  groups.filter((group) => !isEnough(group)).flatMap(({ places }) => places);

function groupsBy(places: readonly PlaceOfTvs[], told: (place: PlaceOfTvs) => DisclosedPlace): Group[] {
  const groups = Map.groupBy(places, (place) => disclosedKey(told(place)));
  return [...groups.values()].map((some) => ({ told: told(some[0]!), places: some }));
}

/** Sums of one side of the places, the largest first and the others last. Empty: nothing is told. */
export function sumPlaces<Side extends 'region' | 'venue'>(
  places: readonly PlaceOfTvs[],
  side: Side,
): { name: DisclosedPlace[Side]; plays: number; tvs: number }[] {
  const told = groupPlacesForPrivacy(places);
  if (!told) return [];
  const groups = Map.groupBy(places, (place) => told.get(placeKey(place))![side]);
  const sum = (some: PlaceOfTvs[], of: 'plays' | 'tvs') => some.reduce((all, place) => all + place[of], 0);
  return [...groups]
    .map(([name, some]) => ({ name, plays: sum(some, 'plays'), tvs: sum(some, 'tvs') }))
    .sort((a, b) => Number(a.name === null) - Number(b.name === null) || b.plays - a.plays);
}
