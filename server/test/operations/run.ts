import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isBuilt, root, run as runProgram } from '../../../scripts/setup.mjs';
import { signIn } from '../faults/load.ts';
import { freePort } from '../free-port.ts';
import { printBackup, tryBackup } from './backup.ts';
import { type Build, buildOf, type Cluster, openCluster } from './cluster.ts';
import { type DeployRound, tryDeploy } from './deploy.ts';
import { type Failover, tryFailover } from './failover.ts';
import { keepStreams, sendAll } from './load.ts';
import { installProxies, PROXIES, type ProxyName, startProxy } from './proxies.ts';
import { type ReleaseRound, tryRelease } from './release.ts';
import { runTests, type TestsRound } from './tests.ts';
import { killOneWorker, ROLES, type WorkersRound } from './workers.ts';

/**
 * `npm run test:operations` (CONTRIBUTING.md says what it tries; root on Debian). Nothing may fail: no cut, no 5xx, no answer over two
 * seconds, no stream that ends without a word, no confirmed reservation that is not there once. What already fails under the same load
 * without a restart fails because the machine is too slow for it.
 *
 *   npm run test:operations -- --rounds 1 --proxy nginx --only restart --from <commit>
 *   npm run test:operations -- --only backup
 */

const { values: given } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    requests: { type: 'string', default: '3400' },
    proxy: { type: 'string' },
    only: { type: 'string' },
    /** The version before; otherwise the commit before the newest migration. */
    from: { type: 'string' },
  },
});
const SERVERS = 3;
/** Requests a second, all clients together: 3,400 of them last a few seconds longer than three restarts behind HAProxy. */
const RATE = 80;
/** Sent to servers that have only just begun, and not counted. */
const WARM_UP_REQUESTS = 800;
const WARM_UP_RATE = 160;
const STREAMS = 20;

interface Round {
  what: string;
  sent: number;
  writes: number;
  slowest: number;
  p99: number;
  reconnects: number;
  stopped: number;
  cut: number;
  refused: number;
  late: number;
  problems: string[];
}

const proxies = PROXIES.filter((name) => !given.proxy || name === given.proxy);
const kinds = (['steady', 'restart', 'upgrade'] as const).filter((kind) => !given.only || kind === given.only);
const killsWorker = !given.only || given.only === 'workers';
const unpacks = !given.only || given.only === 'release';
const deploys = !given.only || given.only === 'deploy';
const tests = !given.only || given.only === 'tests';
const failsOver = !given.only || given.only === 'cluster';
const backsUp = given.only === 'backup';
const isAnything = kinds.length > 0 || killsWorker || unpacks || deploys || failsOver || tests || backsUp;
if (proxies.length === 0 || !isAnything) {
  console.error(
    '--proxy is haproxy or nginx, --only is steady, restart, upgrade, workers, release, deploy, cluster, tests or backup.',
  );
  process.exit(1);
}
if (!isBuilt() && (await runProgram(process.execPath, ['scripts/build.ts'])) !== 0) process.exit(1);
if (kinds.length > 0) installProxies(proxies);

const began = performance.now();
const password = randomUUID();
const rounds: Round[] = [];
if (kinds.length > 0) await restartAll();
const workers = killsWorker ? await inCluster(ROLES.length, (cluster) => killOneWorker(cluster, root)) : null;
const release = unpacks ? await tryRelease() : null;
const deploy = deploys ? await tryDeploy() : null;
const failover = failsOver ? await tryFailover(password, root) : null;
const tested = tests ? await runTests() : null;
const backup = backsUp ? await tryBackup() : null;
if (rounds.length > 0) printTable();
if (workers) printWorkers(workers);
if (release) printRelease(release);
if (deploy) printDeploy(deploy);
if (failover) printFailover(failover);
if (tested) printTests(tested);
if (backup) printBackup(backup);
const all = [
  ...rounds,
  ...[workers, release, deploy, tested, backup, ...(failover ? [...failover.rounds, failover.restored] : [])].filter(
    (one) => one !== null,
  ),
];
const bad = all.filter(({ problems }) => problems.length > 0);
console.log(
  `\n${all.length - bad.length} passed, ${bad.length} failed, ${Math.round((performance.now() - began) / 1000)} s`,
);
process.exit(bad.length > 0 ? 1 : 0);

