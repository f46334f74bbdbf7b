import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { testApp } from '../../test/app.ts';
import { emptyDatabase } from '../../test/empty-database.ts';
import { eventually } from '../../test/eventually.ts';
import { startPooler } from '../../test/postgres/pooler.ts';
import { addressOf, builtServer, emptyDataDir, ended } from '../../test/server-process.ts';
import { whenOver } from '../../test/when-over.ts';
import { isDatabaseUnavailable } from '../database-errors.ts';
import { openDatabase } from '../db.ts';
import { checkAddresses } from './pooler.ts';

const { databaseUrl } = await testApp();
const { launch } = builtServer(databaseUrl);
const pooler = await startPooler(databaseUrl);
whenOver(() => pooler.stop());
const pooled = pooler.through(databaseUrl);
const both = { DATABASE_URL: pooled, DATABASE_DIRECT_URL: databaseUrl };
const admin = { email: `pooler-${process.pid}@vidik.example`, password: 'iz podesavanja 1' };
const owner = { SUPER_ADMIN_EMAIL: admin.email, SUPER_ADMIN_PASSWORD: admin.password };

/** Whom a busy machine answers 503, asks again. */
async function signIn(address: string): Promise<string> {
  const answer = await fetch(`${address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  if (answer.status === 503) {
    await answer.body?.cancel();
    await sleep(500);
    return signIn(address);
  }
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { access_token: string }).access_token;
}

test('every sign-in that is confirmed through a pooler is there, and the next start hangs on nothing', async () => {
  const server = launch({ ...both, ...owner });
  const address = await addressOf(server);
  for (let round = 0; round < 2; round += 1) {
    const tokens = await Promise.all(Array.from({ length: 60 }, () => signIn(address)));
    const seen = await Promise.all(
      tokens.map((token) => fetch(`${address}/api/me`, { headers: { authorization: `Bearer ${token}` } })),
    );
    expect(seen.map(({ status }) => status)).toEqual(tokens.map(() => 200));
  }
  server.child.kill('SIGTERM');
  expect(await ended(server)).toBe(0);
  expect(server.said.err).toBe('');

  const next = launch({ ...both, ...owner });
  await signIn(await addressOf(next));
  const backup = launch({ ...both, DATA_DIR: emptyDataDir() }, 'backup');
  expect(await ended(backup), backup.said.err).toBe(0);
  next.child.kill('SIGTERM');
  expect(await ended(next)).toBe(0);
});

test('live lists hear of changes behind a pooler', async () => {
  const server = launch({ ...both, ...owner });
  const address = await addressOf(server);
  const token = await signIn(address);
  const hangUp = new AbortController();
  onTestFinished(() => hangUp.abort());
  const stream = await fetch(`${address}/api/live/me`, {
    headers: { authorization: `Bearer ${token}` },
    signal: hangUp.signal,
  });
  let text = '';
  const reading = (async () => {
    for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) text += chunk;
  })().catch(() => {});
  const client = await connected(databaseUrl);
  await client.query('update profiles set city = $2 where email = $1', [admin.email, 'Čačak']);
  await eventually(() => expect(text).toContain('changed'));
  hangUp.abort();
  await reading;
  server.child.kill('SIGTERM');
  expect(await ended(server)).toBe(0);
});

test('a pooler where sessions are needed is refused at the start, in one sentence, however it hides', async () => {
  const hidden = await startPooler(databaseUrl, {
    settings: ['ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout'],
    onConnect: 'set statement_timeout = 4987',
  });
  onTestFinished(() => hidden.stop());
  const session = await startPooler(databaseUrl, { mode: 'session' });
  onTestFinished(() => session.stop());
  for (const { through } of [pooler, hidden, session]) {
    const server = launch({ DATABASE_URL: through(databaseUrl) });
    expect(await ended(server)).toBe(1);
    expect(server.said.err).toMatch(
      /^DATABASE_URL leads through a pooler .* Set DATABASE_DIRECT_URL to PostgreSQL itself.*\n$/,
    );
    const backup = launch({ DATABASE_URL: through(databaseUrl) }, 'backup');
    expect(await ended(backup)).toBe(1);
    expect(backup.said.err).toMatch(/^DATABASE_URL leads through a pooler/);
  }
  const twice = launch({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: hidden.through(databaseUrl) });
  expect(await ended(twice)).toBe(1);
  expect(twice.said.err).toMatch(/^DATABASE_DIRECT_URL leads through a pooler .*\n$/);
});

test('a proxy that gives every session a server process of its own is none', async () => {
  const kept = await startPooler(databaseUrl, {
    mode: 'session',
    settings: ['ignore_startup_parameters = statement_timeout'],
    onConnect: 'set statement_timeout = 4987',
  });
  onTestFinished(() => kept.stop());
  await checkAddresses({ direct: kept.through(databaseUrl), pooled: null });
});

test('two addresses that lead to different databases are refused, and a pooler that is away is said by its name', async () => {
  const other = await emptyDatabase();
  await expect(checkAddresses({ direct: other, pooled })).rejects.toThrow(
    /^DATABASE_URL and DATABASE_DIRECT_URL lead to different databases/,
  );
  await checkAddresses({ direct: databaseUrl, pooled });
  await checkAddresses({ direct: databaseUrl, pooled: databaseUrl.replace('127.0.0.1', 'localhost') });
  const away = new URL(pooled);
  away.port = '1';
  await expect(checkAddresses({ direct: databaseUrl, pooled: away.href })).rejects.toThrow(
    /^The database of DATABASE_URL does not let us in: connect ECONNREFUSED/,
  );
  const nobody = launch({ DATABASE_DIRECT_URL: databaseUrl, DATABASE_URL: undefined });
  expect(await ended(nobody)).toBe(1);
  expect(nobody.said.err).toContain('DATABASE_DIRECT_URL: goes with DATABASE_URL');
});

test('statements and locks have their limits through a pooler, and leave none of them behind', async () => {
  const db = openDatabase(pooled, { direct: databaseUrl, statementMs: 300, lockMs: 200 });
  onTestFinished(() => db.close());
  await expect(db.ask('select pg_sleep(5)')).rejects.toMatchObject({ code: '57014' });
  await expect(db.transaction((tx) => tx.execute(sql`select pg_sleep(5)`))).rejects.toThrow();
  const holder = await connected(databaseUrl);
  await holder.query("begin; select pg_advisory_xact_lock(hashtext('pooler'), hashtext('1'))");
  const locked = db.transaction(async () => {}, { lock: ['pooler', '1'] });
  await expect(locked).rejects.toMatchObject({ code: '55P03' });
  const others = await Promise.all(Array.from({ length: 6 }, () => connected(pooled)));
  for (const client of others) {
    const { rows } = await client.query("select current_setting('statement_timeout') as limit");
    expect(rows).toEqual([{ limit: '0' }]);
  }
  const prepared = await db.ask<{ count: number }>('select count(*)::int as count from pg_prepared_statements');
  expect(prepared).toEqual([{ count: 0 }]);
});

test('a statement with a name is asked by any server process, and a write outside a transaction stays written', async () => {
  const db = openDatabase(pooled, { direct: databaseUrl });
  onTestFinished(() => db.close());
  await db.ask('create table if not exists pooler_rows (n int primary key)');
  const numbers = Array.from({ length: 200 }, (_, n) => n);
  const asked = await Promise.all(
    numbers.map((n) => db.ask({ name: 'a number', text: 'insert into pooler_rows values ($1) returning n' }, [n])),
  );
  expect(asked.flat()).toEqual(numbers.map((n) => ({ n })));
  await expect(db.ask('insert into pooler_rows values (1)')).rejects.toMatchObject({ code: '23505' });
  const [row] = await db.ask<{ count: number }>('select count(*)::int as count from pooler_rows');
  expect(row).toEqual({ count: 200 });
});

test('a pooler whose server processes are all taken, or that stands still, is given up in time', async () => {
  const small = await startPooler(databaseUrl, { settings: ['reserve_pool_size = 0'] });
  onTestFinished(() => small.stop());
  const url = small.through(databaseUrl);
  const takers = await Promise.all(Array.from({ length: 6 }, () => connected(url)));
  await Promise.all(takers.map((client) => client.query('begin')));
  const db = openDatabase(url, { direct: databaseUrl });
  onTestFinished(() => db.close());
  const began = performance.now();
  const failed = await Promise.allSettled([db.ask('select 1'), db.transaction(async () => {})]);
  expect(performance.now() - began).toBeLessThan(6_000);
  for (const one of failed) expect(one.status === 'rejected' && isDatabaseUnavailable(one.reason)).toBe(true);
  await Promise.all(takers.map((client) => client.query('rollback')));
  expect(await db.ask('select 1 as one')).toEqual([{ one: 1 }]);

  small.standStill();
  const since = performance.now();
  const silent = await Promise.allSettled([db.ask('select 1'), db.transaction(async () => {})]);
  expect(performance.now() - since).toBeLessThan(6_000);
  for (const one of silent) expect(one.status === 'rejected' && isDatabaseUnavailable(one.reason)).toBe(true);
  small.resumeConnections();
  expect(await db.ask('select 1 as one')).toEqual([{ one: 1 }]);
});

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  return client;
}
