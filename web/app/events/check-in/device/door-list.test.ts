import { expect, test, vi } from 'vitest';
import type { DoorGuest } from '#domain/events/door/rules.ts';
import { listWithChanges } from './door-list.ts';

vi.mock('../../../api-client.ts', () => ({ clientWith: () => ({}) }));

const guest = (number: number, more: Partial<DoorGuest> = {}): DoorGuest => ({
  code: String(number),
  number,
  position: 1,
  count: 1,
  name: 'Đurđica Šćekić',
  phone: '381641234567',
  packageId: 'ticket-only',
  status: 'placeno',
  amount: { amount: 1_171_600, currency: 'RSD' },
  token: `hash ${number}`,
  entry: null,
  earlier: null,
  ...more,
});
const FIRST = '2027-09-20';
const SECOND = '2027-09-21';
const at = (when: string) => ({ key: when, at: when, door: 'Terasa' });
const listed = at(`${FIRST}T07:12:00Z`);
const marked = at(`${FIRST}T18:00:00Z`);
const today = at(`${SECOND}T07:00:00Z`);
const MADE = Date.parse(`${FIRST}T07:41:00Z`);
const list = {
  year: 2027,
  rehearsals: [],
  day: FIRST,
  at: `${FIRST}T07:41:00Z`,
  askedAt: MADE,
  guests: [guest(101, { entry: listed }), guest(102), guest(103, { entry: listed }), guest(104, { entry: listed })],
};
const marks = new Map([
  ['102', { entry: marked, at: MADE + 1 }],
  ['103', { entry: today, at: MADE + 2 }],
  ['104', { entry: null, at: MADE + 3 }],
]);
const entriesOn = (day: string) =>
  listWithChanges(list, { marks, unsent: [], latest: [] }, day).guests.map(({ entry, earlier }) => [entry, earlier]);

test('what happened since the list was made stands in it', () => {
  expect(entriesOn(FIRST).slice(0, 2)).toEqual([
    [listed, null],
    [marked, null],
  ]);
});

test('on the second day entries of the first, of the list and of this device, are earlier ones', () => {
  expect(entriesOn(SECOND)).toEqual([
    [null, listed],
    [null, marked],
    [today, listed],
    [null, listed],
  ]);
});

test('an entry of a rehearsal, of the list or of this device, is no earlier one on the days of the event', () => {
  const REHEARSAL = '2027-09-10';
  const tried = at(`${REHEARSAL}T15:00:00Z`);
  const rehearsed = {
    ...list,
    rehearsals: [REHEARSAL],
    day: REHEARSAL,
    at: `${REHEARSAL}T15:30:00Z`,
    guests: [guest(101, { entry: tried }), guest(102), guest(103, { entry: tried })],
  };
  const since = new Map([
    ['102', { entry: tried, at: MADE + 1 }],
    ['103', { entry: listed, at: MADE + 2 }],
  ]);
  const shownOn = (day: string) =>
    listWithChanges(rehearsed, { marks: since, unsent: [], latest: [] }, day).guests.map((one) => [
      one.entry,
      one.earlier,
    ]);
  expect(shownOn(REHEARSAL).slice(0, 2)).toEqual([
    [tried, null],
    [tried, null],
  ]);
  expect(shownOn(FIRST)).toEqual([
    [null, null],
    [null, null],
    [listed, null],
  ]);
  expect(shownOn(SECOND)[2]).toEqual([null, listed]);
});

test('an entry of yesterday that waits to be sent hides none of today', () => {
  const fresh = { ...list, day: SECOND, askedAt: MADE + 4, guests: [guest(102, { entry: today, earlier: listed })] };
  const unsent = [{ kind: 'entry' as const, code: '102', ...marked }];
  const [known] = listWithChanges(fresh, { marks, unsent, latest: [] }, SECOND).guests;
  expect(known).toMatchObject({ entry: today, earlier: marked });
});
