import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './project-root.ts';

/** What an unpacked archive says of itself (`release.json`, scripts/release). */
export interface Release {
  version: string;
  commit: string;
  /** `linux-x64`. */
  platform: string;
  withDatabase: boolean;
  /** The settings that stand in its pages, and the names that such settings have. */
  pages: { names: string; values: Record<string, string> };
}

/** `null`: this is a checkout. */
export function unpackedRelease(): Release | null {
  const file = path.join(projectRoot, 'release.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Release) : null;
}

/**
 * Gives the environment the settings that an archive has in its pages, so that server and pages say the same. Answers with the
 * settings that contradict the pages. A `PUBLIC_URL` that no search engine reaches stands in no page.
 */
export function adoptPageSettings(
  { pages }: Pick<Release, 'pages'>,
  env: Record<string, string | undefined>,
): string[] {
  const names = new RegExp(pages.names);
  const isInPages = (name: string, value: string) =>
    names.test(name) || (name === 'PUBLIC_URL' && value.startsWith('https:'));
  const contradictions = Object.entries(env).flatMap(([name, value]) => {
    if (!value || !isInPages(name, value) || pages.values[name] === value) return [];
    const made = pages.values[name];
    return [`  ${name}: ${value}, and the archive was made ${made === undefined ? 'without it' : `with ${made}`}`];
  });
  for (const [name, value] of Object.entries(pages.values)) env[name] ||= value;
  return contradictions;
}

/** How a command is typed here: in an unpacked archive, or in a checkout. */
export function commandToType(command: string, ...rest: string[]): string {
  if (unpackedRelease()) return ['vidik', command, ...rest].join(' ');
  const script = command === 'start' ? 'npm start' : `npm run ${command.replace('backup-check', 'backup:check')}`;
  return rest.length > 0 ? `${script} -- ${rest.join(' ')}` : script;
}

/** What starts a server or a worker here, or starts it anew: its unit where systemd runs this archive (it sets INVOCATION_ID). */
export function serviceToStart(
  role: 'start' | 'worker',
  isUnit = unpackedRelease() !== null && process.env.INVOCATION_ID !== undefined,
): string {
  if (!isUnit) return commandToType(role);
  return `systemctl restart ${role === 'start' ? 'vidik' : 'vidik-worker'}`;
}
