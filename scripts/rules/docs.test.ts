import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../setup.mjs';
import { all, anchorsOf, codeTextOf, withoutBlocks } from './markdown.ts';

const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...readdirSync(path.join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

const MOST_LETTERS = 140;
/** What is read first, in lines: one screen, and two. */
const MOST_LINES = { 'README.md': 60, 'docs/architecture.md': 125 };

/** A row of a table is one line, however long. */
const longLines = (page: string): string[] =>
  withoutBlocks(page)
    .split('\n')
    .filter((line) => [...line].length > MOST_LETTERS && !/^\s*\|/.test(line));

const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);
const unknownCommands = (page: string): string[] =>
  codeTextOf(page)
    .flatMap((line) => all(line, /npm run (?:--silent )?([a-z][a-z\d:-]*)/g))
    .filter((name) => !scripts.includes(name));

const PLACES = 'bench|content|deploy|docs|domain|doubles|e2e|scripts|server|web';
const PLACE = new RegExp(`(?:^|[\\s'(]|/opt/vidik/)((?:${PLACES})/[\\w@./-]+)(?![\\w@./*<-])`, 'g');
/** Whoever runs containers writes it. */
const MADE = new Set(['deploy/docker/pages.env']);
const missingPlaces = (page: string): string[] =>
  codeTextOf(page)
    .flatMap((line) => all(line, PLACE).map((place) => place.replace(/[.:]$/, '')))
    .filter((place) => !MADE.has(place) && !existsSync(path.join(root, place)));

const brokenLinks = (name: string, page: string): string[] =>
  all(withoutBlocks(page), /\]\(([^)\s]+)\)/g)
    .filter((link) => !/^(https?:|mailto:|\/)/.test(link))
    .filter((link) => {
      const [file, anchor] = link.split('#') as [string, string | undefined];
      const target = file === '' ? name : path.join(path.dirname(name), file);
      if (!existsSync(path.join(root, target))) return true;
      return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
    });

test.each(PAGES)('the commands, files, folders and headings that %s names are there', (name) => {
  const page = read(name);
  expect(unknownCommands(page)).toEqual([]);
  expect(missingPlaces(page)).toEqual([]);
  expect(brokenLinks(name, page)).toEqual([]);
});

test.each(PAGES)('lines of %s have at most 140 letters, rows of tables aside', (name) => {
  expect(longLines(read(name))).toEqual([]);
});

test.each(Object.entries(MOST_LINES))('%s is read at a glance: at most %i lines', (name, most) => {
  expect(read(name).trimEnd().split('\n').length).toBeLessThanOrEqual(most);
});

test('what is not there is found', () => {
  const page = 'Type `npm run no-such`, see `server/no-such/place` and [there](docs/money.md#no-such-heading).';
  expect([unknownCommands(page), missingPlaces(page), brokenLinks('README.md', page)]).toEqual([
    ['no-such'],
    ['server/no-such/place'],
    ['docs/money.md#no-such-heading'],
  ]);
  expect(
    longLines(`${'word '.repeat(30)}\n| ${'cell '.repeat(30)} |\n\`\`\`\n${'code '.repeat(30)}\n\`\`\`\n`),
  ).toHaveLength(1);
});
