import { expect, test } from 'vitest';
import type { AuditSubject } from '../audit-actions.ts';
import { audit } from '../audit-copy.ts';
import { FEEDS } from '../integrations/feeds/rows.ts';
import { logOf, placeInTree, placeOfReservation, placeOfSubject, placesOfPerson } from './subject-pages.ts';

test('what has a page is led to by what the page’s search finds it by', () => {
  expect(placeOfSubject('profile', 'ana+1@primer.rs')).toEqual({
    page: 'adminUsers',
    path: '/admin/users?q=ana%2B1%40primer.rs',
  });
  expect(placeOfSubject('order', '1482')?.path).toBe('/admin/orders/1482');
  expect(placeOfSubject('order', 'ana@primer.rs')?.path).toBe('/admin/sales?q=ana%40primer.rs');
  expect(placeOfSubject('reservation', '08-2027000106')?.path).toBe('/admin/event-payments?q=08-2027000106');
  expect(placeOfReservation({ number: 106, year: 2026 }).path).toBe('/admin/event-payments?q=106&year=2026');
  expect(placeOfSubject('subscription', 'a@b.rs')?.path).toBe('/admin/subscriptions?view=subscriptions&q=a%40b.rs');
  expect(placeOfSubject('voucher batch', 'x')?.path).toBe('/admin/vouchers?batch=x');
  expect(placeOfSubject('list', 'profiles')?.path).toBe('/admin/users');
  expect(logOf('x').path).toBe('/admin/audit?subject=x');
  expect(placeInTree('x').path).toBe('/admin/network-visual?member=x');
});

test('of every kind in the log it is decided where it leads', () => {
  const kinds = Object.keys(audit.subjects) as AuditSubject[];
  const without = kinds.filter((kind) => placeOfSubject(kind, 'profiles') === null);
  expect(without.sort()).toEqual(['link', 'pairing', 'system']);
});

test('every list that the log names has a name of its own there, and a page unless nobody reads it on one', () => {
  const lists = ['profiles', 'staff', 'stock', 'keys', 'rewards', 'vouchers', 'reservations', 'packages', 'orders'];
  const printed = ['packing', 'pick-up'];
  const changed = ['rates', 'payouts', 'campaigns', 'documents'];
  expect([...lists, ...printed, ...changed, ...FEEDS].filter((list) => !(list in audit.lists))).toEqual([]);
  expect([...lists, ...printed, ...changed].filter((list) => placeOfSubject('list', list) === null)).toEqual([
    'documents',
  ]);
});

test('the log is asked for every area in which something is written', () => {
  const areas = Object.keys(audit.actions).map((action) => action.split('.', 1)[0]!);
  expect(new Set(Object.keys(audit.domains))).toEqual(new Set(areas));
});

test('a person leads to everything that may be about them', () => {
  expect(placesOfPerson('ana@primer.rs').map(({ name }) => name)).toEqual([
    'Korisnici',
    'Prodaja',
    'Paketi',
    'Event Uplate',
    'Vaučeri',
    'Poruke',
    'Dnevnik',
  ]);
});