async function inCluster<T>(size: number, work: (cluster: Cluster) => Promise<T>): Promise<T> {
  const cluster = await openCluster(size, password);
  try {
    return await work(cluster);
  } finally {
    await cluster.close();
  }
}

function restartAll(): Promise<void> {
  return inCluster(SERVERS, async (cluster) => {
    const before = kinds.includes('upgrade') ? buildOf(given.from ?? beforeNewestMigration(), cluster.directory) : root;
    // All proxies take turns on one address, so that servers need not begin anew for another one.
    const port = await freePort();
    let serving: Build | null = null;
    for (const kind of kinds)
      for (const name of proxies)
        for (let n = 1; n <= (kind === 'steady' ? 1 : Number(given.rounds)); n += 1) {
          const from = kind === 'upgrade' ? before : root;
          const to = kind === 'steady' ? null : root;
          const round = await goThrough(`${kind}, ${name} ${n}`, name, cluster, {
            port,
            from,
            to,
            isFirst: serving !== from,
          });
          serving = to ?? from;
          rounds.push(round);
          console.log([describe(round), ...round.problems.slice(0, 10)].join('\n  '));
        }
  });
}

async function goThrough(
  what: string,
  name: ProxyName,
  cluster: Cluster,
  { port, from, to, isFirst }: { port: number; from: Build; to: Build | null; isFirst: boolean },
): Promise<Round> {
  if (isFirst) await cluster.begin(from, `http://127.0.0.1:${port}`);
  const directory = path.join(cluster.directory, 'proxy');
  const proxy = await startProxy(name, { port, servers: cluster.ports, directory });
  try {
    const token = await signIn(proxy.url, 'admin@vidik.example', password);
    // What is restarted has served for a while.
    if (isFirst) await sendAll(proxy.url, token, { wanted: WARM_UP_REQUESTS, rate: WARM_UP_RATE }, () => true);
    const streams = keepStreams(proxy.url, token, STREAMS);
    let isRolled = false;
    const rolling = (to ? cluster.roll(to) : Promise.resolve([0])).finally(() => {
      isRolled = true;
    });
    const [seen, stopped] = await Promise.all([
      sendAll(proxy.url, token, { wanted: Number(given.requests), rate: RATE }, () => isRolled),
      rolling,
    ]);
    const open = streams.seen.open;
    await streams.stop();
    const times = seen.times.toSorted((a, b) => a - b);
    return {
      what,
      sent: seen.sent,
      writes: seen.confirmed.length,
      slowest: times.at(-1) ?? 0,
      p99: times[Math.floor(times.length * 0.99)] ?? 0,
      reconnects: streams.seen.reconnects,
      stopped: Math.max(...stopped),
      cut: seen.failures.filter(({ kind }) => kind === 'cut').length,
      refused: seen.failures.filter(({ kind }) => kind === '5xx').length,
      late: seen.failures.filter(({ kind }) => kind === 'late').length,
      problems: [
        ...streams.seen.torn,
        ...(open < STREAMS ? [`${STREAMS - open} streams were not open at the end`] : []),
        ...(await lost(cluster, seen.confirmed)),
        // Late ones last: on a slow machine they are many.
        ...seen.failures
          .toSorted((a, b) => Number(a.kind === 'late') - Number(b.kind === 'late'))
          .map(({ text }) => text),
      ],
    };
  } finally {
    await proxy.stop();
  }
}

