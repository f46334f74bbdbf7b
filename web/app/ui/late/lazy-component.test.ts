import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isTest, sourceFilesIn } from '../../../../scripts/rules/sources.ts';

test('every part that is fetched late tells its own failure: React.lazy and Suspense, which replace the page, are not used', () => {
  const root = path.join(import.meta.dirname, '../../../..');
  const lazy = sourceFilesIn(root, ['web']).filter(
    (name) => !isTest(name) && /\b(lazy|Suspense)\b[^;]*from 'react'/.test(readFileSync(path.join(root, name), 'utf8')),
  );
  expect(lazy).toEqual([]);
});
