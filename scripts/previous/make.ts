import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../server/test/free-port.ts';
import { root } from '../setup.mjs';
import { createShopHistory } from './story.ts';

/**
 * `npm run render:previous`: the release before orders had parcels and documents is checked out, installed with its own packages,
 * its server built, filled with its demo year and asked through its own API and payment sandbox for one order of each kind that an upgrade meets. Its
 * own backup of that is the archive of server/previous-release.test.ts.
 */

const COMMIT = '4833d235eaeb08da496979056e117e05610e4925';
const ARCHIVE = path.join(root, 'server', 'test', 'archives', '0065_demo_year.tar.gz');
const PASSWORD = 'demo-lozinka-2026';
/** Its year at a tenth of its size: the archive lies in the repository. */
const SIZE = ['members: 2_000, companies: 60, waiting: 14', 'members: 150, companies: 30, waiting: 8'] as const;

/** Its server; no page of its site is opened. */
const BUNDLE = `
  import { build } from 'esbuild';
  import { serverBundle } from './scripts/bundle-server.ts';
  await build(serverBundle('build/node'));
`;

const directory = mkdtempSync(path.join(tmpdir(), 'vidik-previous-'));
chmodSync(directory, 0o711);
try {
  await make();
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function make() {
  const checkout = path.join(directory, 'checkout');
  mkdirSync(checkout);
  execFileSync('sh', ['-c', `git archive ${COMMIT} | tar -x -C '${checkout}'`], { cwd: root });
  const year = path.join(checkout, 'server', 'seed', 'year.ts');
  const text = readFileSync(year, 'utf8');
  if (!text.includes(SIZE[0])) throw new Error(`${year} does not say how large the year is.`);
  writeFileSync(year, text.replace(...SIZE));
  const inherit = { cwd: checkout, stdio: 'inherit' } as const;
  execFileSync('npm', ['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund'], inherit);
  const node = path.join(checkout, 'node_modules', 'node', 'bin', 'node');
  const own = `${path.join(checkout, 'node_modules', '.bin')}${path.delimiter}${process.env.PATH}`;
  execFileSync(node, ['--input-type=module', '-e', BUNDLE], inherit);

  const dataDir = path.join(directory, 'data');
  mkdirSync(dataDir, { mode: 0o711 });
  const port = await freePort();
  const env = {
    ...process.env,
    PATH: own,
    PORT: String(port),
    // Where the tests' shop is reached, because it stands in pages that are open.
    PUBLIC_URL: 'http://localhost:3000',
    DATA_DIR: dataDir,
    SUPER_ADMIN_PASSWORD: PASSWORD,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  };
  execFileSync(node, ['build/node/seed/demo.js'], { ...inherit, env });
  const server = spawn(node, ['build/node/main.js'], { cwd: checkout, env, stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => server.kill('SIGKILL'));
  const sandbox = await new Promise<string>((found, failed) => {
    server.once('exit', (code) => failed(new Error(`The server ended with ${code}.`)));
    createInterface(server.stdout).on('line', (line) => {
      const at = /"api":"(http:[^"]+)"/.exec(line);
      if (at) found(at[1]!);
    });
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) await new Promise((later) => setTimeout(later, 100));
  await createShopHistory({ url, sandbox, secret: readSecret(dataDir), password: PASSWORD });
  server.kill('SIGTERM');
  await once(server, 'exit');

  const backups = path.join(directory, 'backups');
  execFileSync(node, ['build/node/backup/backup.js', backups], { ...inherit, env });
  const [made] = readdirSync(backups).filter((name) => name.endsWith('.tar.gz'));
  copyFileSync(path.join(backups, made!), ARCHIVE);
  console.log(`${ARCHIVE}: ${statSync(ARCHIVE).size} bytes`);
}

function readSecret(dataDir: string): string {
  const journal = readFileSync(path.join(dataDir, 'stripe-sandbox', 'journal.jsonl'), 'utf8');
  return /"secretKey":"([^"]+)"/.exec(journal)![1]!;
}
