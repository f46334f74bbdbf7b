import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/setup.mjs';
import { settingNames } from '../config.ts';
import { readCommandLine } from './command-line.ts';
import { companyNames } from './doctor/names.ts';

/** What a manual names is there: commands, files, settings, headings. */

const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const MANUALS = ['docs/operations.md', 'docs/upgrade.md'];
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!);

/** What is typed: text between backticks, and lines of blocks. */
function typed(manual: string): string[] {
  const blocks = all(manual, /^ *```\w*\n([\s\S]*?)^ *```/gm).flatMap((block) => block.split('\n'));
  const without = manual.replaceAll(/^ *```\w*\n[\s\S]*?^ *```/gm, '');
  return [...blocks, ...all(without, /`([^`\n]+)`/g)];
}

/** As GitHub makes them. */
const anchorsOf = (text: string) =>
  all(text, /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test.each(MANUALS)('every command in %s is one that there is', (name) => {
  const lines = typed(read(name));
  const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);
  const ofNpm = lines.flatMap((line) => all(line, /npm run (?:--silent )?([a-z:-]+)/g));
  expect(ofNpm.filter((one) => !scripts.includes(one))).toEqual([]);
  const ofVidik = lines
    .flatMap((line) => all(line, /^(?:(?:[A-Z_]+=\S+ )*\/opt\/vidik\/)?vidik ((?:--)?[a-z][a-z-]*)/g))
    .filter((word) => !['…'].includes(word));
  expect(ofVidik.length).toBeGreaterThan(3);
  const takes = (word: string) => {
    const [bare, one] = [readCommandLine([word]), readCommandLine([word, 'x'])];
    return bare.kind !== 'wrong' || one.kind !== 'wrong';
  };
  expect(ofVidik.filter((word) => !takes(word))).toEqual([]);
});

test.each(MANUALS)('every file and heading that %s leads to is there', (name) => {
  const manual = read(name);
  const lines = typed(manual);
  const files = lines.flatMap((line) =>
    all(line, /(?:^|[\s'(]|\/opt\/vidik\/)((?:deploy|docs|domain|server|scripts)\/[\w@./-]+)/g).map((file) =>
      file.replace(/[.:]$/, ''),
    ),
  );
  expect(files.filter((file) => !MADE.has(file) && !existsSync(path.join(root, file)))).toEqual([]);
  const links = all(manual, /\]\(([^)\s]+)\)/g).filter((link) => !/^https?:/.test(link));
  expect(links.length).toBeGreaterThan(3);
  const isBroken = (link: string) => {
    const [file, anchor] = link.split('#') as [string, string | undefined];
    const target = file === '' ? name : path.join(path.dirname(name), file);
    if (!existsSync(path.join(root, target))) return true;
    return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
  };
  expect(links.filter(isBroken)).toEqual([]);
});

/** Whoever runs containers writes it. */
const MADE = new Set(['deploy/docker/pages.env']);

test('files that are copied from the folder of units lie there', () => {
  const block = typed(read('docs/operations.md'));
  const copied = block
    .flatMap((line) => all(line, /^cp ((?:vidik\.|vidik-)\S+(?: vidik\S+)*)/g))
    .join(' ')
    .split(' ');
  expect(copied).toContain('vidik.tmpfiles');
  expect(copied.filter((file) => file !== '' && !existsSync(path.join(root, 'deploy/systemd', file)))).toEqual([]);
});

test('every setting is in the table of settings, and the table names no other', () => {
  const manual = read('docs/operations.md');
  const table = manual.slice(manual.indexOf('## Settings'), manual.indexOf('## Watching it'));
  const rows = all(table, /^\| (`[A-Z].*?) \|/gm).flatMap((cell) => all(cell, /`([A-Z][A-Z_*]+)`/g));
  const isNamed = (setting: string) =>
    table.includes(`\`${setting}\``) || rows.some((row) => row.endsWith('*') && setting.startsWith(row.slice(0, -1)));
  expect(rows.length).toBeGreaterThan(40);
  const settings = [...settingNames, ...companyNames];
  expect(rows.filter((row) => !row.endsWith('*') && !settings.includes(row))).toEqual([]);
  expect(settings.filter((setting) => !isNamed(setting))).toEqual([]);
  expect(
    companyNames.filter((name) => !rows.includes(name)),
    'who we are has rows of its own',
  ).toEqual([]);
});
