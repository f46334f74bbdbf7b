import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../setup.mjs';

const read = (name: string) => readFileSync(path.join(root, name), 'utf8');

/** A pattern of .gitignore once kept a folder of scripts out of every checkout but the one it was written in. */
test('every script that a command or another script starts is in the checkout', () => {
  const starters = readdirSync(path.join(root, 'scripts'))
    .filter((name) => /\.(mjs|ts)$/.test(name))
    .map((name) => `scripts/${name}`);
  const operations = readdirSync(path.join(root, 'server/test/operations')).map(
    (name) => `server/test/operations/${name}`,
  );
  const named = ['package.json', ...starters, ...operations].flatMap((file) =>
    [...read(file).matchAll(/(?:scripts|bench|server|deploy)\/[\w./-]+\.(?:mjs|ts|sh)\b/g)].map(([script]) => ({
      file,
      script,
    })),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(({ script }) => !existsSync(path.join(root, script)))).toEqual([]);
});

test('what git leaves out lies at the root of the checkout, or is named by its ending', () => {
  const patterns = read('.gitignore').split('\n').filter(Boolean);
  expect(
    patterns.filter(
      (one) => !/^(\/|\.|\*\.)/.test(one) && !['node_modules', 'test-results/', 'playwright-report/'].includes(one),
    ),
  ).toEqual([]);
});
