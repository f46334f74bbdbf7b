import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { rotateSigningKeys } from '../auth/sessions/signing-keys.ts';
import { openTokens } from '../auth/sessions/tokens.ts';
import { reservations } from '../events/schema.ts';
import { openLive, RESYNC } from '../live/listen.ts';
import { openJobDatabase } from '../start/open-dependencies.ts';
import { testApp } from '../test/app.ts';
import { eventually } from '../test/eventually.ts';
import { person } from '../test/people.ts';
import { databaseProxy } from '../test/postgres/database-proxy.ts';
import { newReservation } from '../test/reservations.ts';
import { isConnectionLost, isDatabaseUnavailable, isPoolBusy } from './database-errors.ts';
import { openDatabase } from './db.ts';

/** The server reaches its database through a network that these tests cut, hold still and lose answers in. */
const { databaseUrl, db: direct } = await testApp();
const network = await databaseProxy(databaseUrl);
const app = await testApp({ databaseUrl: network.url, generousTimeouts: false });
const who = await person(app, 'member');
afterAll(() => network.close());

const me = () => app.app.request('/api/me', { headers: { authorization: `Bearer ${who.token}` } });
const signIn = () =>
  app.app.request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@primer.rs', password: 'wrong password' }),
  });
const reserve = (reservation = newReservation()) =>
  app.app.request('/api/event/reservations', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(reservation),
  });

async function expectUnavailable(response: Response) {
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await response.text()).not.toMatch(/select|relation|postgres|ECONN|Connection/i);
}

/** Asks again while the answer is 503, as its callers do; a busy machine needs a moment for new connections. */
const untilAnswered = (ask: () => Response | Promise<Response>): Promise<Response> =>
  eventually(async () => {
    const answer = await ask();
    expect(answer.status).not.toBe(503);
    return answer;
  });

/** Somebody else's session in the database that holds a lock until the test is over. */
async function holdLock(statement: string) {
  const other = new pg.Client({ connectionString: databaseUrl });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('begin');
  await other.query(statement);
}

test('connections that end under load cost 503 at most, and everything that was confirmed is there', async () => {
  const confirmed = new Set<string>();
  for (let round = 0; round < 8; round += 1) {
    const answers = Array.from({ length: 30 }, async (_, n) => {
      const answer = await (n % 3 === 0 ? me() : n % 3 === 1 ? signIn() : reserve());
      const known = n % 3 === 1 ? [400, 503] : [200, 503];
      expect(known, await answer.clone().text()).toContain(answer.status);
      if (answer.status === 503) expect(answer.headers.get('retry-after')).not.toBeNull();
      else if (n % 3 === 2) confirmed.add(((await answer.json()) as { number: string }).number);
    });
    network.cut();
    await Promise.all(answers);
  }
  expect((await untilAnswered(me)).status).toBe(200);
  const rows = await app.db.select({ number: reservations.number }).from(reservations);
  expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length);
  for (const number of confirmed) expect(rows.map((row) => row.number)).toContain(number);
});

test('a read whose connection was lost is asked once more, unnoticed', async () => {
  const db = openDatabase(network.url, { max: 1, poolMs: 20_000 });
  onTestFinished(() => db.close());
  await db.ask('select 1');
  network.cut();
  expect(await db.ask('select 2 as two')).toEqual([{ two: 2 }]);
});

test('when the answer to a commit is lost the caller gets 503, and asking again with the same key is the same reservation', async () => {
  const reservation = newReservation({ personalInfo: { email: 'lost@primer.rs' } });
  network.loseAnswerTo('lost@primer.rs');
  await expectUnavailable(await reserve(reservation));
  const again = await untilAnswered(() => reserve(reservation));
  expect(again.status).toBe(200);
  const rows = (await app.db.select().from(reservations)).filter(({ email }) => email === 'lost@primer.rs');
  expect(rows.map(({ number }) => number)).toEqual([((await again.json()) as { number: string }).number]);
});

test('a lock that somebody forgot is answered with 503, not waited for', async () => {
  await holdLock('lock table profiles in access exclusive mode');
  await expectUnavailable(await me());
  await expectUnavailable(
    await app.app.request('/auth/v1/user', { headers: { authorization: `Bearer ${who.token}` } }),
  );
});

