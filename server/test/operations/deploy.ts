import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../../scripts/setup.mjs';
import { signIn } from '../faults/load.ts';
import { freePort } from '../free-port.ts';

/**
 * What `deploy/` has for service managers and containers, as far as a machine without either shows it: systemd reads the units and
 * judges how much they may, and each RUN of the Dockerfile is carried out on this machine. What they make, an archive that brings
 * PostgreSQL, is started by a user without rights from an empty folder. Root on Debian.
 */

const UNITS = ['vidik.service', 'vidik-worker.service'];
const NOBODY_UID = 65_534;
const PASSWORD = 'image-sign-in-2026';
const FIRST_START_MS = 60_000;
/** `systemd-analyze security` goes from 0, may nothing, to 10. */
const MOST_EXPOSED = 3;

export interface DeployRound {
  exposed: Record<string, number>;
  version: string;
  problems: string[];
}

export async function tryDeploy(): Promise<DeployRound> {
  const problems: string[] = [];
  const directory = mkdtempSync(path.join(tmpdir(), 'vidik-deploy-'));
  try {
    const exposed = Object.fromEntries(UNITS.map((unit) => [unit, verifyUnit(unit, directory, problems)]));
    const image = path.join(directory, 'image');
    const version = runDockerfile(directory, image, problems);
    await startWithoutSettings(directory, image, problems);
    return { exposed, version, problems };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function verifyUnit(unit: string, directory: string, problems: string[]): number {
  const file = path.join(directory, unit);
  // The program of the unit is not installed here.
  const text = readFileSync(path.join(root, 'deploy', 'systemd', unit), 'utf8');
  writeFileSync(file, text.replace('ExecStart=/opt/vidik/vidik', 'ExecStart=/bin/true'));
  const verified = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
  const said = `${verified.stdout}${verified.stderr}`.split('\n').filter((line) => line.includes(unit));
  problems.push(...said);
  const security = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', file], {
    encoding: 'utf8',
  });
  const level = Number(/exposure level for \S+: (\d+(\.\d+)?)/.exec(security.stdout)?.[1] ?? Number.NaN);
  if (!(level <= MOST_EXPOSED)) problems.push(`${unit}: exposure ${level}, at most ${MOST_EXPOSED}`);
  return level;
}

/** Each RUN, one after the other, in a copy of the sources: what they make says its version. */
function runDockerfile(directory: string, image: string, problems: string[]): string {
  const dockerfile = readFileSync(path.join(root, 'deploy', 'docker', 'Dockerfile'), 'utf8');
  const runs = [...dockerfile.matchAll(/^RUN (.+)$/gm)].map(([, command]) => command!);
  const sources = path.join(directory, 'src');
  mkdirSync(sources);
  execFileSync('git', ['clone', '--quiet', root, sources]);
  for (const run of runs) {
    const command = run
      .replace('/tmp/runtime.sh', 'deploy/docker/runtime.sh')
      .replace('/opt/vidik', image)
      .replace('/data', `${directory}/data`);
    const done = spawnSync('sh', ['-c', command], { cwd: sources, encoding: 'utf8' });
    if (done.status !== 0) problems.push(`RUN ${run}: ${done.stderr.slice(-500)}`);
  }
  for (const folder of ['storage', 'private-files', 'uploads', 'backups'])
    if (!existsSync(path.join(directory, 'data', folder)))
      problems.push(`no folder ${folder} in the data of the image`);
  const version = spawnSync(path.join(image, 'vidik'), ['--version'], { encoding: 'utf8' });
  if (!version.stdout?.startsWith('Vidik ')) problems.push(`the image says ${version.stdout}${version.stderr}`);
  return version.stdout?.trim() ?? '';
}

/** The first start on its own PostgreSQL: somebody signs in, a backup is made and proven, and it stops by itself. */
async function startWithoutSettings(directory: string, image: string, problems: string[]): Promise<void> {
  const vidik = path.join(image, 'vidik');
  const empty = path.join(directory, 'empty');
  mkdirSync(empty);
  chmodSync(directory, 0o755);
  chmodSync(empty, 0o777);
  const port = await freePort();
  const env = { PATH: '/usr/bin:/bin', PORT: String(port), SUPER_ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'error' };
  const asNobody = { uid: NOBODY_UID, gid: NOBODY_UID, cwd: empty, env };
  const child = spawn(vidik, ['start'], { ...asNobody, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  try {
    const url = `http://127.0.0.1:${port}`;
    const until = performance.now() + FIRST_START_MS;
    while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
      if (child.exitCode !== null || performance.now() > until) throw new Error(`it does not start: ${said}`);
      await sleep(100);
    }
    await signIn(url, 'admin@vidik.example', PASSWORD);
    const run = (...words: string[]) => {
      const done = spawnSync(vidik, words, { ...asNobody, encoding: 'utf8' });
      if (done.status !== 0)
        problems.push(`with its own database, ${words[0]} says: ${done.stdout}${done.stderr.slice(-500)}`);
    };
    run('backup', 'copies');
    const [archive] = readdirSync(path.join(empty, 'copies')).filter((name) => name.endsWith('.tar.gz'));
    run('backup-check', path.join('copies', String(archive)));
  } catch (error) {
    problems.push(`with its own database, ${(error as Error).message}`);
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    if (child.exitCode !== 0) problems.push(`with its own database, it ended with ${child.exitCode}: ${said}`);
  }
}
