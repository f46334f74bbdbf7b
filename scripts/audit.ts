import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { root } from './setup.mjs';

/**
 * `npm run audit`: known holes in the packages of production, grave ones with status 1. A registry that has no list of them, or
 * is away, is told and is no failure: nothing was looked at.
 */

const GRAVE = ['high', 'critical'] as const;
const Report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({ name: z.string(), severity: z.string(), range: z.string(), fixAvailable: z.unknown() }),
  ),
});

interface Audit {
  /** A line for each package. */
  lines: string[];
  isGrave: boolean;
}

/** What npm says, as lines; `null` when the registry did not answer with a report. */
export function readAudit(json: string): Audit | null {
  let answer: unknown;
  try {
    answer = JSON.parse(json);
  } catch {
    return null;
  }
  const report = Report.safeParse(answer);
  if (!report.success) return null;
  const found = Object.values(report.data.vulnerabilities);
  return {
    lines: found.map(
      ({ name, severity, range, fixAvailable }) =>
        `${severity}: ${name} ${range}${fixAvailable ? ', a newer one is there' : ''}`,
    ),
    isGrave: found.some(({ severity }) => GRAVE.some((grave) => grave === severity)),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
  });
  const audit = readAudit(stdout ?? '');
  if (audit === null) console.log('The registry gave no report: nothing was looked at.');
  else console.log(audit.lines.length === 0 ? 'No known hole.' : audit.lines.join('\n'));
  process.exitCode = audit?.isGrave ? 1 : 0;
}
