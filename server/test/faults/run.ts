import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isBuilt, run as runProgram } from '../../../scripts/setup.mjs';
import {
  type Acknowledged,
  keepJobs,
  keepReading,
  keepStreams,
  type MailRequests,
  nothingSeen,
  register,
  reserveUntilConfirmed,
  type Seen,
  signIn,
  untilReady,
} from './load.ts';
import { openTestSystem, type TestSystem } from './test-system.ts';

/**
 * `npm run test:faults`: the built server under load while its surroundings fail, one fault after another; or only those named: `npm run
 * test:faults -- kill-server mail-down`. After every round all that was confirmed must be there, once. Needs root and Linux (a small disk
 * is mounted), and at most 20 minutes.
 */

/** Writes under way when the fault comes. */
const WRITES = 600;
/** Each writer's, one after the other: a server that is quick confirms the first ones before the fault comes. */
const EACH = 3;
/** The fault comes with the first confirmed write, so that it comes in the middle; after so many milliseconds at most. */
const LEAD = 2_000;
const STREAMS = 20;
/** Accounts that ask for a recovery link all the time: each request is a job and a mail. */
const ASKING = 5;
/** Milliseconds within which the server must work again, and mails must have gone out after the last confirmed write. */
const RECOVERY = 60_000;
const MAILS = 60_000;

interface InjectedFault {
  rounds: number;
  /** Writes of each writer, when EACH end before the fault is felt. */
  each?: number;
  /** Requests are answered as always. */
  mailsOnly?: true;
  /** Resolves when the fault is over. */
  happen(system: TestSystem): Promise<void> | void;
}

const FAULTS: Record<string, InjectedFault> = {
  'connections ended': {
    rounds: 8,
    happen: async (system) =>
      void (await query(
        system,
        "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = 'vidik'",
      )),
  },
  // Apart from each other, because a PostgreSQL that ends six times a minute is given up.
  'PostgreSQL killed': { rounds: 5, happen: (system) => system.killPostgres() },
  'PostgreSQL stands still for 20 s': { rounds: 3, happen: (system) => system.stopPostgresFor(20_000) },
  'server killed': { rounds: 10, happen: (system) => system.killServer() },
  'mail server down': { rounds: 1, mailsOnly: true, happen: (system) => badMail(system, 'down') },
  'mail server silent': { rounds: 1, mailsOnly: true, happen: (system) => badMail(system, 'silent') },
  'mail server refuses': { rounds: 1, mailsOnly: true, happen: (system) => badMail(system, 'refusing') },
  // PostgreSQL has some room in its files: only many rows need more of the disk.
  'disk full': { rounds: 1, each: 8, happen: (system) => system.fillDiskFor(8_000) },
};

/** Longer than one attempt's limits, so that mails really fail meanwhile. */
async function badMail({ mail }: TestSystem, mood: 'down' | 'silent' | 'refusing') {
  await mail.be(mood);
  await sleep(25_000);
  await mail.be('well');
}

interface Round {
  fault: string;
  writes: number;
  again: number;
  broken: number;
  firstAnswer: number;
  mailsAfter: number;
  repeatedMails: number;
  problems: string[];
}

const named = process.argv.slice(2);
const chosen = Object.entries(FAULTS).filter(
  ([name]) => named.length === 0 || named.some((part) => name.replaceAll(' ', '-').includes(part)),
);
if (chosen.length === 0) {
  console.error(
    `No such fault. Their names: ${Object.keys(FAULTS)
      .map((name) => name.replaceAll(' ', '-'))
      .join(', ')}`,
  );
  process.exit(1);
}
if (!isBuilt() && (await runProgram(process.execPath, ['scripts/build.ts'])) !== 0) process.exit(1);

