import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { projectNode, root } from '../../../scripts/setup.mjs';
import { createLog } from '../../platform/log/log.ts';
import { startEmbeddedPostgres } from '../../platform/postgres/embedded.ts';
import { signIn } from '../faults/load.ts';
import { freePort } from '../free-port.ts';

/**
 * The archive is made twice, unpacked, and started by a user without rights from an empty folder on a PostgreSQL of its own, with the
 * keys of a payment provider, as in production: a person signs in, a backup is made beside it, and it stops cleanly. Needs root.
 */

const NOBODY_UID = 65_534;
const STARTS = 5;
const PASSWORD = 'archive-sign-in-2026';
/** Compressed, without a database. */
const MOST_BYTES = 90e6;
/** What a company looks for beside the program. */
const PAPERS = [
  'LICENSE',
  'THIRD-PARTY-NOTICES.txt',
  'CHANGELOG.md',
  'SECURITY.md',
  'docs/upgrade.md',
  'sbom.cdx.json',
];

export interface ReleaseRound {
  /** Bytes, compressed. */
  bytes: number;
  sha256: string;
  /** Milliseconds from the command to an answer of `/readyz`, on a database that is migrated; the first start migrates it. */
  starts: number[];
  /** The same of a program that does nothing. */
  bareStarts: number[];
  /** Megabytes, two seconds after the last start. */
  resident: number;
  problems: string[];
}

export async function tryRelease(): Promise<ReleaseRound> {
  const directory = mkdtempSync(path.join(tmpdir(), 'vidik-release-'));
  chmodSync(directory, 0o755);
  const problems: string[] = [];
  const [first, second] = await Promise.all(['one', 'two'].map((name) => makeArchive(path.join(directory, name))));
  if (first!.sha256 !== second!.sha256) problems.push(`two archives differ: ${first!.sha256}, ${second!.sha256}`);
  execFileSync('tar', ['-xzf', first!.file, '-C', directory]);
  const unpacked = path.join(directory, path.basename(first!.file, '.tar.gz'));
  problems.push(...lackingIn(unpacked));
  const bytes = statSync(first!.file).size;
  if (bytes > MOST_BYTES) problems.push(`the archive has ${bytes} bytes, at most ${MOST_BYTES}`);
  const vidik = path.join(unpacked, 'vidik');
  const cluster = path.join(directory, 'database');
  mkdirSync(cluster, { mode: 0o711 });
  const postgres = await startEmbeddedPostgres({ dataDir: cluster, log: createLog('silent') });
  const empty = path.join(directory, 'empty');
  mkdirSync(empty);
  chmodSync(empty, 0o777);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const asNobody = { uid: NOBODY_UID, gid: NOBODY_UID, cwd: empty };
  const env = {
    PATH: '/usr/bin:/bin',
    PORT: String(port),
    DATABASE_URL: postgres.url,
    SUPER_ADMIN_PASSWORD: PASSWORD,
    STRIPE_SECRET_KEY: 'sk_test_of_an_archive',
    STRIPE_WEBHOOK_SECRET: 'whsec_of_an_archive',
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'error',
  };

  async function start() {
    const began = performance.now();
    const child = spawn(vidik, ['start'], { ...asNobody, env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr!.on('data', (chunk) => {
      said += chunk;
    });
    process.once('exit', () => child.kill('SIGKILL'));
    while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
      if (child.exitCode !== null) throw new Error(`The server of the archive ended: ${said}`);
      await sleep(5);
    }
    const took = performance.now() - began;
    const stop = async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      if (child.exitCode !== 0) problems.push(`it ended with ${child.exitCode ?? child.signalCode}: ${said}`);
    };
    return { pid: child.pid!, took, stop };
  }

  try {
    const help = execFileSync(vidik, [], { ...asNobody, env, encoding: 'utf8' });
    if (!help.includes('vidik start')) problems.push(`without a command it says: ${help}`);
    const { stdout: looked } = spawnSync(vidik, ['doctor'], {
      ...asNobody,
      env: { ...env, DATABASE_URL: '' },
      encoding: 'utf8',
    });
    if (!/^BAD +database +This archive brings no PostgreSQL/m.test(looked))
      problems.push(`without a database the doctor says: ${looked}`);
    await (await start()).stop();
    const starts: number[] = [];
    for (let n = 1; n < STARTS; n += 1) {
      const { took, stop } = await start();
      starts.push(took);
      await stop();
    }
    const last = await start();
    starts.push(last.took);
    await sleep(2_000);
    const resident = residentMegabytes(last.pid);
    const page = await fetch(`${url}/`);
    if (!page.ok || !(await page.text()).includes('</html>'))
      problems.push(`its first page is answered with ${page.status}`);
    await signIn(url, 'admin@vidik.example', PASSWORD);
    const backup = execFileSync(vidik, ['backup', 'copies'], { ...asNobody, env, encoding: 'utf8' });
    if (!/rows of \d+ tables/.test(backup)) problems.push(`the backup says: ${backup}`);
    if (!readdirSync(path.join(empty, 'copies')).some((name) => name.endsWith('.tar.gz')))
      problems.push('no backup lies there');
    await last.stop();
    const bareStarts = Array.from({ length: STARTS }, () => {
      const began = performance.now();
      execFileSync(path.join(unpacked, 'bin', 'node'), ['-e', '0'], asNobody);
      return performance.now() - began;
    });
    return { bytes, sha256: first!.sha256, starts, bareStarts, resident, problems };
  } finally {
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

function lackingIn(unpacked: string): string[] {
  const lacking = PAPERS.filter((name) => !existsSync(path.join(unpacked, name)));
  if (lacking.length > 0) return lacking.map((name) => `the archive has no ${name}`);
  const { components } = JSON.parse(readFileSync(path.join(unpacked, 'sbom.cdx.json'), 'utf8')) as {
    components?: { name: string }[];
  };
  return components?.some(({ name }) => name === 'pg') ? [] : ['the bill of materials does not name pg'];
}

/** Each has a folder of its own to gather its files in, so two are made at once. */
async function makeArchive(to: string): Promise<{ file: string; sha256: string }> {
  await promisify(execFile)(projectNode, ['scripts/release/package.ts', '--to', to], { cwd: root });
  const name = readdirSync(to).find((one) => one.endsWith('.tar.gz'))!;
  const [sha256] = readFileSync(path.join(to, `${name}.sha256`), 'utf8').split(' ');
  return { file: path.join(to, name), sha256: sha256! };
}

const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
