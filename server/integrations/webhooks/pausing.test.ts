import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { ADDRESS_PAUSES, PAUSED_AFTER } from '#domain/integrations/webhooks/rules.ts';
import { announceToWebhooks } from '../../platform/announce-to-webhooks.ts';
import { openMetrics } from '../../platform/log/metrics.ts';
import { testApp } from '../../test/app.ts';
import { call, codeOfCall, person } from '../../test/people.ts';
import { localPosts, webhookReceiver } from '../../test/webhook-receiver.ts';
import { openSender } from './sender.ts';

/** An address that fails as a whole is left in peace for a while, and loses nothing by it. */

const app = await testApp({ deps: { posts: localPosts(1_500) } });
const { webhooks } = call(app, await person(app, 'superAdmin')).integrations;
const receiver = await webhookReceiver();
const sender = openSender(app.deps);
const start = app.clock.now;
const MINUTE = 60_000;

beforeEach(async () => {
  await app.db.execute(sql`truncate webhook_endpoints, webhook_events cascade`);
  receiver.take();
  app.clock.now = start;
  fails('/pao');
});

/** Only what is sent there is not taken. */
const fails = (...paths: string[]) => receiver.answers(({ path }) => (paths.includes(path) ? 500 : 204));

async function add(path: string) {
  const id = randomUUID();
  await webhooks.add({ id, url: receiver.address(path), events: ['order.*'] });
  return id;
}
const paid = (...ids: (string | number)[]) =>
  app.db.transaction((tx) =>
    announceToWebhooks(
      tx,
      app.clock.now,
      ids.map((id) => ({ type: 'order.paid', id: String(id), version: 3 })),
    ),
  );
const later = (ms: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + ms);
};
const one = async (id: string) => (await webhooks.list()).find((endpoint) => endpoint.id === id)!;
/** What came since the last look, by path and object. */
const came = () => receiver.take().map(({ path, data }) => `${path} ${data.object.id}`);
const inMs = (ms: number) => new Date(app.clock.now.getTime() + ms).toISOString();
/** More events than it takes to be paused, none of them taken. */
async function fallen(path = '/pao') {
  const id = await add(path);
  await paid(1, 2, 3, 4, 5, 6, 7, 8);
  await sender.sendDue();
  receiver.take();
  return id;
}

test('after several failures in a row everything waits together, one is tried at the end of each longer pause, and then all go', async () => {
  const id = await add('/pao');
  await add('/radi');
  await paid(1, 2, 3, 4, 5, 6, 7, 8);
  await sender.sendDue();
  const first = came();
  expect(first.filter((what) => what.startsWith('/pao'))).toHaveLength(PAUSED_AFTER);
  expect(
    first.filter((what) => what.startsWith('/radi')),
    'other addresses are told as ever',
  ).toHaveLength(8);
  for (const pause of [...ADDRESS_PAUSES, ADDRESS_PAUSES.at(-1)!]) {
    expect(await one(id)).toMatchObject({ state: 'on', pausedUntil: inMs(pause), nextAt: inMs(pause), waiting: 8 });
    later(pause - 1);
    await sender.sendDue();
    expect(came(), `before ${pause} ms`).toEqual([]);
    later(1);
    await sender.sendDue();
    expect(came(), `after ${pause} ms`).toHaveLength(1);
  }
  await paid(9);
  await sender.sendDue();
  expect(came(), 'what happens meanwhile waits with the others').toEqual(['/radi 9']);
  fails();
  later(60 * MINUTE);
  await sender.sendDue();
  expect(came().toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `/pao ${n}`));
  expect(await one(id)).toMatchObject({ state: 'on', pausedUntil: null, failingSince: null, waiting: 0 });
});

test('what became of each attempt is counted for the metrics', async () => {
  const metrics = openMetrics();
  await add('/pao');
  await add('/radi');
  await paid(1, 2);
  await openSender(app.deps, metrics.webhook).sendDue();
  const said = await metrics.exposition();
  expect(said).toMatch(/^vidik_webhook_deliveries_total\{outcome="delivered"\} 2$/m);
  expect(said).toMatch(/^vidik_webhook_deliveries_total\{outcome="rejected"\} 2$/m);
});

