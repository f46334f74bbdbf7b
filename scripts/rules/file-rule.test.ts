import { expect, test } from 'vitest';
import { root } from '../setup.mjs';
import { checkFileRule } from './file-rule.ts';
import { project } from './project-for-test.ts';

test.each([
  ["import { readFileSync } from 'node:fs';", 'node:fs'],
  ["import * as fs from 'fs';", 'fs'],
  ["export { readFile } from 'node:fs/promises';", 'node:fs/promises'],
  ["const { rm } = await import('node:fs/promises');", 'node:fs/promises'],
])('%s in a domain is found', (source, what) => {
  const found = checkFileRule(project({ 'server/campaigns/pictures.ts': `\n${source}` }));
  expect(found).toEqual([
    `server/campaigns/pictures.ts:2: imports ${what}; stored files are reached through the storage`,
  ]);
});

test('the storage, tests, and what belongs to this machine alone are let through', () => {
  const source = "import { readFileSync } from 'node:fs';";
  const names = ['server/platform/storage/folder.ts', 'server/a/a.test.ts', 'server/test/a.ts', 'scripts/a.ts'];
  expect(checkFileRule(project(Object.fromEntries(names.map((name) => [name, source]))))).toEqual([]);
});

test('nothing of ours touches stored files elsewhere', () => expect(checkFileRule(root)).toEqual([]));
