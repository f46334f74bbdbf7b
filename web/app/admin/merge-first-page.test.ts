import { expect, test } from 'vitest';
import { admin } from '#domain/admin/copy.ts';
import { mergeFirstPage } from './merge-first-page.ts';

const page = (ids: string, next: string | null = null) => ({ rows: [...ids].map((id) => ({ id, value: 1 })), next });
const again = (ids: string, next: string | null = null) => ({ rows: [...ids].map((id) => ({ id, value: 2 })), next });
const after = (pages: ReturnType<typeof page>[], fresh: ReturnType<typeof page>, held = false) => {
  const now = mergeFirstPage(pages, fresh, (row: { id: string }) => row.id, held);
  return {
    ids: now.pages.map(({ rows }) => rows.map(({ id }) => id).join('')),
    waiting: now.waiting,
    gone: now.gone,
    pages: now.pages,
  };
};

test('a list of one page is as it was read', () => {
  expect(after([page('cba')], again('edc', 'c'))).toMatchObject({ ids: ['edc'], waiting: 0 });
});

test('new rows come before the others, and what they push off the first page stays before the second', () => {
  const { ids, pages } = after([page('fed', 'd'), page('cba')], again('hgf', 'f'));
  expect(ids).toEqual(['hgfed', 'cba']);
  expect(pages[0]!.next, 'the second page still follows').toBe('d');
  expect(pages[1], 'and is not read again').toEqual(page('cba'));
});

test('what was pushed off the first page stays there, however often the page is read again', () => {
  const once = after([page('fed', 'd'), page('cba')], again('gfe', 'e'));
  const twice = after(once.pages, again('gfe', 'e'));
  expect(after(twice.pages, again('hgf', 'f')).ids).toEqual(['hgfed', 'cba']);
});

test('the last row of the first page is gone: what comes after it stands where it stood, once', () => {
  expect(after([page('fed', 'd'), page('cba')], again('fec', 'c')).ids).toEqual(['fec', 'ba']);
});

test('a row that is gone leaves, and what moves up from the second page stands once', () => {
  expect(after([page('fed', 'd'), page('cba')], again('fdc', 'c')).ids).toEqual(['fdc', 'ba']);
});

test('when more than a page is new, the list begins anew: nobody knows what lies between', () => {
  expect(after([page('cb', 'b'), page('a')], again('zy', 'y')).ids).toEqual(['zy']);
});

test('while somebody is in the middle of something no row moves: values change in place, new rows are counted', () => {
  const { ids, waiting, pages } = after([page('fed', 'd'), page('cba')], again('hgf', 'f'), true);
  expect([ids, waiting]).toEqual([['fed', 'cba'], 2]);
  expect(pages[0]!.rows.map(({ value }) => value)).toEqual([2, 1, 1]);
});

test('what a page says beside its rows is new at once, also while somebody is in the middle of something', () => {
  const before = { ...page('cb', 'b'), total: 2 };
  const fresh = { ...again('dc', 'c'), total: 3 };
  const { pages } = mergeFirstPage([before], fresh, (row: { id: string }) => row.id, true);
  expect(pages).toEqual([{ rows: [...again('c').rows, ...page('b').rows], next: 'b', total: 3 }]);
});

test('a row that left the list is known to be gone, also while it stays on the screen', () => {
  const held = after([page('fed', 'd'), page('cba')], again('gfd', 'd'), true);
  expect([held.ids, held.gone]).toEqual([['fed', 'cba'], ['e']]);
  expect(after([page('fed', 'd'), page('cba')], again('fdc', 'c')).gone).toEqual(['e']);
  expect(after([page('cba')], again('c'), true).gone, 'the list ends with what was read').toEqual(['b', 'a']);
  expect(after([page('cba')], again(''), true).gone, 'nothing is left').toEqual(['c', 'b', 'a']);
});

test('what new rows pushed beyond the page that was read again is not taken for gone', () => {
  expect(after([page('fed', 'd'), page('cba')], again('hgf', 'f'), true).gone).toEqual([]);
  expect(after([page('cb', 'b'), page('a')], again('zy', 'y'), true).gone).toEqual([]);
});

test('the line says how many, in Serbian', () => {
  expect([1, 2, 5, 11, 21, 22].map(admin.newRows)).toEqual([
    '1 nov red, prikaži',
    '2 nova reda, prikaži',
    '5 novih redova, prikaži',
    '11 novih redova, prikaži',
    '21 nov red, prikaži',
    '22 nova reda, prikaži',
  ]);
});
