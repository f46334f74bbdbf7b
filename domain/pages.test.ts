import { expect, test } from 'vitest';
import { DUTIES, dutiesFor, permissionsOf } from './access.ts';
import { type Menu, mayOpen, menuPages, type Page, pages } from './pages.ts';

const entries = Object.entries(pages) as [keyof typeof pages, Page][];

test('every address is of one page', () => {
  const paths = entries.map(([, { path }]) => path);
  expect(new Set(paths).size).toBe(paths.length);
});

test('a page in a menu has a name, and no two pages stand in the same place', () => {
  for (const menu of ['site', 'member', 'admin', 'dashboard', 'footer', 'legal'] satisfies Menu[]) {
    const listed = menuPages(menu);
    expect(listed.every(({ name }) => name !== '')).toBe(true);
    expect(listed.map(({ page }) => (pages[page] as Page).menus?.[menu])).toEqual(listed.map((_, index) => index + 1));
  }
});

test('menus have the specified names in their order, and after them what was decided', () => {
  const names = (menu: Menu) => menuPages(menu).map(({ name }) => name);
  expect(names('site')).toEqual(['Kupovina USB uređaja', 'Reklamni paketi', 'Događaj']);
  expect(names('footer')).toEqual(names('site'));
  expect(names('admin')).toEqual([
    ...['Admin Dashboard', 'Paketi', 'Prodaja', 'Korisnici', 'Event Uplate', 'Dodaj u mrežu'],
    'Banka',
  ]);
});

test('pages of the back office are for staff with their permission; whoever lacks it may not open them', () => {
  const [everything, none] = [permissionsOf('admin', null), permissionsOf('member', DUTIES)];
  for (const [name, { layout, permission }] of entries) {
    expect(permission !== undefined, name).toBe(layout.startsWith('admin') && name !== 'admin');
    expect(mayOpen(name, everything), name).toBe(permission === undefined || dutiesFor(permission).length > 0);
    expect(mayOpen(name, none), name).toBe(permission === undefined);
  }
});

test('what search engines may find is written out in full at build', () => {
  expect(entries.filter(([, { indexed, prerendered }]) => indexed && !prerendered)).toEqual([]);
});
