import { expect, test } from 'vitest';
import type { Permission } from '#domain/access.ts';
import { type FoundRow, foundSections } from './entries.ts';

const order: FoundRow = {
  kind: 'order',
  path: '/admin/orders/1482',
  number: '1482',
  name: 'Sofija Žunić',
  details: [],
  at: null,
  state: 'delivered',
  isPaid: true,
};
const member: FoundRow = { ...order, kind: 'member', path: '/admin/users/7f1d', number: '', state: 'blocked' };

const offered = (rows: readonly FoundRow[], ...permissions: Permission[]) =>
  foundSections(rows, 'zunic', new Set(permissions))
    .filter(({ key }) => key === 'actions')
    .flatMap(({ entries }) => entries.map(({ title, path }) => [title, path]));

test('the one order and the one person that were found are acted on from the search', () => {
  expect(offered([order, member], 'handle payments', 'see people')).toEqual([
    ['Vrati novac za narudžbinu 1482', '/admin/orders/1482?refund='],
    ['Nova beleška', '/admin/orders/1482#order-note'],
    ['Nova beleška: Sofija Žunić', '/admin/users/7f1d#person-note'],
  ]);
});

test('no money is offered back of what nobody has paid for, nor by whoever may not give it back', () => {
  const titles = (row: FoundRow, ...permissions: Permission[]) =>
    offered([row], ...permissions).map(([title]) => title);
  expect(titles({ ...order, isPaid: false }, 'handle payments')).toEqual(['Nova beleška']);
  expect(titles(order, 'see parcels')).toEqual([]);
  expect(offered([order, { ...order, number: '1483' }], 'handle payments')).toEqual([]);
});
