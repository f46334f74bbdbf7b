import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withTables } from './tables.ts';

test('docs/security.md prints the tables of limits and calls as they are; npm run render:security renews it', () => {
  const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
  expect(withTables(page)).toBe(page);
});