const began = performance.now();
const password = randomUUID();
const system = await openTestSystem(password);
const rounds: Round[] = [];
const known = new Map<string, Acknowledged>();
/** By address, over all rounds. */
const links = new Map<string, MailRequests>();
try {
  await system.start();
  await untilReady(system.url, RECOVERY);
  await query(system, "alter system set max_wal_size = '96MB'");
  await query(system, 'select pg_reload_conf()');
  for (let n = 0; n < ASKING; n += 1) {
    const email = `zaboravna-${n}@primer.rs`;
    await register(system.url, email, password);
    links.set(email, { confirmed: 0, unknown: 0 });
  }
  const newToken = () => signIn(system.url, 'admin@vidik.example', password);
  let token = await newToken();
  const signedIn = {
    streams: keepStreams(system.url, () => token, STREAMS),
    reading: keepReading(system.url, () => token),
  };
  for (const [name, fault] of chosen)
    for (let n = 1; n <= fault.rounds; n += 1) {
      // All rounds together last longer than a token.
      token = await newToken();
      const round = await goThrough(`${name} ${n}/${fault.rounds}`, fault, signedIn);
      rounds.push(round);
      console.log([describe(round), ...round.problems].join('\n  '));
    }
  await Promise.all([signedIn.streams.stop(), signedIn.reading.stop()]);
} finally {
  await system.close();
}
const bad = rounds.filter(({ problems }) => problems.length > 0);
console.log(
  `\n${rounds.length} rounds in ${Math.round((performance.now() - began) / 1000)} s, ${known.size} confirmed writes, ` +
    `${rounds.reduce((sum, { again }) => sum + again, 0)} answers 503, slowest first answer ` +
    `${Math.max(...rounds.map(({ firstAnswer }) => firstAnswer / 1000)).toFixed(1)} s`,
);
console.log(`\n${rounds.length - bad.length} passed, ${bad.length} failed`);
process.exit(bad.length > 0 ? 1 : 0);

interface SignedIn {
  streams: ReturnType<typeof keepStreams>;
  reading: ReturnType<typeof keepReading>;
}

async function goThrough(name: string, fault: InjectedFault, { streams, reading }: SignedIn): Promise<Round> {
  const seen = nothingSeen();
  const end = AbortSignal.timeout(5 * 60_000);
  const each = fault.each ?? EACH;
  const jobs = keepJobs(system.url, [...links.keys()]);
  const writing = Promise.all(
    Array.from({ length: WRITES }, async () => {
      for (let n = 0; n < each; n += 1) await reserveUntilConfirmed(system.url, seen, end);
    }),
  );
  for (const began = performance.now(); seen.acknowledged.length === 0 && performance.now() - began < LEAD; )
    await sleep(1);
  const writesAtFault = Math.min(WRITES, each * WRITES - seen.acknowledged.length);
  await fault.happen(system);
  const firstAnswer = await untilReady(system.url, RECOVERY);
  await writing;
  const { asked, unexpected } = await jobs.stop();
  for (const [email, { confirmed, unknown }] of asked) {
    const sum = links.get(email)!;
    links.set(email, { confirmed: sum.confirmed + confirmed, unknown: sum.unknown + unknown });
  }
  const written = performance.now();
  for (const one of seen.acknowledged) known.set(one.key, one);
  const problems = [
    ...complaints(seen, each * WRITES),
    ...unexpected,
    ...(writesAtFault < 500 ? [`only ${writesAtFault} writes were under way`] : []),
  ];
  if (!fault.mailsOnly && !seen.statuses.has(503) && !seen.statuses.has(0)) problems.push('no request met the fault');
  const late = await untilMailed(seen, MAILS + 30_000);
  const mailsAfter = performance.now() - written;
  const undone = await untilJobsDone(MAILS);
  if (undone > 0) problems.push(`${undone} requests for a link wait for their job`);
  if (late.length > 0) problems.push(`${late.length} mails were not sent`);
  if (mailsAfter > MAILS) problems.push(`mails took ${Math.round(mailsAfter / 1000)} s`);
  if (firstAnswer > RECOVERY) problems.push('the server did not work again');
  if (system.hasEnded()) problems.push('the server ended');
  problems.push(...(await lost()), ...(await wrongLinks()), ...streams.refused(), ...reading.refused());
  if (streams.open() < STREAMS) await sleep(5_000);
  if (streams.open() < STREAMS) problems.push(`${STREAMS - streams.open()} streams did not come back`);
  return {
    fault: name,
    writes: seen.acknowledged.length,
    again: seen.statuses.get(503) ?? 0,
    broken: seen.statuses.get(0) ?? 0,
    firstAnswer,
    mailsAfter,
    repeatedMails: [...system.mail.received.values()].filter(({ times }) => times > 1).length,
    problems,
  };
}

