import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { pages } from '#domain/pages.ts';

test('every page has its file, and every file of a page is on the site', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => name.endsWith('.page.tsx') && name !== 'shell/errors/not-found.page.tsx');
  expect(new Set(Object.values(pages).map(({ file }) => file as string))).toEqual(new Set(files));
});
