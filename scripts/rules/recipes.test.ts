import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CALLS } from '../../domain/calls.ts';
import { root } from '../setup.mjs';
import { isTest, sourceFilesIn } from './sources.ts';

const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const recipes = read('docs/architecture.md').split('## Recipes')[1]!;
const recipe = recipes.slice(recipes.indexOf('**A list of the back office**'));

/** A list that is made so. */
const VOUCHERS = { '<domain>': 'vouchers', '<what>': 'admin-vouchers' };

test('the recipe of a list names as many files as it says, and a list has each of them', () => {
  const steps = [...recipe.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file]) => file!);
  expect(steps).toHaveLength(Number(/\((\d+) files\)/.exec(recipe)![1]));
  expect(steps.length).toBeLessThanOrEqual(7);
  const files = steps.map((file) =>
    Object.entries(VOUCHERS).reduce((name, [word, is]) => name.replaceAll(word, is), file),
  );
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

const sources = sourceFilesIn(root, ['domain', 'server', 'web'])
  .filter((name) => !isTest(name) && !name.startsWith('server/test/') && !name.startsWith('server/seed/'))
  .map((name) => [name, read(name)] as const);
const naming = (name: string): string[] =>
  sources.filter(([, text]) => text.includes(`'${name}'`)).map(([file]) => file.replace(/^(domain\/calls)\/.*/, '$1'));

/** Procedures that a screen reads as a list, page by page. */
const listed = sources.flatMap(([, text]) =>
  [...text.matchAll(/useAdminList\(\s*api\.([\w.]+)/g)].map(([, name]) => name!),
);

test('a list of the back office is entered in the table of calls and among the screens that stay live, and nowhere else', () => {
  const lists = listed.filter((name) => name.endsWith('.list'));
  expect(lists.length).toBeGreaterThan(5);
  expect(lists.filter((name) => !(name in CALLS))).toEqual([]);
  const entered = Object.fromEntries(lists.map((name) => [name, naming(name)]));
  expect(entered).toEqual(Object.fromEntries(lists.map((name) => [name, ['domain/calls', 'domain/live/rules.ts']])));
});
