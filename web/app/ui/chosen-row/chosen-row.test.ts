import { expect, test } from 'vitest';
import { type ChosenRow, isGone, neighbour, nextWaiting, updatedChosenRow } from './chosen-row.ts';

interface Row {
  id: string;
  note: string;
}
const rowsOf = (...ids: string[]): Row[] => ids.map((id) => ({ id, note: '' }));
const EMPTY: ChosenRow<Row> = { row: null, at: 0, list: 'open', leftAt: 0 };
const listing = (rows: readonly Row[] | undefined, more: { readAt?: number; list?: string } = {}) => ({
  rows,
  readAt: 100,
  list: 'open',
  offer: ([first]: readonly Row[]) => first,
  ...more,
});
const holding = (id: string, rows: readonly Row[]): ChosenRow<Row> => {
  const at = rows.findIndex((row) => row.id === id);
  return { row: rows[at]!, at, list: 'open', leftAt: 0 };
};

test('with no row chosen what is offered is taken, and kept while other rows come and go', () => {
  const first = updatedChosenRow(EMPTY, listing(rowsOf('b', 'c')));
  expect(first.row?.id).toBe('b');
  const later = updatedChosenRow(first, listing(rowsOf('a', 'b', 'c')));
  expect([later.row?.id, later.at]).toEqual(['b', 1]);
  expect(updatedChosenRow(EMPTY, listing(undefined))).toBe(EMPTY);
  expect(updatedChosenRow(EMPTY, listing([]))).toBe(EMPTY);
});

test('what a colleague settles stays chosen as it was, and the next is taken only when somebody goes on', () => {
  const before = rowsOf('a', 'b', 'c');
  const chosen = holding('b', before);
  const after = rowsOf('a', 'c');
  expect(updatedChosenRow(chosen, listing(after))).toBe(chosen);
  expect(isGone(chosen, after)).toBe(true);
  expect(isGone(chosen, before)).toBe(false);
  expect(isGone(chosen, undefined), 'nobody knows yet').toBe(false);
  expect(neighbour(chosen, after, 1)?.id).toBe('c');
  expect(neighbour(chosen, after, -1)?.id).toBe('a');
  expect(nextWaiting(chosen, after, () => true)?.id).toBe('c');
  const last = holding('c', before);
  expect(neighbour(last, rowsOf('a', 'b'), 1)?.id, 'beyond the end is the last').toBe('b');
  expect(neighbour(last, [], 1)).toBeUndefined();
});

test('a chosen row shows its new values', () => {
  const chosen = holding('b', rowsOf('a', 'b'));
  const changed = [{ id: 'b', note: 'new' }];
  expect(updatedChosenRow(chosen, listing(changed))).toMatchObject({ row: { note: 'new' }, at: 0 });
});

test('another filter keeps the row that it has, too, and otherwise takes what it offers', () => {
  const chosen = holding('b', rowsOf('a', 'b'));
  expect(updatedChosenRow(chosen, listing(rowsOf('b', 'd'), { list: 'all' })).row?.id).toBe('b');
  expect(updatedChosenRow(chosen, listing(rowsOf('c', 'd'), { list: 'held' })).row?.id).toBe('c');
  expect(updatedChosenRow(chosen, listing([], { list: 'held' })).row).toBeNull();
  expect(updatedChosenRow(chosen, listing(undefined, { list: 'held' })), 'its rows have not come').toBe(chosen);
});

test('what was left is not taken again from rows that were read before', () => {
  const left: ChosenRow<Row> = { row: null, at: 0, list: 'open', leftAt: 100 };
  expect(updatedChosenRow(left, listing(rowsOf('a'), { readAt: 100 }))).toBe(left);
  expect(updatedChosenRow(left, listing(rowsOf('b'), { readAt: 101 })).row?.id).toBe('b');
});

test('going on takes the next that waits, and after the last the first', () => {
  const rows = rowsOf('a', 'b', 'c');
  const waits = ({ id }: Row) => id !== 'c';
  expect(nextWaiting(holding('a', rows), rows, waits)?.id).toBe('b');
  expect(nextWaiting(holding('b', rows), rows, waits)?.id).toBe('a');
  expect(nextWaiting(holding('a', rows), rowsOf('a'), waits)).toBeUndefined();
});
