import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../../scripts/setup.mjs';

/**
 * What `deploy/` has for service managers and containers, as far as a machine without either shows it: systemd reads the units and
 * judges how much they may, and each RUN of the Dockerfile is carried out on this machine. Root on Debian.
 */

const UNITS = ['vidik.service', 'vidik-worker.service'];
/** `systemd-analyze security` goes from 0, may nothing, to 10. */
const MOST_EXPOSED = 3;

export interface DeployRound {
  exposed: Record<string, number>;
  version: string;
  problems: string[];
}

export function tryDeploy(): DeployRound {
  const problems: string[] = [];
  const directory = mkdtempSync(path.join(tmpdir(), 'vidik-deploy-'));
  try {
    const exposed = Object.fromEntries(UNITS.map((unit) => [unit, verifyUnit(unit, directory, problems)]));
    return { exposed, version: runDockerfile(directory, problems), problems };
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
function runDockerfile(directory: string, problems: string[]): string {
  const dockerfile = readFileSync(path.join(root, 'deploy', 'docker', 'Dockerfile'), 'utf8');
  const runs = [...dockerfile.matchAll(/^RUN (.+)$/gm)].map(([, command]) => command!);
  const sources = path.join(directory, 'src');
  const image = path.join(directory, 'image');
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
