import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { keepStreams, signIn } from '../faults/load.ts';
import { freePort } from '../free-port.ts';
import { ask, until } from './ask.ts';
import { type Build, type Cluster, openCluster } from './cluster.ts';
import { installClusterPrograms, type Machine } from './cluster-files.ts';
import { type DatabaseMachines, openDatabaseMachines } from './database-machines.ts';
import { type FailoverSeen, keepAsking, watchWrites } from './failover-load.ts';
import { backUp, type Restored, restoreToMoment } from './point-in-time.ts';
import { startProxy } from './proxies.ts';

/**
 * Two servers on three machines with Patroni under load, while the leader is changed as planned and is lost: nothing that was confirmed
 * is missing, everything else was answered 503, and the servers are whole within five seconds of the database. Then the database as
 * it was before a mistake, from the archive of pgBackRest.
 */

const SERVERS = 2;
const STREAMS = 20;
/** Load before the leader is changed, and after another one takes writes. Milliseconds. */
const BEFORE_MS = 3_000;
const AFTER_MS = 8_000;
/** Without writes at most: `ttl` of patroni.yml, a look of those who wait, and the election. Milliseconds. */
const WITHOUT_MS = 45_000;
/** Servers may need so long after the database. Milliseconds. */
const WHOLE_MS = 5_000;
const WORK_MS = 60_000;
/** All of it at most. Milliseconds. */
const MOST_MS = 6 * 60_000;
const FEED = '/api/v1/reservations?limit=1';

export interface FailoverRound {
  what: string;
  /** Milliseconds from the last write that a machine confirmed before the change to the first after it. */
  without: number;
  /** Milliseconds from then until a write is confirmed, and each server is ready and listens to changes. */
  whole: number;
  /** Milliseconds from the end of the load until all mails are sent and all jobs are done. */
  work: number;
  seen: FailoverSeen;
  missing: number;
  twice: number;
  problems: string[];
}

export interface Failover {
  rounds: FailoverRound[];
  restored: Restored;
}

interface Change {
  what: string;
  /** The leader stays: writes wait until it knows that there is another second machine. */
  keepsLeader?: boolean;
  /** Answers with the machine that is gone, if one is. */
  happen(database: DatabaseMachines, leader: Machine): Promise<Machine | null>;
}

const switchover = async ({ switchOver }: DatabaseMachines, leader: Machine) => {
  await switchOver(leader);
  return null;
};
const lose = async ({ crash }: DatabaseMachines, machine: Machine) => {
  crash(machine);
  return machine;
};
const CHANGES: readonly Change[] = [
  { what: 'switchover 1', happen: switchover },
  { what: 'leader lost 1', happen: lose },
  { what: 'switchover 2', happen: switchover },
  { what: 'leader lost 2', happen: lose },
  { what: 'standby lost', keepsLeader: true, happen: async (database) => lose(database, await database.standby()) },
];
/** Writes that were under way when the second machine was lost are confirmed by it or never. Milliseconds. */
const UNDER_WAY_MS = 300;

export async function tryFailover(password: string, build: Build): Promise<Failover> {
  installClusterPrograms();
  const late = setTimeout(() => {
    console.error(`The database's machines were not through after ${MOST_MS / 60_000} minutes.`);
    process.exit(1);
  }, MOST_MS);
  const database = await openDatabaseMachines();
  try {
    const shop = await openCluster(SERVERS, password, { url: database.url, stop: async () => {} });
    try {
      await ask(database.url, 'create table beats (id int primary key)');
      const port = await freePort();
      await shop.begin(build, `http://127.0.0.1:${port}`, { env: { DRAIN_SECONDS: '0', LOG_LEVEL: 'fatal' } });
      await backUp(database);
      const rounds: FailoverRound[] = [];
      const proxy = await startProxy('haproxy', {
        port,
        servers: shop.ports,
        directory: path.join(shop.directory, 'proxy'),
      });
      try {
        let firstId = 0;
        for (const change of CHANGES) {
          const { round, lastId } = await goThrough(change, { database, shop, url: proxy.url, password, firstId });
          firstId = lastId;
          rounds.push(round);
          const verdict = round.problems.length === 0 ? 'passed' : 'FAILED';
          console.log([`${verdict}  ${change.what}`, ...round.problems.slice(0, 10)].join('\n  '));
        }
      } finally {
        await proxy.stop();
      }
      return { rounds, restored: await restoreToMoment(database, shop.databaseUrl) };
    } finally {
      await shop.close();
    }
  } finally {
    await database.stop();
    clearTimeout(late);
  }
}

interface Surroundings {
  database: DatabaseMachines;
  shop: Cluster;
  /** The servers, through HAProxy. */
  url: string;
  password: string;
  firstId: number;
}

