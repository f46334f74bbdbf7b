import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { createLog } from '../platform/log/log.ts';
import { openMetrics } from '../platform/log/metrics.ts';
import { testApp } from '../test/app.ts';
import { registration } from '../test/browser.ts';
import { eventually } from '../test/eventually.ts';
import { person } from '../test/people.ts';
import { createRouteNamer } from './route-names.ts';
import { serveHttp } from './serve-http.ts';

const written = new PassThrough({ encoding: 'utf8' });
let text = '';
written.on('data', (piece: string) => (text += piece));
/** At `debug`, so that also what is usually left out is looked at. */
const log = createLog('debug', written);
const app = await testApp({ env: { TRUST_PROXY: '1' }, deps: { log } });
const metrics = openMetrics();
const http = await serveHttp({
  fetch: app.app.fetch,
  site: { answer: () => false } as never,
  metrics,
  log,
  nameRoute: createRouteNamer(app.app.routes),
  host: '127.0.0.1',
  port: 0,
});
afterAll(() => http.stop());

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const IP = '198.51.100.77';
const WHO = { first_name: 'Jagodinka', last_name: 'Ćelapović', username: 'jagodinka-x', phone: '+381 64 555 7788' };
const MAIL = 'jagodinka.celapovic@primer.rs';
const PASSWORD = 'tri mala lava';

async function ask(path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`http://127.0.0.1:${http.port}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': IP,
      'user-agent': 'Phone of Jagodinka',
      traceparent: TRACEPARENT,
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json().catch(() => ({}))) as Record<string, unknown> };
}
const linesOf = (event: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === event);
const signUp = (data: object, email = MAIL) =>
  ask('/auth/v1/signup', { email, password: PASSWORD, data: registration({ ...WHO, ...data }) });

/** While it runs nobody writes into the table. */
async function held(table: string, ms: number, during: () => Promise<unknown>) {
  const holding = app.db.transaction(async (tx) => {
    await tx.execute(sql.raw(`lock table ${table} in exclusive mode`));
    await sleep(ms);
  });
  await sleep(50);
  await Promise.all([holding, during()]);
}

test('the log tells of what failed, was slow or was refused a sign-in, and holds nothing by which a person is known', async () => {
  const signedUp = await signUp({});
  expect(signedUp.status).toBe(200);
  const token = String(signedUp.body.access_token);
  const own = { authorization: `Bearer ${token}` };
  const { id } = signedUp.body.user as { id: string };

  const grant = (password: string) => ask('/auth/v1/token?grant_type=password', { email: MAIL, password });
  expect((await grant('pogrešna lozinka')).status).toBe(400);
  expect((await grant(PASSWORD)).status).toBe(200);

  const proof = (password: string) => ask('/api/me/proof', { password }, own);
  await held('audit_log', 1_200, () => grant('pogrešna opet'));
  expect((await proof('pogrešna')).status).toBeGreaterThanOrEqual(400);

  await app.db.execute(sql`alter table audit_log rename to audit_log_gone`);
  expect((await signUp({ username: 'jagodinka-y' }, `druga.${MAIL}`)).status).toBe(500);
  await app.db.execute(sql`alter table audit_log_gone rename to audit_log`);
  await held('profiles', 1_200, () => signUp({ username: 'jagodinka-z' }, `treca.${MAIL}`));

  const ticket = 'Zx9'.repeat(14);
  await ask(`/event/karta/${ticket}`);
  await ask(`/api/event/tickets/${ticket}?mail=${MAIL}`);
  await ask('/api/problems', {
    message: `Cannot read https://vidik.example/event/karta/${ticket}?mail=${MAIL}`,
    stack: `Error: ${MAIL}\n    at show (https://vidik.example/assets/karta-AbC123.js:1:200)`,
    path: `/event/karta/${ticket}?token=${token}`,
  });

  await eventually(() => expect(linesOf('failed request')).toHaveLength(1));
  expect(linesOf('failed request')).toMatchObject([
    {
      call: 'POST /auth/v1/signup',
      method: 'POST',
      status: 500,
      requestId: expect.any(String),
      traceparent: TRACEPARENT,
    },
  ]);
  expect(linesOf('refused sign-in')).toMatchObject([
    { call: 'POST /auth/v1/token?grant_type=password', status: 400, person: id, traceparent: TRACEPARENT },
    { call: 'POST /auth/v1/token?grant_type=password', status: 400, person: id },
  ]);
  expect(linesOf('refused sign-in')[1].ms).toBeGreaterThan(1_000);
  expect(linesOf('slow request')).toMatchObject([{ call: 'POST /auth/v1/signup', status: 200 }]);
  expect(linesOf('request').find(({ call }) => call === 'accounts.own.proof.give')).toMatchObject({ person: id });
  expect(text).toContain('/assets/karta-AbC123.js:1:200');

  const private_ = [
    WHO.first_name,
    WHO.last_name,
    'jagodinka',
    '5557788',
    '555 7788',
    'primer.rs',
    'mala lava',
    'pogrešna',
  ];
  for (const known of [...private_, IP, ticket.slice(0, 12), token.slice(-20), String(signedUp.body.refresh_token)])
    expect(text.toLowerCase(), known).not.toContain(known.toLowerCase());
});

