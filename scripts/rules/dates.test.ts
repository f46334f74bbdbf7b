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

test('a loop over days that dates from outside begin and end has an end of its own', () => {
  const others = sourceFilesIn(root, ['domain', 'server', 'web']).filter(
    (name) =>
      !isTest(name) &&
      !name.startsWith('server/seed/') &&
      name !== 'domain/calendar.ts' &&
      /\bfor \(let [^;]*;[^;]*; \w+ = daysLater\(/.test(readFileSync(path.join(root, name), 'utf8')),
  );
  expect(others, 'daysFrom lists them').toEqual([]);
});