test('however many wait for a forgotten lock, nobody waits for those before them', async () => {
  const db = openDatabase(databaseUrl, { max: 1, lockMs: 20_000 });
  onTestFinished(() => db.close());
  await holdLock('lock table profiles in access exclusive mode');
  const first = db.ask('select from profiles').catch((error) => error);
  const others = Array.from({ length: 20 }, () => db.ask('select 1').catch((error) => error));
  const over = await Promise.race([first.then(() => 'the first'), Promise.all(others).then(() => 'the others')]);
  expect(over).toBe('the others');
  expect((await Promise.all(others)).every(isPoolBusy)).toBe(true);
});

test('a job waits for its turn while other jobs use all connections', async () => {
  const db = openJobDatabase(databaseUrl);
  onTestFinished(() => db.close());
  const others = Array.from({ length: 5 }, () => db.ask('select pg_sleep(1.5)'));
  expect(await db.ask('select 1 as one')).toEqual([{ one: 1 }]);
  await Promise.all(others);
});

test('a pool that is used up is answered with 503', async () => {
  const db = openDatabase(databaseUrl, { max: 1 });
  const small = await testApp({ databaseUrl, deps: { db } });
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  const holder = db.transaction(() => left);
  const ask = () => small.app.request('/api/me', { headers: { authorization: `Bearer ${who.token}` } });
  await expectUnavailable(await ask());
  leave();
  await holder;
  expect((await untilAnswered(ask)).status).toBe(200);
  await db.close();
});

test('a statement that takes longer than its limit is ended', async () => {
  const hasty = openDatabase(databaseUrl, { statementMs: 200 });
  await expect(hasty.ask('select pg_sleep(20)')).rejects.toMatchObject({ code: '57014' });
  await hasty.close();
});

test('a commit that does not end is given up as a lost connection, and the next one gets another connection', async () => {
  await direct.execute(`create table slow_commits (id int);
    create function slow_commit() returns trigger language plpgsql as 'begin perform pg_sleep(20); return null; end';
    create constraint trigger slow_commit after insert on slow_commits deferrable initially deferred for each row execute function slow_commit()`);
  const hasty = openDatabase(databaseUrl, { statementMs: 200, max: 1 });
  for (const write of [
    () => hasty.transaction((tx) => tx.execute('insert into slow_commits values (1)')),
    () => hasty.execute('insert into slow_commits values (2)'),
  ]) {
    const error = await write().catch((thrown: unknown) => thrown);
    expect(isConnectionLost(error)).toBe(true);
    expect(await hasty.ask('select 1 as one')).toEqual([{ one: 1 }]);
  }
  await hasty.close();
});

test('a rollback that does not end is not waited for like a statement, and the next one gets another connection', async () => {
  const hasty = openDatabase(network.url, { max: 1, isWatched: false });
  network.neverAnswer('rollback');
  const failing = hasty.transaction((tx) => tx.execute('select 1 / 0')).catch((error: unknown) => error);
  const first = await Promise.race([failing, sleep(5_000, 'still waiting')]);
  expect(String((first as Error).cause)).toContain('division by zero');
  expect(await hasty.ask('select 1 as one')).toEqual([{ one: 1 }]);
  await hasty.close();
});

test('a database that stands still is answered with 503, and works again when it goes on', async () => {
  await me();
  network.standStill();
  const answers = await Promise.all([me(), signIn(), reserve(), app.app.request('/readyz')]);
  for (const answer of answers) expect(answer.status).toBe(503);
  network.resume();
  expect((await untilAnswered(me)).status).toBe(200);
});

test('a database that takes no writes any more is answered with 503, by readyz too, and works again when it takes them', async () => {
  const operator = new pg.Client({ connectionString: databaseUrl });
  await operator.connect();
  onTestFinished(() => operator.end());
  const name = new URL(databaseUrl).pathname.slice(1);
  await operator.query(`alter database "${name}" set default_transaction_read_only = on`);
  network.cut();
  for (const answer of await Promise.all([me(), signIn(), reserve()])) await expectUnavailable(answer);
  expect((await app.app.request('/readyz')).status).toBe(503);
  await operator.query(`alter database "${name}" reset default_transaction_read_only`);
  expect((await untilAnswered(me)).status).toBe(200);
  expect((await untilAnswered(reserve)).status).toBe(200);
});

test('a write on a connection that has become read only is refused as a database that is away', async () => {
  const write = direct.transaction(async (tx) => {
    await tx.execute('set transaction read only');
    await tx.execute('delete from live_changes');
  });
  expect(isDatabaseUnavailable(await write.catch((error) => error))).toBe(true);
});