test('a traceparent that is none is not repeated', async () => {
  await ask('/auth/v1/token?grant_type=password', { email: 'niko@primer.rs', password: 'x' }, { traceparent: MAIL });
  await eventually(() => expect(linesOf('refused sign-in').at(-1)).toMatchObject({ status: 400 }));
  expect(linesOf('refused sign-in').at(-1)).not.toHaveProperty('traceparent');
  expect(linesOf('refused sign-in').at(-1)).not.toHaveProperty('person');
});

test('metrics count calls by procedure and refused sign-ins, by no person and no address', async () => {
  const said = await metrics.exposition();
  expect(said).toMatch(/vidik_calls_total\{call="POST \/auth\/v1\/signup",status="500"\} 1/);
  expect(said).toMatch(/vidik_call_seconds_count\{call="accounts.own.proof.give"\} 1/);
  expect(said).toMatch(/vidik_sign_in_failures_total 3/);
  expect(said).not.toMatch(/primer|Zx9|198\.51/);
});

test('an answer of ours that is not what we promise names the fields in the log, and not what stands in them', async () => {
  const staff = await person(app, 'admin');
  await app.db.execute(sql`insert into orders (email, kind, product_name, amount, currency)
    values ('kupac@primer.rs', 'device', 'Vidik – 1 uređaj', 21900, 'GBP')`);
  const answer = await ask('/api/admin/orders', undefined, { authorization: `Bearer ${staff.token}` });
  expect(answer).toMatchObject({ status: 500, body: { code: 'INTERNAL_SERVER_ERROR' } });
  await eventually(() => expect(linesOf('unexpected').at(-1)).toMatchObject({ fields: ['rows.0.currency'] }));
  expect(text).not.toContain('GBP');
});

test('a long file that cannot be read to its end is cut off, and the server goes on', async () => {
  const staff = await person(app, 'admin');
  await app.db.execute(sql`insert into orders (email, kind, product_name, amount, created_at)
    select 'kupac@primer.rs', 'device', 'Vidik – 1 uređaj', 21900, timestamptz '2021-03-01' + n * interval '1 second'
    from generate_series(1, 20000) n`);
  const own = { authorization: `Bearer ${staff.token}`, 'content-type': 'application/json' };
  const { body } = await fetch(`http://127.0.0.1:${http.port}/api/admin/orders/export`, {
    method: 'POST',
    headers: own,
    body: JSON.stringify({ from: '2021-03-01', to: '2021-03-02', columns: ['email', 'phone', 'buyer'], format: 'csv' }),
  });
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let heard = (await reader.read()).value ?? '';
  await app.db.execute(sql`alter table orders rename to orders_gone`);
  const rest = async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) heard += part.value;
  };
  await expect(rest()).rejects.toThrow();
  expect(heard).not.toMatch(/Error|select|orders/);
  await eventually(() => expect(linesOf('a file is cut off')).toHaveLength(1));
  await app.db.execute(sql`alter table orders_gone rename to orders`);
  expect((await ask('/api/admin/orders/views', undefined, own)).status).toBe(200);
});
