import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { purgeExpiredRecords } from '../../flows/retention/purge-expired-records.ts';
import { openDatabase } from '../../platform/db.ts';
import { stockDevices } from '../../stock/schema.ts';
import { testApp } from '../../test/app.ts';
import { untilBlocked } from '../../test/eventually.ts';
import { ask, keyOf } from '../../test/keys.ts';
import { person } from '../../test/people.ts';
import { whenOver } from '../../test/when-over.ts';
import { KEPT_MS, RUNNING_MS } from './idempotency.ts';
import { idempotentRequests } from './schema.ts';

const app = await testApp();
const owner = await person(app, 'superAdmin');
const { secret } = await keyOf(app, owner);
const start = app.clock.now;

let last = 0;
const serial = () => `VDK-26-${String(++last).padStart(6, '0')}`;
const limit = (warnBelow: number, idempotencyKey: string, more: object = {}, to: Parameters<typeof ask>[0] = app) =>
  ask(to, secret, '/admin/stock/limit', {
    method: 'POST',
    body: { warnBelow },
    headers: { 'idempotency-key': idempotencyKey, ...more },
  });
const scan = (idempotencyKey: string, number: string, key = randomUUID()) =>
  ask(app, secret, '/admin/stock/scans', {
    method: 'POST',
    body: { key, serial: number },
    headers: { 'idempotency-key': idempotencyKey },
  });
const rowOf = async (idempotencyKey: string) =>
  (await app.db.select().from(idempotentRequests).where(eq(idempotentRequests.idempotencyKey, idempotencyKey)))[0];

test('the same again is answered as the first time, and nothing is done twice', async () => {
  const [key, number, id] = [randomUUID(), serial(), randomUUID()];
  const first = await scan(key, number, id);
  expect(first.status).toBe(200);
  const again = await scan(key, number, id);
  expect(again).toMatchObject({ status: 200, body: first.body });
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  expect(await app.db.$count(stockDevices, eq(stockDevices.serial, number))).toBe(1);
});

test('a refusal of what was asked is kept too; what is refused for the moment is asked again', async () => {
  const key = randomUUID();
  const first = await limit(-1, key);
  expect(first.status).toBe(400);
  const again = await limit(-1, key);
  expect(again).toMatchObject({ status: 400, body: first.body });
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  const readOnly = await keyOf(app, owner, { writes: false });
  const forbidden = await ask(app, readOnly.secret, '/admin/stock/limit', {
    method: 'POST',
    body: { warnBelow: 1 },
    headers: { 'idempotency-key': key },
  });
  expect(forbidden.code).toBe('KEY_FORBIDDEN');
  expect(await app.db.$count(idempotentRequests, eq(idempotentRequests.keyId, readOnly.id))).toBe(0);
});

test('another body, or another address, with the same key is refused', async () => {
  const key = randomUUID();
  expect((await limit(5, key)).status).toBe(200);
  expect(await limit(6, key)).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
  expect(await scan(key, serial())).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
  const other = await keyOf(app, owner);
  const elsewhere = await ask(app, other.secret, '/admin/stock/limit', {
    method: 'POST',
    body: { warnBelow: 7 },
    headers: { 'idempotency-key': key },
  });
  expect(elsewhere.status, 'of another program it is another').toBe(200);
});

test('a key that is no key is refused, and without one nothing is remembered', async () => {
  for (const bad of ['', ' ', 'x'.repeat(256), 'č'])
    expect((await limit(5, encodeURI(bad) === bad ? bad : 'x'.repeat(300))).code).toBe('IDEMPOTENCY_KEY_INVALID');
  const before = await app.db.$count(idempotentRequests);
  await ask(app, secret, '/admin/stock/limit', { method: 'POST', body: { warnBelow: 5 } });
  await ask(app, secret, '/admin/stock', { headers: { 'idempotency-key': randomUUID() } });
  expect(await app.db.$count(idempotentRequests)).toBe(before);
});

test('what anybody may call is answered with a key as without one, and the secrets in its answer are kept nowhere', async () => {
  const readOnly = await keyOf(app, owner, { writes: false });
  const headers = { 'idempotency-key': randomUUID() };
  const begin = () => ask(app, readOnly.secret, '/tv/pairings', { method: 'POST', headers });
  const [first, second] = [await begin(), await begin()];
  for (const { status, body, headers: said } of [first, second]) {
    expect([status, body]).toEqual([200, expect.objectContaining({ secret: expect.any(String) })]);
    expect(said.get('idempotency-replayed')).toBeNull();
  }
  expect(second.body).not.toEqual(first.body);
  expect(await rowOf(headers['idempotency-key'])).toBeUndefined();
});

