import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../setup.mjs';

const APP = path.join(root, 'web/app');

test('a style sheet of a screen opens one layer, and all it says is in it', () => {
  const stray = readdirSync(APP, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.module.css'))
    .filter((name) => {
      const outer = readFileSync(path.join(APP, name), 'utf8').match(/^[^\s}].*/gm) ?? [];
      return (
        outer.filter((line) => !/^(\/\*|@keyframes )/.test(line)).join('') !==
        outer.find((line) => /^@layer \w+ \{$/.test(line))
      );
    });
  expect(stray).toEqual([]);
});
