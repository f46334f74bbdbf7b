import { X509Certificate } from 'node:crypto';
import { TLSSocket } from 'node:tls';
import pg from 'pg';
import { DAY_MS, HOUR_MS } from '#domain/day.ts';
import { backupLateHours } from '#domain/system/limits.ts';
import { isSealedWithNewestKey, type SealingKeys } from '../../auth/sessions/sealing.ts';
import { MIGRATIONS } from '../../backup/database/migrations.ts';
import type { Config } from '../../config.ts';
import { HEAVY_JOBS } from '../../heavy-jobs.ts';
import { listUndeliveredEvents } from '../../payments/stripe/check-webhook.ts';
import { MINIMUM_POSTGRES } from '../../platform/migrate.ts';
import { readMigrations } from '../../platform/migrations/read.ts';
import { clientConfigOfAddress, verifiesCertificates } from '../../platform/postgres/address.ts';
import { whyRefused, wrongEncoding } from '../../platform/postgres/refusals.ts';
import { commandToType } from '../../platform/process/release.ts';
import { clockDifferenceInWords, clocksApart, MOST_APART_MS } from '../../platform/servers/clock.ts';
import { bad, type Finding, good, note, runCheck, untilItEnds } from './finding.ts';
import { checkProxy } from './proxy.ts';

const WAIT_MS = 5_000;
/** Stripe sends an event again for three days. */
const SENT_AGAIN_MS = 3 * DAY_MS;
const ON_THE_WAY_MS = 10 * 60_000;
const SLOW_MS = 20;
const ROUNDS = 5;

interface Asked {
  isOurs: boolean;
  config: Config;
  now?: Date;
  inVain?: typeof listUndeliveredEvents;
}

/** The database and what is in it: jobs, mails, backups, events of payments. */
export async function checkDatabase(
  url: string,
  { isOurs, config, now = new Date(), inVain = listUndeliveredEvents }: Asked,
): Promise<Finding[]> {
  const address = clientConfigOfAddress(url);
  const client = new pg.Client({
    ...address,
    application_name: 'vidik doctor',
    connectionTimeoutMillis: WAIT_MS,
    query_timeout: WAIT_MS,
  });
  client.on('error', () => {});
  await client.connect().catch((error) => {
    throw new Error(whyRefused(error));
  });
  try {
    const found = [
      ...(await checkServer(client, isOurs, verifiesCertificates(url))),
      ...checkCertificates(client, address, now),
      ...(await checkClock(client)),
    ];
    const migrations = await checkMigrations(client);
    found.push(migrations);
    if (migrations.state !== 'bad' && migrations.says !== EMPTY) {
      found.push(
        await checkKeys(client, config.sealingKeys),
        ...(migrations.state === 'good' ? await checkHold(client) : []),
        ...(await checkWork(client, config.backup.everyHours)),
        ...(config.payments.keys ? [await checkEvents(client, config.payments.keys, now, inVain)] : []),
        ...(await runCheck('proxy', () => checkProxy(config, client))),
      );
    }
    return found;
  } finally {
    await client.end();
  }
}

async function one<Row>(client: pg.Client, query: string, values: unknown[] = []): Promise<Row> {
  return (await client.query(query, values)).rows[0] as Row;
}

