import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../setup.mjs';
import { sourceFilesIn } from './sources.ts';

/** `const [params, setParams] = useSearchParams()`, whatever the two are called. */
const SETS_PARAMS = /\[[^\]]*,[^\]]*\]\s*=\s*useSearchParams\(/;

test('of two quick changes of an address none is lost: the setter of useSearchParams is used nowhere', () => {
  expect('const [search, setSearch] = useSearchParams();').toMatch(SETS_PARAMS);
  const others = sourceFilesIn(root, ['web']).filter((name) =>
    SETS_PARAMS.test(readFileSync(path.join(root, name), 'utf8')),
  );
  expect(others).toEqual([]);
});