function complaints(seen: Seen, wanted: number): string[] {
  const statuses = [...seen.statuses].filter(([status]) => ![0, 200, 503].includes(status));
  return [
    ...seen.unexpected.slice(0, 5),
    ...statuses.map(([status, times]) => `${times} answers ${status}`),
    ...(seen.unanswered > 0 ? [`${seen.unanswered} requests had no answer`] : []),
    ...(seen.acknowledged.length < wanted ? [`${wanted - seen.acknowledged.length} writes were never confirmed`] : []),
  ];
}

/** Compares the list kept here with the database, row by row: everything confirmed is there once, with one mail. */
async function lost(): Promise<string[]> {
  const rows = await query<{ key: string; number: string; email: string; mails: string; entries: string }>(
    system,
    `select idempotency_key as key, broj as number, email,
            (select count(*) from mails m where m."to" = p.email) as mails,
            (select count(*) from audit_log a where a.subject_id = p.id::text and a.action = 'events.reserved') as entries
     from porudzbine p`,
  );
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const problems: string[] = [];
  for (const { key, number, email } of known.values()) {
    const row = byKey.get(key);
    if (!row) problems.push(`reservation ${number} was confirmed and is not there`);
    else if (Number(row.number) !== number || row.email !== email)
      problems.push(`reservation ${number} is another one`);
    else if (row.mails !== '1' || row.entries !== '1')
      problems.push(`reservation ${number} has ${row.mails} mails and ${row.entries} entries`);
  }
  if (byKey.size !== rows.length) problems.push('a key is there twice');
  return problems.slice(0, 10);
}

/** How many requests for a link are left: each is removed by its job, in the transaction of its mail. */
async function untilJobsDone(limit: number): Promise<number> {
  const until = performance.now() + limit;
  for (;;) {
    const [left] = await query<{ requests: string }>(system, 'select count(*) as requests from auth.link_requests');
    if (left!.requests === '0' || performance.now() > until) return Number(left!.requests);
    await sleep(500);
  }
}

/** Each request for a link that was confirmed is one mail and one audit entry; one without an answer is one or none. */
async function wrongLinks(): Promise<string[]> {
  const rows = await query<{ email: string; mails: string; entries: string }>(
    system,
    `select p.email,
            (select count(*) from mails m where m."to" = p.email and m.template = 'accounts.recovery') as mails,
            (select count(*) from audit_log a where a.subject_id = p.id::text and a.action = 'accounts.recovery-requested') as entries
     from profiles p`,
  );
  const problems: string[] = [];
  for (const [email, { confirmed, unknown }] of links) {
    const { mails, entries } = rows.find((row) => row.email === email)!;
    if (mails !== entries) problems.push(`${email} has ${mails} links and ${entries} entries`);
    if (Number(mails) < confirmed || Number(mails) > confirmed + unknown)
      problems.push(`${email} has ${mails} links; ${confirmed} were confirmed, ${unknown} had no answer`);
  }
  const [failed] = await query<{ jobs: string }>(
    system,
    "select count(*) as jobs from pgboss.job where state = 'failed' and name like 'accounts.%'",
  );
  if (failed!.jobs !== '0') problems.push(`${failed!.jobs} jobs failed for good`);
  return problems;
}

/** The addresses that no mail has reached. */
async function untilMailed(seen: Seen, limit: number): Promise<string[]> {
  const until = performance.now() + limit;
  for (;;) {
    const reached = new Set([...system.mail.received.values()].map(({ to }) => to));
    const missing = seen.acknowledged.map(({ email }) => email).filter((email) => !reached.has(email));
    if (missing.length === 0 || performance.now() > until) return missing;
    await sleep(200);
  }
}

async function query<Row>({ databaseUrl }: TestSystem, text: string): Promise<Row[]> {
  for (;;) {
    const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query(text)).rows as Row[];
    } catch {
      await sleep(500);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

function describe({ fault, writes, again, broken, firstAnswer, mailsAfter, repeatedMails, problems }: Round): string {
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
  return (
    `${problems.length === 0 ? '✓' : '✗'} ${fault.padEnd(38)} ${writes} confirmed, ${again} × 503, ${broken} broken, ` +
    `works again after ${seconds(firstAnswer)}, mails after ${seconds(mailsAfter)}, ${repeatedMails} mails twice so far`
  );
}
