import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Release } from '../../server/platform/process/release.ts';
import { commandNodeArguments, IN_PAGES, nodeArguments, projectNode, root } from '../setup.mjs';
import { copyContents, packagesOfRelease } from './contents.ts';

/**
 * The archive of `npm run package` (docs/operations.md, decision 210), of the build that is there, into `release/` or `--to`. Names, times,
 * owners and rights are set, so that one commit with the same settings makes the same bytes.
 */

const { values: given } = parseArgs({
  options: { to: { type: 'string' }, 'with-database': { type: 'boolean', default: false } },
});
const withDatabase = given['with-database'];
const to = path.resolve(given.to ?? path.join(root, 'release'));
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
const platform = `${process.platform}-${process.arch}`;
const name = `vidik-${version}-${platform}${withDatabase ? '-with-database' : ''}`;
const { commit, seconds } = commitOf();

const staging = mkdtempSync(path.join(tmpdir(), 'vidik-package-'));
try {
  const top = path.join(staging, name);
  copyContents(top, packagesOfRelease(process.platform, process.arch, withDatabase));
  mkdirSync(path.join(top, 'bin'));
  cpSync(projectNode, path.join(top, 'bin', 'node'), { dereference: true });
  const nodePackage = path.join(root, 'node_modules', 'node', 'node_modules', `node-${platform}`);
  cpSync(path.join(nodePackage, 'LICENSE'), path.join(top, 'bin', 'LICENSE'));
  write(path.join(top, 'release.json'), `${JSON.stringify(releaseOf(), null, 2)}\n`);
  write(path.join(top, 'sbom.cdx.json'), `${JSON.stringify(billOfMaterials(), null, 2)}\n`);
  write(path.join(top, 'vidik'), launcher(), 0o755);

  mkdirSync(to, { recursive: true });
  const file = path.join(to, `${name}.tar.gz`);
  pack(file);
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
  write(`${file}.sha256`, `${sha256}  ${path.basename(file)}\n`);
  console.log(`${file}\nsha256 ${sha256}`);
} finally {
  rmSync(staging, { recursive: true, force: true });
}

function write(file: string, text: string, mode = 0o644): void {
  writeFileSync(file, text);
  chmodSync(file, mode);
}

/** Without git, as from sources that somebody was given, the time is the one that `SOURCE_DATE_EPOCH` says. */
function commitOf(): { commit: string; seconds: number } {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  const said = Number(process.env.SOURCE_DATE_EPOCH ?? 0);
  try {
    const changed = git('status', '--porcelain') === '' ? '' : ' with changes';
    return {
      commit: `${git('rev-parse', '--short=12', 'HEAD')}${changed}`,
      seconds: said || Number(git('log', '-1', '--format=%ct')),
    };
  } catch {
    return { commit: 'unknown', seconds: said };
  }
}

function releaseOf(): Release {
  const values = Object.fromEntries(
    Object.entries(process.env)
      .filter(([key, value]) => value && (IN_PAGES.test(key) || (key === 'PUBLIC_URL' && value.startsWith('https:'))))
      .toSorted() as [string, string][],
  );
  return { version, commit, platform, withDatabase, pages: { names: IN_PAGES.source, values } };
}

/** What npm says without what is new each time. */
function billOfMaterials(): object {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];
  const told = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }));
  const digest = createHash('sha256').update(`${name} ${commit}`).digest('hex');
  const id = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `4${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ];
  return {
    ...told,
    serialNumber: `urn:uuid:${id.join('-')}`,
    metadata: { ...told.metadata, timestamp: new Date(seconds * 1000).toISOString(), tools: [] },
  };
}

/** Finds its folder through links, and keeps little memory: one arena of the C library, a small young generation for commands. */
function launcher(): string {
  return `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export MALLOC_ARENA_MAX="\${MALLOC_ARENA_MAX:-1}"
[ $# -gt 0 ] || set -- --help
case "$1" in
  start | worker) exec "$here/bin/node" ${nodeArguments.join(' ')} "$here/build/node/main.js" "$@" ;;
  *) exec "$here/bin/node" ${commandNodeArguments.join(' ')} "$here/build/node/main.js" "$@" ;;
esac
`;
}

function pack(file: string): void {
  const set = ['--sort=name', `--mtime=@${seconds}`, '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'];
  execFileSync(
    'sh',
    ['-c', 'tar --format=gnu "$@" | gzip -9n > "$ARCHIVE"', 'tar', ...set, '-C', staging, '-cf', '-', name],
    {
      env: { ...process.env, ARCHIVE: file },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
}
