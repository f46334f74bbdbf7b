import { DAY_MS } from '#domain/day.ts';
import { regionOfCity } from '#domain/places/region-of-city.ts';
import { MONTENEGRIN_REGIONS, type Region } from '#domain/places/regions.ts';
import type { VENUES } from '#domain/places/rules.ts';
import type { devices } from '../devices/schema.ts';
import type { Profile } from './population.ts';

export type Tv = typeof devices.$inferInsert & { id: string; linkedAt: Date };
type Venue = (typeof VENUES)[number];

/** So many TVs are linked at the end of the year, and so many were unlinked before. */
const LINKED = 60;
const UNLINKED = 6;
/** Most people have one or two; the first owner of three has them all behind one network. */
const OF_ONE_OWNER = 2;
/** Linked long enough ago to have shown adverts in both months. */
const LONG_AGO_DAYS = 46;
const QUOTAS: Record<string, number> = { BG: 21, NS: 11, NI: 9, ME: 2, others: 17 };

/** What TVs are called, by where they stand; so the name says the kind of place. */
export const ROOM_VENUES: Record<string, Venue> = {
  'Dnevna soba': 'household',
  'Spavaća soba': 'household',
  Kuhinja: 'household',
  Vikendica: 'household',
  Sala: 'restaurant',
  Bašta: 'restaurant',
  Kafić: 'cafe',
  Šank: 'cafe',
  Recepcija: 'reception',
  Čekaonica: 'reception',
  Salon: 'salon',
  'Salon, drugo ogledalo': 'salon',
};
const HOMES = ['Dnevna soba', 'Spavaća soba', 'Dnevna soba', 'Kuhinja', 'Dnevna soba', 'Vikendica'];
const VENUE_ROOMS = ['Kafić', 'Sala', 'Recepcija', 'Salon', 'Šank', 'Bašta', 'Čekaonica'];

export const regionOf = (owner: Profile): Region => regionOfCity(owner.city ?? '') ?? 'BG';

/** Of the TVs of a year those that the demonstration has: spread over the country, two thirds of them at home. */
export function keptTvs(tvs: Tv[], members: Profile[], now: Date): Tv[] {
  const owners = new Map(members.map((person) => [person.id, person]));
  const linked = tvs.filter(({ unlinkedAt }) => !unlinkedAt);
  const groupOf = (tv: Tv) => {
    const region = regionOf(owners.get(tv.profileId)!);
    return MONTENEGRIN_REGIONS.includes(region) ? 'ME' : region in QUOTAS ? region : 'others';
  };
  const left = { ...QUOTAS };
  const ofOwner = new Map<string, number>();
  const chosen = new Set<Tv>();
  const isOwn = ({ profileId }: Tv) => profileId === members[0]!.id;
  const isOld = (tv: Tv) => tv.linkedAt.getTime() < now.getTime() - LONG_AGO_DAYS * DAY_MS;
  const many = manyOf(
    linked.filter((tv) => isOld(tv) && !isOwn(tv)),
    groupOf,
  );
  for (const tv of linked.toSorted((a, b) => Number(b.profileId === many) - Number(a.profileId === many))) {
    const group = groupOf(tv);
    const own = ofOwner.get(tv.profileId) ?? 0;
    const most = isOwn(tv) ? 4 : tv.profileId === many ? 3 : OF_ONE_OWNER;
    const isMeant = isOld(tv) || chosen.size % 12 === 11;
    if (left[group]! === 0 || own >= most || !isMeant) continue;
    left[group]! -= 1;
    ofOwner.set(tv.profileId, own + 1);
    chosen.add(tv);
  }
  for (const tv of linked) if (chosen.size < LINKED) chosen.add(tv);
  const kept = [...chosen].map((tv, n) => ({ ...tv, name: isOwn(tv) ? tv.name : nameOf(n) }));
  return [...kept, ...tvs.filter(({ unlinkedAt }) => unlinkedAt).slice(0, UNLINKED)];
}

/** Somebody in Beograd with three or more. */
function manyOf(linked: Tv[], groupOf: (tv: Tv) => string): string | null {
  const owners = Map.groupBy(linked, ({ profileId }) => profileId);
  return [...owners.entries()].find(([, own]) => own.length >= 3 && groupOf(own[0]!) === 'BG')?.[0] ?? null;
}

const nameOf = (n: number): string => {
  const place = Math.floor(n / 3);
  return n % 3 === 1 ? VENUE_ROOMS[place % VENUE_ROOMS.length]! : HOMES[(n * 7 + place) % HOMES.length]!;
};
