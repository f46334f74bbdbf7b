import { home } from './copy.ts';

/** The example of targeting on the landing page: made-up screens, so that a visitor sees what choosing means. */
export type Region = keyof typeof home.targeting.regions;
export type Group = keyof typeof home.targeting.groups;

export const REGIONS = Object.keys(home.targeting.regions) as Region[];
export const GROUPS = Object.keys(home.targeting.groups) as Group[];

/** Mostly homes, a few places where people meet; each region begins elsewhere in the same row. */
const ROW: readonly Group[] = [
  'homes',
  'cafes',
  'homes',
  'homes',
  'salons',
  'homes',
  'restaurants',
  'homes',
  'homes',
  'receptions',
  'homes',
  'homes',
  'cafes',
  'homes',
  'restaurants',
  'homes',
  'homes',
  'cafes',
  'homes',
  'salons',
];

export const SCREENS_PER_REGION = ROW.length;

export function screensOf(region: Region): Group[] {
  const start = REGIONS.indexOf(region) * 3;
  return ROW.map((_, i) => ROW[(start + i) % ROW.length]!);
}

export function countActiveScreens(regions: ReadonlySet<Region>, groups: ReadonlySet<Group>): number {
  return REGIONS.filter((region) => regions.has(region))
    .flatMap(screensOf)
    .filter((group) => groups.has(group)).length;
}

/** `domaćinstva i kafići u Novom Sadu i Subotici`; `null` when nobody would see the advert. */
export function audienceText(regions: ReadonlySet<Region>, groups: ReadonlySet<Group>): string | null {
  const { targeting } = home;
  const who = GROUPS.filter((group) => groups.has(group)).map((group) => targeting.groups[group].who);
  const where = REGIONS.filter((region) => regions.has(region)).map((region) => targeting.regions[region].where);
  if (who.length === 0 || where.length === 0) return null;
  return listed(who) + targeting.in + listed(where);
}

function listed(words: string[]): string {
  const last = words.at(-1)!;
  return words.length === 1 ? last : words.slice(0, -1).join(', ') + home.targeting.and + last;
}
