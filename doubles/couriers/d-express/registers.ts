import { CENTRES, LOCKER, OFFICES, PLACES, STATUSES, STREETS } from './copy.ts';

export const towns = PLACES.map(([Id, Name, PttNo]) => ({
  Id,
  Name,
  DName: Name,
  PttNo,
  MId: Id,
  CentarId: 1,
  Del: false,
}));
export const isTown = (id: unknown): boolean => towns.some(({ Id }) => Id === id);

const names = (list: readonly string[]) => list.map((Name, at) => ({ Id: at + 1, Name }));

/** What the courier answers below `data/`, by name. */
export const REGISTERS: Record<string, readonly unknown[]> = {
  shops: names(OFFICES),
  locations: names(OFFICES),
  dispensers: [{ ID: 1, Name: LOCKER, TownID: 100001 }],
  centres: names(CENTRES),
  municipalities: towns.map(({ Id, Name }) => ({ Id, Name, Del: false })),
  towns,
  streets: towns.flatMap(({ Id: TId }) => STREETS.map((Name, at) => ({ Id: TId * 10 + at, Name, TId, Del: false }))),
  statuses: STATUSES,
};
