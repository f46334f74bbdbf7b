import { expect, test } from 'vitest';
import { withPagesReadAgain } from './line-pages.ts';

const page = (positions: number[], next: number | null) => ({
  rows: positions.map((position) => ({ position })),
  next,
});
const after = (read: [number, ReturnType<typeof page>][]) =>
  withPagesReadAgain([page([1, 2, 3], 3), page([4, 5, 6], 6), page([7, 8], null)], new Map(read)).map(
    ({ rows, next }) => [rows.map(({ position }) => position).join(' '), next],
  );

test('a line that was decided leaves its page, and the pages after it are not read again', () => {
  expect(after([[0, page([1, 3, 4], 4)]])).toEqual([
    ['1 3', 3],
    ['4 5 6', 6],
    ['7 8', null],
  ]);
});

test('the page of the line in hand is read again where it stands', () => {
  expect(
    after([
      [0, page([1, 2, 3], 3)],
      [1, page([4, 6, 7], 7)],
    ]),
  ).toEqual([
    ['1 2 3', 3],
    ['4 6', 6],
    ['7 8', null],
  ]);
});

test('a page whose lines were all decided is empty, and the next one still follows', () => {
  expect(after([[0, page([5, 7, 8], null)]])).toEqual([
    ['', 3],
    ['4 5 6', 6],
    ['7 8', null],
  ]);
});

test('a page with more lines than one answer holds ends the list there, so that none is missing between', () => {
  expect(after([[1, page([4, 5], 5)]])).toEqual([
    ['1 2 3', 3],
    ['4 5', 5],
  ]);
  expect(after([[2, page([7, 8, 9], 9)]]).at(-1), 'the last page is as it was read').toEqual(['7 8 9', 9]);
});
