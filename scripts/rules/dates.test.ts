import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../setup.mjs';
import { isTest, sourceFilesIn } from './sources.ts';

test('a day or a moment that comes from outside has the one shape that PostgreSQL can store', () => {
  const others = sourceFilesIn(root, ['domain', 'server']).filter(
    (name) =>
      !isTest(name) && name !== 'domain/shapes.ts' && readFileSync(path.join(root, name), 'utf8').includes('z.iso.'),
  );
  expect(others).toEqual([]);
});