test('twice at once, on two servers, it is done once: the other is told to wait, and then has the same answer', async () => {
  const db = openDatabase(app.databaseUrl, { lockMs: 20_000, poolMs: 20_000, statementMs: 60_000 });
  whenOver(() => db.close());
  const second = { app: createApp({ ...app.deps, db }) };
  const key = randomUUID();
  let release = () => {};
  const held = app.db.transaction(async (tx) => {
    await tx.execute('lock table stock_limits in access exclusive mode');
    await new Promise<void>((resolve) => {
      release = resolve;
    });
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  const first = limit(17, key);
  await untilBlocked(app);
  expect(await limit(17, key, {}, second)).toMatchObject({ status: 409, code: 'IDEMPOTENCY_KEY_RUNNING' });
  release();
  await held;
  expect((await first).status).toBe(200);
  expect(await limit(17, key, {}, second)).toMatchObject({ status: 200, body: (await first).body });

  const sameKey = randomUUID();
  const number = serial();
  const id = randomUUID();
  const answers = await Promise.all(Array.from({ length: 12 }, () => scan(sameKey, number, id)));
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  expect(await app.db.$count(stockDevices, eq(stockDevices.serial, number))).toBe(1);
});

test('whoever hung up asks again and has the answer', async () => {
  const [key, number, id] = [randomUUID(), serial(), randomUUID()];
  const leaving = new AbortController();
  const cut = ask(app, secret, '/admin/stock/scans', {
    method: 'POST',
    body: { key: id, serial: number },
    headers: { 'idempotency-key': key },
    signal: leaving.signal,
  }).catch(() => null);
  leaving.abort();
  await cut;
  let again = await scan(key, number, id);
  while (again.code === 'IDEMPOTENCY_KEY_RUNNING') again = await scan(key, number, id);
  expect(again.status).toBe(200);
  expect(await app.db.$count(stockDevices, eq(stockDevices.serial, number))).toBe(1);
});

test('a server that died in the middle holds the key for five minutes, and then it is free for the same request', async () => {
  const key = randomUUID();
  await limit(21, key);
  await app.db
    .update(idempotentRequests)
    .set({ status: null, body: null })
    .where(eq(idempotentRequests.idempotencyKey, key));
  expect((await limit(21, key)).code).toBe('IDEMPOTENCY_KEY_RUNNING');
  app.clock.now = new Date(start.getTime() + RUNNING_MS + 1_000);
  expect((await limit(22, key)).code, 'another body').toBe('IDEMPOTENCY_KEY_REUSED');
  expect((await limit(21, key)).status).toBe(200);
  expect((await limit(21, key)).headers.get('idempotency-replayed')).toBe('true');
  app.clock.now = start;
});

test('what failed on our side is not kept: the same key is sent again', async () => {
  const key = randomUUID();
  await app.db.execute('alter table stock_limits rename to stock_limits_away');
  const failed = await limit(31, key);
  expect(failed.status).toBe(500);
  expect(await rowOf(key)).toBeUndefined();
  await app.db.execute('alter table stock_limits_away rename to stock_limits');
  expect((await limit(31, key)).status).toBe(200);
});

test('an answer that is too large is not kept, and whoever asks again learns that it was done', async () => {
  const key = randomUUID();
  await limit(41, key);
  await app.db.update(idempotentRequests).set({ body: null }).where(eq(idempotentRequests.idempotencyKey, key));
  const again = await limit(41, key);
  expect(again).toMatchObject({ status: 409, code: 'ANSWER_NOT_KEPT' });
  expect(again.body).toMatchObject({ data: { status: 200 } });
});

test('of a call that writes nothing no answer is kept', async () => {
  const key = randomUUID();
  const form = () => {
    const body = new FormData();
    body.append('file', new File([serial()], 'p.csv'));
    return body;
  };
  for (const _ of [1, 2]) {
    const request = new Request('http://localhost/api/admin/stock/intakes/check', {
      method: 'POST',
      body: form(),
      headers: { authorization: `Bearer ${secret}`, 'idempotency-key': key },
    });
    expect((await app.app.request(request)).status).toBe(200);
  }
  expect(await rowOf(key)).toBeUndefined();
});

test('after a day it is forgotten, by the job and by whoever asks', async () => {
  const [swept, asked] = [randomUUID(), randomUUID()];
  await limit(51, swept);
  await limit(51, asked);
  app.clock.now = new Date(start.getTime() + KEPT_MS + 1_000);
  expect((await limit(52, asked)).status, 'another body, after a day').toBe(200);
  await purgeExpiredRecords(app.deps);
  expect(await rowOf(swept)).toBeUndefined();
  expect(await rowOf(asked)).toBeDefined();
  app.clock.now = start;
});
