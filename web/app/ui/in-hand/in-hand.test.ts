import { expect, test } from 'vitest';
import { type Hand, isGone, neighbour, nextWaiting, renewedHand } from './in-hand.ts';

interface Row {
  id: string;
  note: string;
}
const rowsOf = (...ids: string[]): Row[] => ids.map((id) => ({ id, note: '' }));
const EMPTY: Hand<Row> = { row: null, at: 0, list: 'open', leftAt: 0 };
const listing = (rows: readonly Row[] | undefined, more: { readAt?: number; list?: string } = {}) => ({
  rows,
  readAt: 100,
  list: 'open',
  offer: ([first]: readonly Row[]) => first,
  ...more,
});
const holding = (id: string, rows: readonly Row[]): Hand<Row> => {
  const at = rows.findIndex((row) => row.id === id);
  return { row: rows[at]!, at, list: 'open', leftAt: 0 };
};

test('an empty hand takes what is offered, and keeps it while other rows come and go', () => {
  const first = renewedHand(EMPTY, listing(rowsOf('b', 'c')));
  expect(first.row?.id).toBe('b');
  const later = renewedHand(first, listing(rowsOf('a', 'b', 'c')));
  expect([later.row?.id, later.at]).toEqual(['b', 1]);
  expect(renewedHand(EMPTY, listing(undefined))).toBe(EMPTY);
  expect(renewedHand(EMPTY, listing([]))).toBe(EMPTY);
});

test('what a colleague settles stays in hand as it was, and the next is taken only when somebody goes on', () => {
  const before = rowsOf('a', 'b', 'c');
  const hand = holding('b', before);
  const after = rowsOf('a', 'c');
  expect(renewedHand(hand, listing(after))).toBe(hand);
  expect(isGone(hand, after)).toBe(true);
  expect(isGone(hand, before)).toBe(false);
  expect(isGone(hand, undefined), 'nobody knows yet').toBe(false);
  expect(neighbour(hand, after, 1)?.id).toBe('c');
  expect(neighbour(hand, after, -1)?.id).toBe('a');
  expect(nextWaiting(hand, after, () => true)?.id).toBe('c');
  const last = holding('c', before);
  expect(neighbour(last, rowsOf('a', 'b'), 1)?.id, 'beyond the end is the last').toBe('b');
  expect(neighbour(last, [], 1)).toBeUndefined();
});

test('a row in hand shows its new values', () => {
  const hand = holding('b', rowsOf('a', 'b'));
  const changed = [{ id: 'b', note: 'new' }];
  expect(renewedHand(hand, listing(changed))).toMatchObject({ row: { note: 'new' }, at: 0 });
});

test('another filter keeps the row that it has, too, and otherwise takes what it offers', () => {
  const hand = holding('b', rowsOf('a', 'b'));
  expect(renewedHand(hand, listing(rowsOf('b', 'd'), { list: 'all' })).row?.id).toBe('b');
  expect(renewedHand(hand, listing(rowsOf('c', 'd'), { list: 'held' })).row?.id).toBe('c');
  expect(renewedHand(hand, listing([], { list: 'held' })).row).toBeNull();
  expect(renewedHand(hand, listing(undefined, { list: 'held' })), 'its rows have not come').toBe(hand);
});

test('what was left is not taken again from rows that were read before', () => {
  const left: Hand<Row> = { row: null, at: 0, list: 'open', leftAt: 100 };
  expect(renewedHand(left, listing(rowsOf('a'), { readAt: 100 }))).toBe(left);
  expect(renewedHand(left, listing(rowsOf('b'), { readAt: 101 })).row?.id).toBe('b');
});

test('going on takes the next that waits, and after the last the first', () => {
  const rows = rowsOf('a', 'b', 'c');
  const waits = ({ id }: Row) => id !== 'c';
  expect(nextWaiting(holding('a', rows), rows, waits)?.id).toBe('b');
  expect(nextWaiting(holding('b', rows), rows, waits)?.id).toBe('a');
  expect(nextWaiting(holding('a', rows), rowsOf('a'), waits)).toBeUndefined();
});
