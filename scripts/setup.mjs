/**
 * What `npm start` and `npm test` need before anything is installed: plain JavaScript that the machine's own Node (20 or
 * newer) runs, without a single package.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export const root = path.dirname(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname));

/** The Node the project brings itself (package `node`); everything but this file runs on it. */
export const projectNode = path.join(root, 'node_modules', 'node', 'bin', 'node');

/** Two compilers of V8 that in Node 24 now and then end a busy process or hang its end are left out (docs/decisions/179). */
export const steadyNode = ['--no-maglev', '--no-sparkplug'];

/**
 * How the built server is run. A young generation of 16 MB, and an old one that is collected once it has grown by half, keep a quarter
 * and a third less in memory than V8's own choice (docs/decisions/146, 352).
 */
export const nodeArguments = ['--max-semi-space-size=16', '--heap-growing-percent=50', ...steadyNode];

const program = path.join('build', 'node', 'main.js');
export const serverArguments = [...nodeArguments, program];

/** How its commands are run: a backup of much moves much through little memory. */
export const commandNodeArguments = ['--max-semi-space-size=4', ...steadyNode];
export const commandArguments = [...commandNodeArguments, program];

/** Everything a build is made of. */
const SOURCES = [
  'domain',
  'doubles',
  'server',
  'web',
  'content',
  'scripts',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
];

export async function installIfNeeded() {
  if (isInstalled()) return;
  console.log('Installing packages…');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const code = npm?.endsWith('.js') ? await run(process.execPath, [npm, ...args]) : await run('npm', args);
  if (code !== 0 || !isInstalled()) fail('npm ci did not succeed; its messages are above.');
}

/** Whether node_modules holds what the lock file wants, by comparing the two lists. */
export function isInstalled(directory = root) {
  const wanted = packagesOf(path.join(directory, 'package-lock.json'));
  const present = packagesOf(path.join(directory, 'node_modules', '.package-lock.json'));
  if (!wanted || !present) return false;
  for (const [place, { version, optional, link }] of Object.entries(wanted)) {
    if (place === '' || link) continue;
    const found = present[place];
    if (found ? found.version !== version : !optional) return false;
  }
  return existsSync(path.join(directory, 'node_modules', 'node', 'bin', 'node'));
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return null;
  }
}

export async function buildIfNeeded() {
  if (isBuilt()) return;
  console.log('Building…');
  if ((await run(projectNode, ['scripts/build.ts'])) !== 0) fail('The build did not succeed; its messages are above.');
}

export const STAMP = path.join('build', 'stamp');

export function isBuilt(directory = root) {
  const stamp = path.join(directory, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(directory);
}

/** Configuration that is written into pages. */
export const IN_PAGES = /^(EVENT_(?!REHEARSAL_DAY)|COMPANY_|EUR_RSD_RATE$|STORAGE_PUBLIC_URL$)/;

/**
 * Changes whenever a source file is added, removed or edited: names, sizes and times, which is quick to read. So does
 * configuration that is written into pages; of the site's own address only one that search engines can reach.
 */
export function fingerprint(directory = root) {
  const hash = createHash('sha256');
  for (const [name, value] of Object.entries(process.env).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (IN_PAGES.test(name) || (name === 'PUBLIC_URL' && value.startsWith('https:'))) hash.update(`${name}=${value}\n`);
  }
  const add = (name) => {
    const file = path.join(directory, name);
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat) return;
    if (!stat.isDirectory()) hash.update(`${name} ${stat.size} ${stat.mtimeMs}\n`);
    else for (const entry of readdirSync(file).sort()) if (!entry.startsWith('.')) add(path.join(name, entry));
  };
  for (const name of SOURCES) add(name);
  return hash.digest('hex');
}

/** Runs a program with our terminal as its own; answers with its exit code. */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: withOwnNode(), ...options });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** The project's programs before the machine's. */
export function withOwnNode(extra = {}) {
  const bin = path.join(root, 'node_modules', '.bin');
  return { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}`, ...extra };
}

export function fail(message) {
  console.error(message);
  process.exit(1);
}