test('a bad token stays a bad token, whether the database is there or not', async () => {
  const forged = () =>
    app.app.request('/api/me', { headers: { authorization: `Bearer ${who.token.slice(0, -4)}AAAA` } });
  expect((await forged()).status).toBe(401);
  network.cut();
  expect((await forged()).status).toBe(401);
});

test('a key that cannot be looked up is 503, also the second time, never a bad token', async () => {
  await direct.transaction((tx) => rotateSigningKeys(tx, new Date(), { sealing: [], atOnce: true }));
  const elsewhere = await openTokens(direct, `${app.config.publicUrl}/auth/v1`);
  const { id: userId, sessionId, email } = who;
  const claims = { userId, sessionId, email, aal: 'aal1' as const, amr: [], userMetadata: {} };
  const { token } = await elsewhere.issue(claims, app.clock.now);
  const withNewKey = () => app.app.request('/api/me', { headers: { authorization: `Bearer ${token}` } });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  network.standStill();
  for (const _ of [1, 2]) await expectUnavailable(await withNewKey());
  network.resume();
  expect((await untilAnswered(withNewKey)).status).toBe(200);
});

test('a failed statement whose error is ignored does not count as done', async () => {
  const work = direct.transaction(async (tx) => {
    await tx.execute('select 1 / 0').catch(() => {});
  });
  await expect(work).rejects.toThrow('rolled back');
});

test('a statement that comes after the end of its transaction is refused', async () => {
  const tx = await direct.transaction(async (open) => ({ execute: () => open.execute('select 1') }));
  await expect(tx.execute()).rejects.toMatchObject({ cause: { message: 'the transaction is over' } });
});

test('a listening connection of which only one half is left is noticed, and its readers read anew', async () => {
  const half = await databaseProxy(databaseUrl);
  const live = await openLive(half.url, { heartbeat: 400, timeout: 300 });
  onTestFinished(async () => {
    await live.close();
    await half.close();
  });
  const notifications = live.subscribe(['topic'], new AbortController().signal)[Symbol.asyncIterator]();
  half.standStill();
  await eventually(() => expect(half.connections(), 'another one is tried').toBeGreaterThan(1));
  half.resume();
  expect(await notifications.next()).toEqual({ done: false, value: RESYNC });
});

test('a listening connection that is never answered is given up, and listening begins again', async () => {
  const silent = await databaseProxy(databaseUrl);
  const live = await openLive(silent.url);
  onTestFinished(async () => {
    await live.close();
    await silent.close();
  });
  const notifications = live.subscribe(['topic'], new AbortController().signal)[Symbol.asyncIterator]();
  silent.neverAnswer('listen live');
  silent.cut();
  expect(await notifications.next()).toEqual({ done: false, value: RESYNC });
});

test('losing the connection that looks for a stall costs no statement', async () => {
  const observer = new pg.Client({ connectionString: databaseUrl });
  await observer.connect();
  onTestFinished(() => observer.end());
  const watches = async () => {
    const found = `select pid from pg_stat_activity where application_name = 'vidik watch' and datname = current_database()`;
    return (await observer.query(found)).rows.map(({ pid }) => pid as number);
  };
  const others = await watches();
  const looksForStalls = async () => (await watches()).filter((pid) => !others.includes(pid));
  const { db } = await testApp({ databaseUrl });
  await observer.query('select pg_advisory_lock(1)');
  const work = db.transaction((tx) => tx.execute('select pg_advisory_xact_lock(1)'));
  const [lost] = await eventually(async () => {
    const pids = await looksForStalls();
    expect(pids).not.toEqual([]);
    return pids;
  });
  await observer.query('select pg_terminate_backend($1)', [lost]);
  await eventually(async () => {
    const pids = await looksForStalls();
    expect(pids).not.toEqual([]);
    expect(pids).not.toContain(lost);
  });
  await observer.query('select pg_advisory_unlock(1)');
  await expect(work).resolves.toBeDefined();
});

test('closing does not wait for a database that stands still', async () => {
  const silent = await databaseProxy(databaseUrl);
  const [db, live] = [openDatabase(silent.url), await openLive(silent.url)];
  await db.ask('select 1');
  silent.standStill();
  const asked = db.ask('select 1').catch(() => 'refused');
  await Promise.all([db.close(), live.close()]);
  expect(await asked).toBe('refused');
  await silent.close();
});
