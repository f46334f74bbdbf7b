import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { project } from './rules/project-for-test.ts';
import { fingerprint, isBuilt, isInstalled, STAMP } from './setup.mjs';

const lock = (packages: Record<string, object>) => JSON.stringify({ lockfileVersion: 3, packages });
const wanted = {
  '': {},
  'node_modules/node': { version: '24.1.0' },
  'node_modules/zod': { version: '4.0.0' },
  'node_modules/only-on-a-mac': { version: '1.0.0', optional: true },
};
const present = { 'node_modules/node': { version: '24.1.0' }, 'node_modules/zod': { version: '4.0.0' } };

const install = (installed: Record<string, object>) =>
  project({
    'package-lock.json': lock(wanted),
    'node_modules/.package-lock.json': lock(installed),
    'node_modules/node/bin/node': '',
  });

test('packages are installed when every one that this machine needs is there in its version', () => {
  expect(isInstalled(install(present))).toBe(true);
});

test('a missing, an outdated or no package at all asks for an install', () => {
  expect(isInstalled(install({ 'node_modules/node': { version: '24.1.0' } }))).toBe(false);
  expect(isInstalled(install({ ...present, 'node_modules/zod': { version: '3.9.0' } }))).toBe(false);
  expect(isInstalled(project({ 'package-lock.json': lock(wanted) }))).toBe(false);
});

test('an interrupted install, without the Node it brings, is done again', () => {
  const root = install(present);
  rmSync(path.join(root, 'node_modules/node'), { recursive: true });
  expect(isInstalled(root)).toBe(false);
});

function builtProject() {
  const root = project({ 'server/app.ts': 'one', 'web/app/root.tsx': 'two', 'README.md': 'three' });
  mkdirSync(path.join(root, 'build'));
  writeFileSync(path.join(root, STAMP), fingerprint(root));
  return root;
}

test('a build stays good until a source is edited, added, removed or older than it was', () => {
  const root = builtProject();
  expect(isBuilt(root)).toBe(true);
  writeFileSync(path.join(root, 'README.md'), 'words are not sources');
  expect(isBuilt(root)).toBe(true);

  for (const change of [
    (at: string) => writeFileSync(path.join(at, 'server/app.ts'), 'changed'),
    (at: string) => writeFileSync(path.join(at, 'web/app/new.tsx'), 'new'),
    (at: string) => rmSync(path.join(at, 'web/app/root.tsx')),
    (at: string) => utimesSync(path.join(at, 'server/app.ts'), 1, 1),
  ]) {
    const changed = builtProject();
    change(changed);
    expect(isBuilt(changed)).toBe(false);
  }
});

test('nothing built yet is not built', () => {
  expect(isBuilt(project({ 'server/app.ts': 'one' }))).toBe(false);
});

test('another public address asks for new pages, a local one does not', () => {
  const built = builtProject();
  vi.stubEnv('PUBLIC_URL', 'http://localhost:4000');
  expect(isBuilt(built)).toBe(true);
  vi.stubEnv('PUBLIC_URL', 'https://shop.example');
  expect(isBuilt(built)).toBe(false);
  vi.unstubAllEnvs();
});

test("another rate asks for new pages, the day of the doors' rehearsal does not", () => {
  const built = builtProject();
  vi.stubEnv('EVENT_REHEARSAL_DAY', '2026-11-23');
  expect(isBuilt(built)).toBe(true);
  vi.stubEnv('EUR_RSD_RATE', '117.9');
  expect(isBuilt(built)).toBe(false);
  vi.unstubAllEnvs();
});
