import { beforeEach, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { createLog } from '../../platform/log/log.ts';
import { person } from '../../test/people.ts';
import { testShop } from '../../test/shop.ts';

/** Requests that no legitimate client sends. Each gets the right refusal, and none writes an error into the log. */

const shop = await testShop();
const lines: string[] = [];
const app = createApp({
  ...shop.deps,
  log: createLog('error', { write: (line: string) => lines.push(line) } as never),
});
const admin = await person(shop, 'admin');
for (let more = 0; more < 3; more += 1) await person(shop, 'member');

beforeEach(() => void lines.splice(0));

const ask = async (path: string, init: RequestInit = {}) =>
  app.request(path, { ...init, headers: { authorization: `Bearer ${admin.token}`, ...init.headers } });
const cursor = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url');
const ID = '00000000-0000-4000-8000-000000000000';

const IMPOSSIBLE_TIMES = [
  '2026-99-01 10:00:00+00',
  '2026-02-30 10:00:00+00',
  '2025-02-29 10:00:00.123456+00',
  '0000-01-01 10:00:00+00',
  '2026-01-01 24:00:01+00',
  '2026-01-01 10:61:00+00',
  '2026-01-01 10:00:00+99',
  '9999-99-99 99:99:99',
];

test('a place in the list of people that no list has written shows the first page', async () => {
  const first = await (await ask('/api/admin/people?sort=created')).json();
  const nonsense = [
    ...IMPOSSIBLE_TIMES.map((time) => cursor([time, ID])),
    cursor(['2026-01-01 10:00:00+00', '-'.repeat(36)]),
    cursor(['2026-01-01 10:00:00+00']),
    cursor(null),
    'a',
  ];
  for (const place of nonsense) {
    const answer = await ask(`/api/admin/people?sort=created&after=${place}`);
    expect(answer.status, `${place}`).toBe(200);
    expect((await answer.json()).rows, `${place}`).toEqual(first.rows);
  }
  const byName = await ask(`/api/admin/people?sort=name&after=${cursor(['\ud800', ID])}`);
  expect(byName.status).toBe(200);
  expect(lines).toEqual([]);
});

test('a place in the list of reservations that no list has written shows the first page', async () => {
  for (const place of [
    ...IMPOSSIBLE_TIMES.map((time) => `${time}_${ID}`),
    `2026-01-01 10:00:00+00_${'-'.repeat(36)}`,
    `1_${ID}`,
    '_',
  ]) {
    const answer = await ask(`/api/admin/event/reservations?sort=number&after=${encodeURIComponent(place)}`);
    expect(answer.status, place).toBe(200);
  }
  expect(lines).toEqual([]);
});

test('a place that no row of a statement can have is bad input', async () => {
  const ofStatement = `/api/admin/bank/statements/${ID}/lines`;
  expect((await ask(`${ofStatement}?after=${2 ** 31}`)).status).toBe(400);
  expect((await ask(`${ofStatement}?after=-1`)).status).toBe(400);
  // Which has no rows, because there is no such statement.
  expect((await ask(`${ofStatement}?after=${2 ** 31 - 1}`)).status).toBe(404);
  expect(lines).toEqual([]);
});

test('a day before 1900 or after 2199 is bad input: the business has none', async () => {
  for (const day of ['0000-01-01', '0001-01-01', '1899-12-31', '2200-01-01', '9999-12-31'])
    for (const end of ['from', 'to'])
      expect((await ask(`/api/admin/audit?${end}=${day}`)).status, `${end}=${day}`).toBe(400);
  expect((await ask('/api/admin/audit?from=1900-01-01&to=2199-12-31')).status).toBe(200);
  expect(lines).toEqual([]);
});

test('a signature that cannot be compared is a wrong signature', async () => {
  for (const signature of ['t=1,v1=', 't=,v1=a', 't=1', ',', 't=1,v1=\u00ff', 'v1=a', `t=1,v1=${'a'.repeat(64)}`]) {
    const answer = await app.request('/webhooks/stripe', {
      method: 'POST',
      body: '{}',
      headers: { 'stripe-signature': signature },
    });
    expect(answer.status, signature).toBe(400);
  }
  expect(lines).toEqual([]);
});

test('a form that cannot be read is refused by the pages of the sandbox', async () => {
  for (const [type, body] of [
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=x', 'no part'],
    ['text/plain', 'do=pay'],
  ] as const) {
    const answer = await app.request('/sandbox/pay/cs_test_x', {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    });
    expect(answer.status, type).toBeLessThan(500);
  }
  expect((await app.request('/sandbox/pay/x', { method: 'DELETE' })).status).toBe(404);
});

test('half a character in any body or address is bad input, wherever it would have gone', async () => {
  const half = '\\ud800';
  const buyer = `{"firstName":"${half}","lastName":"P","companyName":"","country":"RS","address":"U","addressNumber":"1","city":"N","postalCode":"18000","phone":"+381641234567"}`;
  for (const [path, body] of [
    ['/api/functions/create-payment', `{"productId":"basic","buyerInfo":${buyer}}`],
    ['/api/admin/vouchers', `{"count":1,"banners":1,"note":"${half}"}`],
    [`/api/admin/people/${admin.id}`, `{"from":{"city":"a"},"to":{"city":"${half}"}}`],
    ['/auth/v1/signup', `{"email":"a@primer.rs","password":"${half}aaaaaaaa","data":{"city":"${half}"}}`],
  ] as const) {
    const answer = await ask(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    expect(answer.status, path).toBe(400);
  }
  expect((await ask('/api/admin/people?search=%00')).status).toBe(400);
  expect((await ask('/api/event/tickets/%00')).status).toBeLessThan(500);
  expect(lines).toEqual([]);
});