/** Every confirmed reservation is there once. */
async function lost(cluster: Cluster, confirmed: readonly string[]): Promise<string[]> {
  const rows = await cluster.query<{ key: string; times: string }>(
    'select idempotency_key as key, count(*) as times from porudzbine where idempotency_key = any($1) group by 1',
    [confirmed],
  );
  const times = new Map(rows.map((row) => [row.key, Number(row.times)]));
  return confirmed.filter((key) => times.get(key) !== 1).map((key) => `${key} is there ${times.get(key) ?? 0} times`);
}

function beforeNewestMigration(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const newest = git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'server/migrations/*.sql');
  return git('rev-parse', `${newest}^`);
}

function describe({ what, sent, writes, problems }: Round): string {
  return `${problems.length === 0 ? 'passed' : 'FAILED'}  ${what}: ${sent} requests, ${writes} rows, ${problems.length} failed`;
}

function printLine(...cells: (string | number)[]) {
  console.log(cells.map((cell, n) => (n === 0 ? String(cell).padEnd(22) : String(cell).padStart(11))).join(''));
}

function printTable() {
  console.log('');
  printLine(
    'round',
    'requests',
    'rows',
    'cut',
    '5xx',
    'over 2 s',
    'p99 ms',
    'slowest ms',
    'reconnects',
    'stop s',
    'failed',
  );
  for (const { what, sent, writes, cut, refused, late, problems, p99, slowest, reconnects, stopped } of rounds) {
    const times = [Math.round(p99), Math.round(slowest), reconnects, (stopped / 1000).toFixed(1)];
    printLine(what, sent, writes, cut, refused, late, ...times, problems.length);
  }
}

function printWorkers({ mails, jobs, repeated, seconds, problems }: WorkersRound) {
  console.log('');
  printLine('a worker killed', 'mails', 'jobs', 'repeated', 'all done s', 'failed');
  printLine('', mails, jobs, repeated, seconds.toFixed(1), problems.length);
  for (const problem of problems.slice(0, 10)) console.log(`  ${problem}`);
}

function printRelease({ bytes, starts, resident, sha256, problems }: ReleaseRound) {
  console.log('');
  printLine('archive', 'MB', 'start ms', 'resident MB', 'failed');
  const start = Math.round(starts.toSorted((a, b) => a - b)[starts.length >> 1]!);
  printLine(sha256.slice(0, 16), (bytes / 1e6).toFixed(1), start, Math.round(resident), problems.length);
  for (const problem of problems) console.log(`  ${problem}`);
}

function printDeploy({ exposed, version, problems }: DeployRound) {
  console.log('');
  printLine('deploy', ...Object.keys(exposed), 'failed');
  printLine(version, ...Object.values(exposed), problems.length);
  for (const problem of problems) console.log(`  ${problem}`);
}

function printTests({ subjects, problems }: TestsRound) {
  console.log('');
  console.log('tests'.padEnd(30) + 'passed'.padStart(11));
  for (const { what, passed } of subjects) console.log(what.padEnd(30) + String(passed).padStart(11));
  for (const problem of problems) console.log(`  ${problem}`);
}

function printFailover({ rounds, restored }: Failover) {
  console.log('');
  printLine(
    'database',
    'no writes s',
    'whole s',
    'answers',
    '503',
    'other 5xx',
    'cut',
    'slowest s',
    'writes',
    'missing',
    'twice',
    'work s',
  );
  for (const { what, without, whole, work, seen, missing, twice } of rounds) {
    const seconds = (ms: number) => (ms / 1000).toFixed(1);
    const answers = [seen.answers, seen.unavailable, seen.unexpected.length, seen.cut.length, seconds(seen.slowest)];
    printLine(what, seconds(without), seconds(whole), ...answers, seen.confirmed.length, missing, twice, seconds(work));
  }
  console.log('');
  printLine('to a moment', 'before', 'removed', 'restored', 'seconds', 'failed');
  const { before, removed, after, seconds, problems } = restored;
  printLine('', before, removed, after, seconds.toFixed(1), problems.length);
  for (const problem of problems.slice(0, 10)) console.log(`  ${problem}`);
}