test('of two servers one makes the try at the end of a pause', async () => {
  const id = await fallen();
  later(MINUTE);
  await Promise.all([sender, openSender(app.deps), openSender(app.deps)].map((server) => server.sendDue()));
  expect(came()).toHaveLength(1);
  expect(await one(id)).toMatchObject({ pausedUntil: inMs(5 * MINUTE), waiting: 8 });
  fails();
  later(5 * MINUTE);
  await Promise.all([sender, openSender(app.deps), openSender(app.deps)].map((server) => server.sendDue()));
  await sender.sendDue();
  expect(came().toSorted(), 'each once').toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `/pao ${n}`));
});

test('a day of pauses costs no event its tries', async () => {
  const id = await fallen();
  for (let hour = 0; hour < 24; hour += 1) {
    later(60 * MINUTE);
    await sender.sendDue();
  }
  expect(await one(id)).toMatchObject({ state: 'on', waiting: 8 });
  expect(came().length, 'and not more than one try a pause').toBeLessThanOrEqual(24);
  fails();
  later(60 * MINUTE);
  await sender.sendDue();
  expect(await one(id)).toMatchObject({ waiting: 0, counts: { delivered: 8 } });
});

test('events that are never taken do not hold up the others', async () => {
  const id = await add('/knjige');
  receiver.answers(({ data }) => (data.object.id.startsWith('loš') ? 500 : 204));
  await paid('loš 1', 'loš 2', 'loš 3', 'loš 4', 'loš 5');
  await sender.sendDue();
  expect(await one(id)).toMatchObject({ pausedUntil: inMs(MINUTE) });
  await paid('dobar');
  receiver.take();
  later(MINUTE);
  await sender.sendDue();
  expect(came()[0]).toBe('/knjige dobar');
  expect((await one(id)).counts.delivered).toBe(1);
});

test('a pause is ended by hand: what fails then begins one as long, what is taken sends everything', async () => {
  const id = await fallen();
  later(20_000);
  expect(await webhooks.tryNow({ id })).toMatchObject({ attempt: { state: 'failed', status: 500 } });
  expect(came()).toHaveLength(1);
  expect(await one(id)).toMatchObject({ pausedUntil: inMs(MINUTE), waiting: 8 });
  fails();
  later(20_000);
  const answers = await Promise.all([webhooks.tryNow({ id }), webhooks.tryNow({ id })]);
  expect(answers).toContainEqual({ attempt: expect.objectContaining({ state: 'delivered', status: 204 }) });
  await sender.sendDue();
  expect(came().toSorted(), 'also by two, each event once').toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `/pao ${n}`));
  expect(await one(id)).toMatchObject({ pausedUntil: null, failingSince: null, waiting: 0 });
  expect(await webhooks.tryNow({ id }), 'there is no pause any more').toEqual({ attempt: null });
  expect(await codeOfCall(webhooks.tryNow({ id: randomUUID() }))).toBe('WEBHOOK_GONE');
  const log = await app.db.ask(`select after from audit_log where action = 'integrations.webhook-pause-ended'`);
  expect(log).toEqual([{ after: { url: receiver.address('/pao') } }, { after: { url: receiver.address('/pao') } }]);
});

test('a probe that is taken ends the pause, and one that is not leaves it as it is', async () => {
  const id = await fallen();
  const { pausedUntil } = await one(id);
  await webhooks.test({ id });
  const [failed] = (await webhooks.deliveries({ id, state: 'failed' })).rows.filter(
    ({ type }) => type === 'order.paid',
  );
  await webhooks.resend({ id: failed!.id });
  expect(await one(id), 'nor does an event that is sent again by hand').toMatchObject({ pausedUntil, waiting: 8 });
  fails();
  await webhooks.test({ id });
  await sender.sendDue();
  expect(await one(id)).toMatchObject({ pausedUntil: null, waiting: 0 });
});

test('a new address is told at once what the old one did not take', async () => {
  const id = await fallen();
  receiver.take();
  await webhooks.change({ id, version: 1, url: receiver.address('/novo'), events: ['order.*'] });
  await sender.sendDue();
  expect(came().toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `/novo ${n}`));
});