async function goThrough(
  { what, happen, keepsLeader = false }: Change,
  { database, shop, url, password, firstId }: Surroundings,
): Promise<{ round: FailoverRound; lastId: number }> {
  const urls = shop.ports.map((port) => `http://127.0.0.1:${port}`);
  const token = await signIn(url, 'admin@vidik.example', password);
  const writes = watchWrites(database, firstId);
  const streams = keepStreams(url, () => token, STREAMS);
  const load = keepAsking(url, token);
  const old = await database.leader();
  await sleep(BEFORE_MS);
  const cursor = await cursorOf(url, token);

  const changed = performance.now();
  const gone = await happen(database, old);
  const isNew = ({ machine, at }: { machine: Machine; at: number }) =>
    keepsLeader ? at > changed + UNDER_WAY_MS : machine !== old;
  await until('writes are taken again', WITHOUT_MS, () => writes.beats.some(isNew));
  const there = writes.beats.find(isNew)!;
  const before = writes.beats.findLast((beat) => !isNew(beat))!;
  const [ready, listening] = await Promise.all([
    Promise.all(urls.map((url) => timeUntil(there.at, async () => isReady(url)))),
    timeUntil(there.at, async () => (await listeners(database.urlOf(there.machine))) >= SERVERS),
  ]);
  await sleep(AFTER_MS);
  await askForLinks(urls, what);
  const open = streams.open();
  await Promise.all([load.stop(), writes.stop()]);
  await streams.stop();
  const work = await timeUntil(performance.now(), async () => (await workLeft(shop.databaseUrl)) === 0, WORK_MS);

  const { seen } = load;
  const wrote = (seen.wrote.find((at) => at > there.at) ?? Infinity) - there.at;
  const whole = Math.max(...ready, wrote, listening);
  const counts = await timesOf(
    shop.databaseUrl,
    'select idempotency_key as key, count(*) as times from porudzbine group by 1',
  );
  const beats = await timesOf(database.url, 'select id::text as key, 1 as times from beats');
  const missing = [
    ...seen.confirmed.filter((key) => !counts.has(key)),
    ...writes.beats.filter(({ id }) => !beats.has(String(id))),
  ].length;
  const twice = seen.confirmed.filter((key) => counts.get(key)! > 1).length;
  const problems = [
    ...(await complaintsOfFeeds(urls, token, cursor, keepsLeader ? 200 : 410)),
    ...streams.refused(),
    ...seen.cut,
    ...seen.unexpected,
    ...(missing + twice > 0 ? [`${missing} confirmed writes are missing, ${twice} are there twice`] : []),
    ...(whole > WHOLE_MS ? [`whole after ${whole} ms: ready ${ready}, writes ${wrote}, listening ${listening}`] : []),
    ...(open < STREAMS ? [`${STREAMS - open} streams are not open`] : []),
    ...(work > WORK_MS ? ['mails or jobs are left'] : []),
    ...(seen.unavailable === 0 && !keepsLeader ? ['no request met the change'] : []),
  ];
  if (gone) database.start(gone);
  await database.untilWhole();
  return {
    round: { what, without: there.at - before.at, whole, work, seen, missing, twice, problems },
    lastId: writes.lastId(),
  };
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_500) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Milliseconds from that moment until it is so; endless after the limit. */
async function timeUntil(from: number, isSo: () => Promise<boolean>, limit = 20_000): Promise<number> {
  const began = performance.now();
  while (!(await isSo().catch(() => false))) {
    if (performance.now() - began > limit) return Number.POSITIVE_INFINITY;
    await sleep(100);
  }
  return performance.now() - from;
}

async function listeners(url: string): Promise<number> {
  const rows = await ask<{ count: number }>(
    url,
    "select count(*)::int as count from pg_stat_activity where application_name = 'vidik live'",
  );
  return rows[0]!.count;
}

const timesOf = async (url: string, statement: string): Promise<Map<string, number>> =>
  new Map((await ask<{ key: string; times: string }>(url, statement)).map(({ key, times }) => [key, Number(times)]));

/** A job for each server. */
async function askForLinks(urls: readonly string[], round: string): Promise<void> {
  for (const [n, url] of urls.entries()) {
    const email = `link-${n}-${round.replaceAll(' ', '-')}@primer.rs`;
    await fetch(`${url}/auth/v1/recover`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
      signal: AbortSignal.timeout(10_000),
    });
  }
}

/** Mails that are not sent and jobs that are not done. */
async function workLeft(url: string): Promise<number> {
  const rows = await ask<{ left: number }>(
    url,
    `select (select count(*)::int from mails where state <> 'sent')
       + (select count(*)::int from pgboss.job where name = 'accounts.send-link' and state <> 'completed') as left`,
  );
  return rows[0]!.left;
}

const feed = (url: string, token: string, after?: string) =>
  fetch(`${url}${FEED}${after ? `&after=${after}` : ''}`, { headers: { authorization: `Bearer ${token}` } });

/** Where a program that reads the reservations goes on. */
async function cursorOf(url: string, token: string): Promise<string> {
  for (;;) {
    const line = (await (await feed(url, token)).text()).split('\n')[0]!;
    if (line.startsWith('{"cursor"')) return (JSON.parse(line) as { cursor: string }).cursor;
    await sleep(200);
  }
}

/** Another leader's log is another one: whoever read the old one begins anew (410), at every server. */
async function complaintsOfFeeds(urls: readonly string[], token: string, cursor: string, wanted: number) {
  const answers = await Promise.all(urls.map((url) => feed(url, token, cursor)));
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  const wrong = answers.filter(
    ({ status }, n) => status !== wanted || texts[n]!.includes('FEED_RESTARTED') !== (wanted === 410),
  );
  return wrong.map(({ status }) => `a cursor of before was answered ${status}`);
}
