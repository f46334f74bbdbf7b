import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import { PAUSES } from '#domain/integrations/webhooks/rules.ts';
import { announceToWebhooks } from '../../platform/announce-to-webhooks.ts';
import { testApp } from '../../test/app.ts';
import { eventually } from '../../test/eventually.ts';
import { call, person } from '../../test/people.ts';
import { isGenuine, localPosts, webhookReceiver } from '../../test/webhook-receiver.ts';
import { lease, sendLeasedDelivery } from './attempt.ts';
import { openSender } from './sender.ts';

/** What happened is told to whoever wants to hear of it: once it is committed, until it is taken, by one server at a time. */

const app = await testApp({ deps: { posts: localPosts(1_500) } });
const chief = await person(app, 'superAdmin');
const { webhooks } = call(app, chief).integrations;
const receiver = await webhookReceiver();
const sender = openSender(app.deps);
const start = app.clock.now;

beforeEach(async () => {
  await app.db.execute(sql`truncate webhook_endpoints, webhook_events cascade`);
  receiver.take();
  receiver.answers(() => 204);
  app.clock.now = start;
});

async function add(path = '/prijem', events = ['order.*']) {
  const id = randomUUID();
  const { secret } = await webhooks.add({ id, url: receiver.address(path), events });
  return { id, secret };
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
const attempts = async (id: string) =>
  (await webhooks.deliveries({ id })).rows
    .toReversed()
    .map(({ number, state, status, outcome }) => [number, state, status ?? outcome]);
const one = async (id: string) => (await webhooks.list()).find((endpoint) => endpoint.id === id)!;

test('an event says what happened to which object and when, is signed, and names nobody', async () => {
  const { secret } = await add();
  await paid(1503);
  await sender.sendDue();
  const [came, ...others] = receiver.take();
  expect(others).toEqual([]);
  expect(JSON.parse(came!.raw)).toEqual({
    id: came!.id,
    type: 'order.paid',
    timestamp: start.toISOString(),
    data: { object: { kind: 'order', id: '1503', version: 3 }, changed: ['status', 'paymentState', 'paidAt'] },
  });
  expect(isGenuine(came!, secret)).toBe(true);
  expect(isGenuine({ ...came!, raw: came!.raw.replace('1503', '1504') }, secret)).toBe(false);
  expect(isGenuine(came!, `whsec_${Buffer.alloc(36, 7).toString('base64')}`)).toBe(false);
});

test('only who wants an event gets it, and without anybody nothing is written', async () => {
  await add('/narudzbine', ['order.paid']);
  await add('/posiljke', ['parcel.*', 'stock.low']);
  await app.db.transaction((tx) =>
    announceToWebhooks(tx, start, [
      { type: 'order.paid', id: '1', version: 1 },
      { type: 'parcel.packed', id: '1-1', version: 1 },
      { type: 'order.cancelled', id: '2', version: 1 },
    ]),
  );
  await sender.sendDue();
  expect(
    receiver
      .take()
      .map(({ path, type }) => `${path} ${type}`)
      .sort(),
  ).toEqual(['/narudzbine order.paid', '/posiljke parcel.packed']);
  expect(await app.db.ask('select type from webhook_events order by type')).toEqual([
    { type: 'order.paid' },
    { type: 'parcel.packed' },
  ]);
});

test('what is rolled back is told to nobody', async () => {
  await add();
  await expect(
    app.db.transaction(async (tx) => {
      await announceToWebhooks(tx, start, [{ type: 'order.paid', id: '1', version: 1 }]);
      throw new Error('refused');
    }),
  ).rejects.toThrow('refused');
  await sender.sendDue();
  expect(receiver.received).toEqual([]);
  expect(await app.db.ask('select from webhook_events')).toEqual([]);
});

test('what fails is sent again with the same id after growing pauses, until it is taken', async () => {
  const { id } = await add();
  const answers = [500, 302, 500, 204];
  receiver.answers(() => answers.shift()!);
  await paid(7);
  await sender.sendDue();
  for (const pause of PAUSES.slice(0, 3)) {
    later(pause - 1);
    await sender.sendDue();
    const before = receiver.received.length;
    later(1);
    await sender.sendDue();
    expect(receiver.received.length, `after ${pause} ms`).toBe(before + 1);
  }
  expect(new Set(receiver.received.map((came) => came.id)).size).toBe(1);
  expect(
    receiver.received.map(({ path }) => path),
    'a redirect is not followed',
  ).not.toContain('/elsewhere');
  expect(await attempts(id)).toEqual([
    [1, 'failed', 500],
    [2, 'failed', 302],
    [3, 'failed', 500],
    [4, 'delivered', 204],
  ]);
  expect(await one(id)).toMatchObject({ state: 'on', failingSince: null, waiting: 0 });
});

test('a receiver that takes its time delays nobody else', async () => {
  const slow = await add('/spor');
  await add('/brz');
  let answer = () => {};
  const answered = new Promise<void>((done) => (answer = done));
  receiver.answers(async ({ path }) => {
    if (path === '/spor') await answered;
    return 204;
  });
  await paid(1, 2, 3);
  const done = openSender({ ...app.deps, posts: localPosts(60_000) }).sendDue();
  const cameTo = (wanted: string) => receiver.received.filter(({ path }) => path === wanted);
  await eventually(() => expect(cameTo('/brz')).toHaveLength(3));
  expect(cameTo('/spor').length, 'still the first one').toBeLessThanOrEqual(1);
  answer();
  await done;
  expect(cameTo('/spor')).toHaveLength(3);
  expect((await one(slow.id)).counts).toMatchObject({ delivered: 3, failed: 0 });
});

test('a sender that waits too long for the others looks again later, and nothing is wrong', async () => {
  await add();
  await paid(1);
  const logged: string[] = [];
  const tell = (level: string) => (_: unknown, what: string) => void logged.push(`${level}: ${what}`);
  const log = { ...app.deps.log, warn: tell('warn'), error: tell('error') } as typeof app.deps.log;
  const impatient = await testApp({ databaseUrl: app.databaseUrl, generousTimeouts: false });
  const other = openSender({ ...app.deps, db: impatient.db, log });
  await app.db.transaction(() => other.sendDue(), { lock: ['webhooks', 'lease'] });
  expect(logged).toEqual(['warn: webhooks are not sent']);
  expect(receiver.take()).toEqual([]);
  await other.sendDue();
  expect(receiver.take()).toHaveLength(1);
});

test('one that says nothing at all is given up after its time, and asked again later', async () => {
  const { id } = await add();
  receiver.answers(() => 'never');
  await paid(1);
  await sender.sendDue();
  expect(await attempts(id)).toEqual([
    [1, 'failed', 'late'],
    [2, 'waiting', null],
  ]);
});

test('ten are sent at once in all, and one at a time to each', async () => {
  for (let n = 0; n < 12; n += 1) await add(`/${n}`);
  const busy = new Set<string>();
  let most = 0;
  let open = () => {};
  const gate = new Promise<void>((done) => (open = done));
  receiver.answers(async ({ path }) => {
    expect(busy.has(path), 'one at a time').toBe(false);
    busy.add(path);
    most = Math.max(most, busy.size);
    await gate;
    busy.delete(path);
    return 204;
  });
  await paid(1, 2, 3);
  const patient = { ...app.deps, posts: localPosts(60_000) };
  const sending = [openSender(patient), openSender(patient)].map((server) => server.sendDue());
  await eventually(() => expect(busy.size).toBe(10));
  await new Promise((done) => setTimeout(done, 200));
  open();
  await Promise.all(sending);
  await sender.sendDue();
  expect(receiver.received).toHaveLength(36);
  expect(most).toBe(10);
});

test('two servers never make the same attempt', async () => {
  const { id } = await add();
  await paid(...Array.from({ length: 30 }, (_, n) => n));
  const servers = [sender, openSender(app.deps), openSender(app.deps)];
  await Promise.all(servers.map((server) => server.sendDue()));
  await sender.sendDue();
  expect(receiver.received).toHaveLength(30);
  expect(new Set(receiver.heard()).size).toBe(30);
  expect(receiver.heard(), 'in the order in which they happened').toEqual(
    Array.from({ length: 30 }, (_, n) => `order.paid ${n}`),
  );
  expect(await attempts(id)).toEqual(Array.from({ length: 30 }, () => [1, 'delivered', 204]));
});

test('a server that dies in the middle leaves its attempt to the others, who send it with the same id', async () => {
  const { id } = await add();
  await paid(5);
  const dying = (await lease(app.deps))!;
  expect(dying.delivery).toMatchObject({ number: 1 });
  await sender.sendDue();
  expect(receiver.received, 'it may still be sending').toEqual([]);
  later(31_000);
  await sender.sendDue();
  expect(receiver.take()).toMatchObject([{ id: dying.event.id }]);
  // It was only slow: what it says now changes nothing.
  receiver.answers(() => 500);
  await sendLeasedDelivery(app.deps, dying);
  expect(await attempts(id)).toEqual([[1, 'delivered', 204]]);
  expect(await one(id)).toMatchObject({ failingSince: null });
});

test('after three days without an answer it is switched off with one mail, and what happens meanwhile waits', async () => {
  const { id } = await add();
  receiver.answers(() => 500);
  await paid(1);
  await sender.sendDue();
  await paid(2);
  for (let next = await one(id); next.state === 'on'; next = await one(id)) {
    later(new Date(next.nextAt!).getTime() - app.clock.now.getTime());
    await sender.sendDue();
  }
  expect(app.clock.now.getTime() - start.getTime()).toBeGreaterThanOrEqual(72 * HOUR_MS);
  expect(app.clock.now.getTime() - start.getTime()).toBeLessThan(73 * HOUR_MS);
  expect(new Set(receiver.take().map((came) => came.id)).size, 'always the same two').toBe(2);
  expect(await one(id)).toMatchObject({
    state: 'off',
    offAt: app.clock.now.toISOString(),
    toldTo: chief.email,
    waiting: 2,
  });
  const mails = () =>
    app.db.ask(`select "to", props ->> 'link' as link from mails where template = 'integrations.webhook-off'`);
  expect(await mails()).toEqual([{ to: chief.email, link: `http://localhost:3000/admin/keys?adresa=${id}` }]);
  await paid(3);
  later(48 * HOUR_MS);
  await sender.sendDue();
  expect(receiver.take()).toEqual([]);
  expect(await one(id)).toMatchObject({ waiting: 3 });

  expect(await webhooks.switchOn({ id })).toMatchObject({ on: false, probe: { state: 'failed', status: 500 } });
  expect(receiver.take()).toMatchObject([{ type: 'webhook.test' }]);
  expect(await one(id)).toMatchObject({ state: 'off' });
  receiver.answers(() => 204);
  expect(await webhooks.switchOn({ id })).toMatchObject({ on: true, probe: { state: 'delivered', status: 204 } });
  await sender.sendDue();
  expect(receiver.heard(), 'in their order').toEqual([
    `webhook.test ${id}`,
    'order.paid 1',
    'order.paid 2',
    'order.paid 3',
  ]);
  expect(await one(id)).toMatchObject({ state: 'on', failingSince: null, waiting: 0 });
  expect(await mails()).toHaveLength(1);
});

test('however often it is sent again by hand while the address is off, an event waits until it is switched on', async () => {
  const { id } = await add();
  receiver.answers(() => 500);
  await paid(1);
  for (let next = await one(id); next.state === 'on'; next = await one(id)) {
    later(Math.max(0, new Date(next.nextAt!).getTime() - app.clock.now.getTime()));
    await sender.sendDue();
  }
  for (let n = 0; n <= PAUSES.length; n += 1) {
    const [waiting] = (await webhooks.deliveries({ id, state: 'waiting' })).rows;
    expect(await webhooks.resend({ id: waiting!.id })).toMatchObject({ state: 'failed', status: 500 });
    expect(await one(id)).toMatchObject({ state: 'off', waiting: 1 });
  }
  receiver.answers(() => 204);
  receiver.take();
  expect(await webhooks.switchOn({ id })).toMatchObject({ on: true });
  await sender.sendDue();
  expect(receiver.heard()).toEqual([`webhook.test ${id}`, 'order.paid 1']);
  expect(await one(id)).toMatchObject({ waiting: 0 });
});

test('one event that is never taken does not switch off an address that takes the others', async () => {
  const { id } = await add();
  receiver.answers(({ data }) => (data.object.id === 'loš' ? 500 : 204));
  await paid('loš');
  await sender.sendDue();
  for (const pause of PAUSES) {
    later(pause);
    await paid('dobar');
    await sender.sendDue();
  }
  expect(await one(id)).toMatchObject({ state: 'on', waiting: 0, counts: { delivered: 9, failed: 10, waiting: 0 } });
  later(240 * HOUR_MS);
  await sender.sendDue();
  expect(await one(id), 'and it is not tried for ever').toMatchObject({ counts: { failed: 10 } });
});

test('what nobody took for thirty days is forgotten, with everything that was sent', async () => {
  const { purgeWebhooks } = await import('./purge-webhooks.ts');
  const { id } = await add();
  await paid(1);
  await sender.sendDue();
  later(29 * 24 * HOUR_MS);
  await purgeWebhooks(app.db, app.clock.now);
  expect((await one(id)).counts.delivered).toBe(1);
  later(2 * 24 * HOUR_MS);
  await purgeWebhooks(app.db, app.clock.now);
  expect((await one(id)).counts.delivered).toBe(0);
});

test('a server that runs begins as soon as something is committed, and ends what it began before it stops', async () => {
  await add();
  const running = openSender({ ...app.deps, now: () => new Date() });
  running.start();
  await app.db.transaction((tx) => announceToWebhooks(tx, new Date(), [{ type: 'order.paid', id: '1', version: 1 }]));
  await eventually(() => expect(receiver.received).toHaveLength(1));
  receiver.answers(async () => {
    await new Promise((done) => setTimeout(done, 300));
    return 204;
  });
  await app.db.transaction((tx) => announceToWebhooks(tx, new Date(), [{ type: 'order.paid', id: '2', version: 1 }]));
  await eventually(() => expect(receiver.received).toHaveLength(2));
  await running.stop();
  expect(await app.db.ask(`select state from webhook_deliveries order by id`)).toEqual([
    { state: 'delivered' },
    { state: 'delivered' },
  ]);
});
