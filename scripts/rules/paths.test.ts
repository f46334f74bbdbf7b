import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../setup.mjs';
import { sourceFilesIn } from './sources.ts';

/** `server/orders/events.ts`, not an address, a pattern or a part of a longer path. */
const PATH = /(?<![\w./@<>*-])(?:[\w-]+\/)+[\w.-]+\.(?:tsx?|mjs|md)(?![\w-])/g;
const COMMENT = /^\s*(?:\/\*\*|\*|\/\/).*|\s\/\/\s.*/gm;
/** Where a path may begin; a file also names its neighbours. */
const BEGINNINGS = ['', 'server', 'domain', 'web/app', 'docs'];

/** Paths that a text names and that are not there. */
const missingIn = (name: string, text: string): string[] =>
  [...text.matchAll(PATH)]
    .map(([found]) => found)
    .filter((found) => ![...BEGINNINGS, path.dirname(name)].some((at) => existsSync(path.join(root, at, found))))
    .map((found) => `${name}: ${found}`);

const commentsOf = (name: string) => (readFileSync(path.join(root, name), 'utf8').match(COMMENT) ?? []).join('\n');

test('files that comments and docs name are there', () => {
  const sources = sourceFilesIn(root, ['bench', 'domain', 'doubles', 'e2e', 'scripts', 'server', 'web']);
  const docs = readdirSync(path.join(root, 'docs')).filter((name) => name.endsWith('.md'));
  const texts = [...docs.map((name) => `docs/${name}`), 'README.md', 'CONTRIBUTING.md', 'SECURITY.md'];
  expect([
    ...sources.flatMap((name) => missingIn(name, commentsOf(name))),
    ...texts.flatMap((name) => missingIn(name, readFileSync(path.join(root, name), 'utf8'))),
  ]).toEqual([]);
  expect(missingIn('docs/web.md', 'made in `server/no-such-file.ts`')).toEqual(['docs/web.md: server/no-such-file.ts']);
});