async function checkServer(client: pg.Client, isOurs: boolean, verifies: boolean): Promise<Finding[]> {
  const seen = await one<{
    version: number;
    named: string;
    encoding: string;
    mayCreate: boolean;
    isReadOnly: boolean;
    tls: string | null;
    isHere: boolean;
  }>(
    client,
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as named,
      current_setting('server_encoding') as encoding,
      has_database_privilege(current_database(), 'create') as "mayCreate",
      pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly",
      (select version from pg_stat_ssl where pid = pg_backend_pid() and ssl) as tls,
      coalesce(inet_server_addr() <<= '127.0.0.0/8' or inet_server_addr() = '::1', true) as "isHere"`,
  );
  const major = Math.floor(seen.version / 10_000);
  const encoding = wrongEncoding(seen.encoding);
  return [
    major >= MINIMUM_POSTGRES
      ? good('database', `PostgreSQL ${seen.named}${isOurs ? ', the embedded one' : ''}`)
      : bad('database', `PostgreSQL ${seen.named}; ${MINIMUM_POSTGRES} is needed at least`),
    ...(encoding === null ? [] : [bad('encoding', encoding)]),
    seen.isReadOnly
      ? bad('rights', 'it takes no writes: a standby, or set to read only')
      : seen.mayCreate
        ? good('rights', 'may create schemas')
        : bad('rights', 'may not create schemas: grant create on the database, or make the role its owner'),
    seen.tls
      ? verifies
        ? good('encryption', seen.tls)
        : note('encryption', `${seen.tls}, with whoever answers: sslmode=verify-full looks whose certificate it is`)
      : seen.isHere
        ? good('encryption', 'none, on this machine')
        : note('encryption', 'none, and the database is on another machine: add sslmode=verify-full to its address'),
  ];
}

/** Those that somebody looks at: the database's where we verify it, and ours where it is shown. Once one has ended nobody is let in. */
function checkCertificates({ connection }: pg.Client, { ssl }: pg.ClientConfig, now: Date): Finding[] {
  if (typeof ssl !== 'object' || !(connection.stream instanceof TLSSocket)) return [];
  const theirs = ssl.rejectUnauthorized === false ? undefined : connection.stream.getPeerX509Certificate();
  const told = (says: string, { validTo }: X509Certificate) =>
    untilItEnds('database TLS', `${says} is good`, new Date(validTo), now);
  return [
    ...(theirs ? [told('its certificate', theirs)] : []),
    ...(typeof ssl.cert === 'string' ? [told('ours, of sslcert,', new X509Certificate(ssl.cert))] : []),
  ];
}

async function checkClock(client: pg.Client): Promise<Finding[]> {
  const times: number[] = [];
  let apart = 0;
  for (let n = 0; n < ROUNDS; n += 1) {
    const asked = await clocksApart(async (query) => (await client.query<{ at: string }>(query)).rows);
    times.push(asked.took);
    apart = asked.apart;
  }
  const typical = times.toSorted((a, b) => a - b)[ROUNDS >> 1]!;
  const way = `${typical.toFixed(1)} ms there and back`;
  return [
    typical <= SLOW_MS ? good('distance', way) : note('distance', `${way}: every page asks several times`),
    Math.abs(apart) <= MOST_APART_MS
      ? good('clock', `${(Math.abs(apart) / 1000).toFixed(1)} s from that of the database`)
      : bad('clock', `${clockDifferenceInWords(apart)} that of the database: set both by NTP`),
  ];
}

const EMPTY = 'the database is empty; the first start fills it';

async function checkMigrations(client: pg.Client): Promise<Finding> {
  const known = readMigrations(MIGRATIONS);
  const newest = known.at(-1)!;
  const { there } = await one<{ there: boolean }>(
    client,
    "select to_regclass('migrations.__drizzle_migrations') is not null as there",
  );
  if (!there) return note('migrations', EMPTY);
  const { at } = await one<{ at: string | null }>(
    client,
    'select max(created_at) as at from migrations.__drizzle_migrations',
  );
  const when = Number(at);
  if (when > newest.when)
    return bad('migrations', `the database is newer than this version, which knows those up to ${newest.tag}`);
  const waiting = known.filter((migration) => migration.when > when).length;
  return waiting === 0
    ? good('migrations', `all are in, up to ${newest.tag}`)
    : note('migrations', `${waiting} wait for the next start`);
}

async function checkKeys(client: pg.Client, sealing: SealingKeys): Promise<Finding> {
  const { rows } = await client.query<{ material: Record<string, unknown> }>('select material from auth.keys');
  const otherwise = rows.filter(({ material }) => !isSealedWithNewestKey(material, sealing)).length;
  if (otherwise === 0) {
    return sealing.length > 0
      ? good('keys', 'sealed with SEALING_KEY')
      : note(
          'keys',
          'they lie in the database in the clear: whoever reads it can sign in as anybody. SEALING_KEY seals them',
        );
  }
  return sealing.length > 0
    ? note(
        'keys',
        `${otherwise} are not sealed with the first SEALING_KEY: ${commandToType('rotate-keys')}, once all servers have it`,
      )
    : bad('keys', 'they are sealed; set the SEALING_KEY that they were sealed with');
}

/** A line only when the shop is held. */
async function checkHold(client: pg.Client): Promise<Finding[]> {
  const { isHeld } = await one<{ isHeld: boolean }>(
    client,
    'select exists (select from restores where resumed_at is null) as "isHeld"',
  );
  return isHeld
    ? [
        note(
          'held',
          `restored from a backup: it sends no mail and starts nothing outside, until ${commandToType('resume')}`,
        ),
      ]
    : [];
}

/** A heavy job that waits for the one under way is not stuck. */
async function checkWork(client: pg.Client, everyHours: number | undefined): Promise<Finding[]> {
  const { rows: stuck } = await client.query<{ name: string; count: number }>(
    `select name, count(*)::int as count from pgboss.job
      where (state in ('created', 'retry') and start_after < now() - interval '10 minutes' and not (name = any($1::text[])
          and exists (select from pgboss.job where state = 'active' and name = any($1::text[]) and heartbeat_on > now() - interval '1 minute')))
        or (state = 'active' and heartbeat_on < now() - interval '5 minutes')
      group by 1 order by 2 desc, 1 limit 5`,
    [HEAVY_JOBS],
  );
  const { queued, oldest } = await one<{ queued: number; oldest: number | null }>(
    client,
    `select count(*)::int as queued, extract(epoch from now() - min(created_at))::float8 / 60 as oldest
      from mails where state = 'queued'`,
  );
  const { age } = await one<{ age: number | null }>(
    client,
    // Where one is due by itself, one in a folder that somebody named does not count; an older database cannot tell them apart.
    `select extract(epoch from now() - max(made_at))::float8 * 1000 as age from backups b
      where not $1 or coalesce(to_jsonb(b) ->> 'elsewhere', 'false') = 'false'`,
    [everyHours !== undefined],
  );
  return [
    stuck.length === 0
      ? good('jobs', 'none is stuck')
      : bad('jobs', `stuck: ${stuck.map(({ name, count }) => `${count} ${name}`).join(', ')}. Does a worker live?`),
    oldest !== null && oldest > 10
      ? bad('mails', `${queued} wait, the oldest for ${Math.round(oldest)} minutes`)
      : good('mails', `${queued} wait`),
    checkBackup(age, everyHours),
  ];
}

/** That STRIPE_WEBHOOK_SECRET is the right one shows with the events that it opens, and with those that Stripe sends in vain. */
async function checkEvents(
  client: pg.Client,
  { secretKey }: { secretKey: string },
  now: Date,
  inVain: typeof listUndeliveredEvents,
): Promise<Finding> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  // Whether Stripe answers, and this key, is said where the key is looked at.
  const sent = await inVain({ secretKey, from: before(SENT_AGAIN_MS), until: before(ON_THE_WAY_MS) }).catch(() => []);
  const { rows } = await client.query<{ id: string }>('select id from stripe_events where id = any($1::text[])', [
    sent.map(({ id }) => id),
  ]);
  const taken = new Set(rows.map(({ id }) => id));
  const [last, ...others] = sent.filter(({ id }) => !taken.has(id));
  if (last)
    return bad(
      'events',
      `not accepted of the last three days: ${others.length + 1}, the last of ${momentOf(last.at)}. ` +
        'Is STRIPE_WEBHOOK_SECRET the right one? The log says why',
    );
  const { at } = await one<{ at: Date | null }>(client, 'select max(received_at) as at from stripe_events');
  return at === null
    ? note('events', 'none was accepted yet: whether STRIPE_WEBHOOK_SECRET is the right one shows with the first')
    : good('events', `the last one was accepted on ${momentOf(at)}`);
}

const momentOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' at ')} UTC`;

function checkBackup(age: number | null, everyHours: number | undefined): Finding {
  const backsUp = everyHours !== undefined;
  if (age === null)
    return (backsUp ? note : bad)(
      'backup',
      backsUp ? 'none yet; the first is made by itself' : `none yet: ${commandToType('backup')}, or BACKUP_EVERY=24`,
    );
  const said = `the last one ${Math.round(age / HOUR_MS)} hours ago`;
  return age > backupLateHours(everyHours) * HOUR_MS ? bad('backup', said) : good('backup', said);
}
