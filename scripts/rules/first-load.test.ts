import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkFirstLoads, firstLoads } from './first-load.ts';

function website(files: Record<string, string>): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'vidik-site-'));
  onTestFinished(async () => (await import('node:fs/promises')).rm(directory, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
    writeFileSync(path.join(directory, name), text);
  }
  return directory;
}
const page = (script: string) =>
  `<link rel="stylesheet" href="/assets/a.css" media="not all"/><script>let f=["${script}"],go=1</script>`;

test('a page weighs what it imports at once, compressed where that is smaller, and not what it imports later', async () => {
  const site = website({
    'index.html': page('/assets/start.js'),
    'event/index.html': page('/assets/other.js'),
    'assets/start.js': 'import{a}from"/assets/shared.js";import("./late.js");',
    'assets/shared.js': 'import"./start.js";export const a=1;',
    'assets/shared.js.gz': '0123456789',
    'assets/late.js': 'x'.repeat(500_000),
    'assets/other.js': 'export{}',
    'assets/a.css': 'a{}',
  });
  expect(await firstLoads(site)).toEqual([
    { page: '/', scripts: 63, styles: 3 },
    { page: '/event', scripts: 8, styles: 3 },
  ]);
});

test('a page above a limit is named with its weight, one below is not', async () => {
  expect(
    checkFirstLoads([
      { page: '/', scripts: 150_001, styles: 30_000 },
      { page: '/event', scripts: 150_000, styles: 31_000 },
    ]),
  ).toEqual(['/: 150.0 kB of scripts, at most 150.0 kB', '/event: 31.0 kB of styles, at most 30.0 kB']);
});

test('a page that names no scripts is a mistake of the build', async () => {
  await expect(firstLoads(website({ 'index.html': '<p>' }))).rejects.toThrow('index.html');
});
