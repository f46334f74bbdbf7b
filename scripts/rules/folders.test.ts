import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../setup.mjs';
import { sourceFilesIn } from './sources.ts';

/** Where every file is looked up by its own name. */
const ROOTS = new Set(['bench', 'bench/fuzz/recipes', 'domain', 'e2e', 'scripts', 'server/test', 'web/app']);

const MOST_FILES = 20;

test('a folder has at most twenty files besides tests and style sheets; a larger one is split by subject', () => {
  const sizes = new Map<string, number>();
  for (const name of sourceFilesIn(root, ['bench', 'domain', 'doubles', 'scripts', 'server', 'web'])) {
    const folder = path.posix.dirname(name);
    if (!ROOTS.has(folder) && !/\.test\.tsx?$/.test(name)) sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
  }
  expect([...sizes].filter(([, size]) => size > MOST_FILES)).toEqual([]);
});
