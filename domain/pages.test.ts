import { expect, test } from 'vitest';
import { DUTIES } from './access.ts';
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

test('pages of the back office are for staff with their duty; whoever lacks it may not open them', () => {
  for (const [name, { layout, duty }] of entries) {
    expect(duty !== undefined, name).toBe(layout.startsWith('admin') && name !== 'admin');
    expect(mayOpen(name, 'admin'), name).toBe(duty === undefined || DUTIES[duty] === 'admin');
    expect(mayOpen(name, 'member'), name).toBe(duty === undefined);
  }
});

test('what search engines may find is written out in full at build', () => {
  expect(entries.filter(([, { indexed, prerendered }]) => indexed && !prerendered)).toEqual([]);
});
