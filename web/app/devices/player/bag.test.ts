import { expect, test } from 'vitest';
import { createLeaseBag } from './bag.ts';
import type { TvLease } from './view.ts';

const NOON = Date.parse('2026-12-01T12:00:00Z');
const MINUTE = 60_000;
const at = (minutes: number) => new Date(NOON + minutes * MINUTE).toISOString();

const lease = (id: string, from: number, to: number, seconds = 15): TvLease => ({
  id,
  kind: 'banner',
  creative: id,
  sha256: id,
  seconds,
  code: 'https://vidik.example/k/1',
  opens: 'pekara.example',
  opensAt: at(from),
  closesAt: at(to),
});
const names = (leases: readonly { id: string }[]) => leases.map(({ id }) => id);

test('of the open windows the one that ends first is shown first, and only what fits whole', () => {
  const bag = createLeaseBag();
  bag.take([lease('later', 0, 60), lease('soon', 0, 10), lease('closed', 20, 40), lease('too long', 0, 0.2)], NOON);
  expect(names(bag.next(NOON))).toEqual(['soon', 'later']);
  expect(bag.secondsLeft()).toBe(60);
});

test('a lease is begun once, also when the server still names it because it has not heard of the play', () => {
  const bag = createLeaseBag();
  bag.take([lease('a', 0, 60)], NOON);
  bag.use('a');
  bag.take([lease('a', 0, 60), lease('b', 0, 60)], NOON);
  expect(names(bag.next(NOON))).toEqual(['b']);
  bag.take([lease('b', 0, 60)], NOON);
  expect(names(bag.open())).toEqual(['b']);
});

test('what is over, revoked or cannot be shown is given back until the server says that it knows', () => {
  const bag = createLeaseBag();
  bag.take([lease('over', 0, 10), lease('stopped', 0, 60), lease('no file', 0, 60), lease('shown', 0, 60)], NOON);
  bag.use('shown');
  bag.giveBackOver(NOON + 11 * MINUTE);
  bag.revoke(['stopped', 'somebody else’s']);
  bag.giveBack(['no file', 'shown']);
  expect(bag.unplayed(10)).toEqual(['over', 'stopped', 'no file']);
  expect(bag.unplayed(2)).toHaveLength(2);
  bag.take([lease('no file', 0, 60), lease('new', 0, 60)], NOON);
  expect(names(bag.open())).toEqual(['new']);
  bag.forgetUnplayed(['over', 'stopped', 'no file']);
  expect(bag.unplayed(10)).toEqual([]);
  expect(bag.isRevoked('stopped')).toBe(true);
  bag.revoke([]);
  expect(bag.isRevoked('stopped')).toBe(false);
});

test('a TV that nobody watches gives all of it back, but not what it shows at this moment', () => {
  const bag = createLeaseBag();
  bag.take([lease('on', 0, 60), lease('a', 0, 60), lease('b', 0, 60)], NOON);
  bag.use('on');
  bag.giveBackAll();
  expect(bag.unplayed(10)).toEqual(['a', 'b']);
  expect(bag.next(NOON)).toEqual([]);
});
