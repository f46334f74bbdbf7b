import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openMailServer } from '../mail-server.ts';
import { newReservation } from '../reservations.ts';
import type { Build, Cluster } from './cluster.ts';
import { send } from './load.ts';

/**
 * Two servers that only serve and two workers, one of which is killed in the middle of mails, jobs and a backup: all of it is done
 * within a minute, and nothing twice.
 */

/** Reservations, each of which causes a mail, and requests for a link, each of which causes two jobs, one after the other. */
const EACH = 300;
const CLIENTS = 10;
/** What the mail server takes for a mail, so that some are under way at any moment. Milliseconds. */
const MAIL_MS = 100;
const IN_TIME_MS = 60_000;
/** A worker sends so many mails at once. Those that were accepted before it could note that come again, as the same mail. */
const UNDER_WAY = 10;
export const ROLES = ['web', 'web', 'worker', 'worker'] as const;
const WORKERS = [2, 3];

export interface WorkersRound {
  mails: number;
  jobs: number;
  /** Mails that came again as the same mail. */
  repeated: number;
  /** Seconds from the kill until everything was done. */
  seconds: number;
  problems: string[];
}

export async function killOneWorker(cluster: Cluster, build: Build): Promise<WorkersRound> {
  const post = await openMailServer({ delayMs: MAIL_MS });
  const env = { SMTP_URL: `smtp://127.0.0.1:${post.port}`, BACKUP_EVERY: '24', LOG_LEVEL: 'fatal' };
  try {
    await cluster.begin(build, `http://127.0.0.1:${cluster.ports[0]}`, { roles: ROLES, env });
    const holder = new pg.Client({ connectionString: cluster.databaseUrl });
    await holder.connect();
    await holder.query('begin; lock table statement_imports in access exclusive mode');
    await cluster.query(
      `insert into pgboss.job (name, data, heartbeat_seconds, retry_limit) values ('backup.write', '{}', 20, 10)`,
    );
    const problems: string[] = [];
    const asking = askAll(cluster.ports.slice(0, 2), problems);
    const busy = await workerWithBackup(cluster);
    await until(() => post.received.size > EACH / 10);
    await cluster.kill(busy);
    const killed = performance.now();
    await holder.end();
    await asking;
    let left = await whatIsLeft(cluster);
    while (left.length > 0 && performance.now() - killed < IN_TIME_MS) {
      await sleep(250);
      left = await whatIsLeft(cluster);
    }
    const seconds = (performance.now() - killed) / 1000;
    const { mails, jobs, wrong } = await whatWasDone(cluster);
    const times = [...post.received.values()].map(({ times }) => times);
    const repeated = times.filter((count) => count > 1).length;
    if (times.length !== mails) wrong.push(`${mails} mails are sent, ${times.length} have arrived`);
    if (repeated > UNDER_WAY || times.some((count) => count > 2)) wrong.push(`${repeated} mails came again`);
    return { mails, jobs, repeated, seconds, problems: [...problems, ...left, ...wrong] };
  } finally {
    await cluster.end();
    await post.close();
  }
}

async function askAll(ports: readonly number[], problems: string[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  let next = 0;
  const client = async () => {
    while (next < 2 * EACH) {
      const n = next++;
      const email = `gost-${randomUUID()}@primer.rs`;
      const [where, body] =
        n % 2 === 0
          ? ['/api/event/reservations', newReservation({ personalInfo: { email } })]
          : ['/auth/v1/recover', { email }];
      const url = `http://127.0.0.1:${ports[n % 4 < 2 ? 0 : 1]}${where}`;
      const headers = { 'content-type': 'application/json' };
      const { status } = await send(url, { agent, headers, method: 'POST' }, JSON.stringify(body));
      if (status !== 200) problems.push(`${where} was answered with ${status}`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  agent.destroy();
}

/** Which of the workers has begun the process for heavy work, once the backup stands still. */
async function workerWithBackup(cluster: Cluster): Promise<number> {
  let found: number | undefined;
  await until(async () => {
    const waiting = await cluster.query(
      "select from pg_stat_activity where application_name = 'vidik backup' and wait_event_type = 'Lock'",
    );
    found = WORKERS.find((n) => hasChild(cluster.pid(n)));
    return waiting.length > 0 && found !== undefined;
  });
  return found!;
}

const hasChild = (pid: number) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim() !== '';

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (!(await isSo())) {
    if (performance.now() - began > IN_TIME_MS) throw new Error('The workers do not work.');
    await sleep(50);
  }
}

const OURS = "name in ('accounts.send-link', 'accounts.render-decoy-mail', 'backup.write')";

async function whatIsLeft(cluster: Cluster): Promise<string[]> {
  const rows = await cluster.query<{ what: string; count: number }>(`
    select 'mail ' || state as what, count(*)::int as count from mails where state <> 'sent' group by 1
    union all
    select name || ' ' || state, count(*)::int from pgboss.job where ${OURS} and state <> 'completed' group by 1`);
  return rows.map(({ what, count }) => `${count} ${what}`);
}

/** What is there once for each thing that was asked for. */
async function whatWasDone(cluster: Cluster): Promise<{ mails: number; jobs: number; wrong: string[] }> {
  const [row] = await cluster.query<Record<string, number>>(`
    select (select count(*)::int from mails) as mails,
      (select count(*)::int from pgboss.job where ${OURS}) as jobs,
      (select count(*)::int from mails where template = 'events.reserved') as confirmations,
      (select count(distinct "to")::int from mails where template = 'events.reserved') as confirmed,
      (select count(*)::int from audit_log where action = 'accounts.link-not-sent') as links,
      (select count(distinct subject_id)::int from audit_log where action = 'accounts.link-not-sent') as asked,
      (select count(*)::int from backups) as backups`);
  const { mails, jobs, ...counts } = row!;
  const wanted = { confirmations: EACH, confirmed: EACH, links: EACH, asked: EACH, backups: 1 };
  const wrong = Object.entries(wanted).flatMap(([name, count]) =>
    counts[name] === count ? [] : [`${name}: ${counts[name]} instead of ${count}`],
  );
  return { mails: mails!, jobs: jobs!, wrong };
}
