import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../setup.mjs';
import { sourceFilesIn } from './sources.ts';

/** An object literal that is spread where it stands, as an argument or attributes of an element: its fields belong there themselves. */
const SPREAD_LITERAL = /\.\.\.\{\s*[\w'"[]/;

const spread = (text: string): string[] => text.split('\n').filter((line) => SPREAD_LITERAL.test(line));

test('no literal is spread into another one', () => {
  expect(spread("save({ id, ...{ name: 'Ana' } }); save({ id, ...rest });")).toHaveLength(1);
  const stray = sourceFilesIn(root, ['bench', 'domain', 'doubles', 'e2e', 'scripts', 'server', 'web'])
    .filter((name) => !name.endsWith('rules/literals.test.ts'))
    .flatMap((name) => spread(readFileSync(path.join(root, name), 'utf8')).map((line) => `${name}: ${line.trim()}`));
  expect(stray).toEqual([]);
});
