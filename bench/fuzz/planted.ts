import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { serverBundle } from '../../scripts/bundle-server.ts';
import { root } from '../../scripts/setup.mjs';

interface Planted {
  what: string;
  /** The operation that must show it. */
  operation: string;
  found(finding: { operation: string; what: string; how: string }): boolean;
  /** The change in the server's source. */
  file: string;
  from: string;
  to: string;
}

const shows =
  (operation: string, what: string) =>
  (finding: { operation: string; what: string }): boolean =>
    finding.operation === operation && finding.what === what;

/** Faults of the kinds this test is for, each one change in the source of the server. */
export const PLANTED: Planted[] = [
  {
    what: 'half a character reaches the database',
    operation: 'vouchers.admin.issue',
    found: shows('vouchers.admin.issue', 'server error'),
    file: 'server/platform/storable.ts',
    from: 'return value.isWellFormed() && ',
    to: 'return ',
  },
  {
    what: 'a cursor with an impossible date reaches the database',
    operation: 'accounts.admin.people.list',
    found: shows('accounts.admin.people.list', 'server error'),
    file: 'server/platform/written-time.ts',
    from: 'const exists = ',
    to: 'const exists = true || ',
  },
  {
    what: 'a year 0 reaches the database',
    operation: 'admin.audit',
    found: shows('admin.audit', 'server error'),
    file: 'domain/calendar.ts',
    from: 'day >= FIRST_DAY',
    to: 'true',
  },
  {
    what: 'a long ticket token is never answered',
    operation: 'events.ticket',
    found: shows('events.ticket', 'hang'),
    file: 'server/events/router.ts',
    from: 'ticketPage(deps, input.token)',
    to: '(input.token.length > 150 ? new Promise(() => {}) : ticketPage(deps, input.token))',
  },
  {
    what: 'a refusal of the sign-in server says what the database said',
    operation: 'auth POST /factors/{id}/challenge',
    found: shows('auth POST /factors/{id}/challenge', 'words of the database'),
    file: 'server/auth/factors/factors.ts',
    from: "authRefusal('mfa_factor_not_found')",
    to: "authRefusal('mfa_factor_not_found', { message: 'invalid input syntax for type uuid' })",
  },
];

/** The server with all of them, in a directory of its own. */
export async function buildPlanted(): Promise<string> {
  const directory = path.join('build', 'fuzz');
  const bundle = serverBundle(directory);
  const changed = new Set<string>();
  const plant: Plugin = {
    name: 'plant',
    setup(hooks) {
      for (const { file, from, to } of PLANTED)
        hooks.onLoad({ filter: new RegExp(`/${file.replaceAll('.', '\\.')}$`) }, async ({ path: at }) => {
          const source = await readFile(at, 'utf8');
          if (!source.includes(from)) throw new Error(`${file} has changed: plant the fault elsewhere.`);
          changed.add(file);
          return { contents: source.replaceAll(from, () => to), loader: 'ts' };
        });
    },
  };
  await build({ ...bundle, absWorkingDir: root, plugins: [plant, ...bundle.plugins] });
  if (changed.size !== PLANTED.length) throw new Error('Not every fault was planted.');
  return directory;
}
