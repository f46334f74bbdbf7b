import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import { announceToWebhooks } from '../../platform/announce-to-webhooks.ts';
import { openPosts } from '../../platform/typed-address/post.ts';
import { testApp } from '../../test/app.ts';
import { inEndedSession } from '../../test/ended-session.ts';
import { call, codeOfCall, giveDuties, person } from '../../test/people.ts';
import { isGenuine, localPosts, webhookReceiver } from '../../test/webhook-receiver.ts';
import { purgeWebhooks } from './purge-webhooks.ts';
import { openSender } from './sender.ts';

/** Addresses of other programs are kept by whoever has security; their secrets are shown once. */

const app = await testApp({ deps: { posts: localPosts(1_000) } });
const keeper = await person(app, 'admin');
await giveDuties(app, keeper, ['security']);
const { webhooks } = call(app, keeper).integrations;
const receiver = await webhookReceiver();
const sender = openSender(app.deps);
const start = app.clock.now;

beforeEach(async () => {
  await app.db.execute(sql`truncate webhook_endpoints, webhook_events cascade`);
  receiver.take();
  receiver.answers(() => 204);
  app.clock.now = start;
  await app.db.execute(sql`update auth.sessions set proven_at = ${start.toISOString()}::timestamptz`);
});

const form = (values: { url?: string; events?: string[] } = {}) => ({
  id: randomUUID(),
  url: receiver.address(),
  events: ['order.paid'],
  ...values,
});
async function add(values = {}) {
  const filled = form(values);
  return { ...filled, ...(await webhooks.add(filled)) };
}
const paid = (id: string) =>
  app.db.transaction((tx) => announceToWebhooks(tx, app.clock.now, [{ type: 'order.paid', id, version: 1 }]));
const one = async (id: string) => (await webhooks.list()).find((endpoint) => endpoint.id === id)!;
const logged = () =>
  app.db
    .ask<{ action: string }>(`select action from audit_log where subject_kind = 'webhook' order by id`)
    .then((rows) => rows.map(({ action }) => action.replace('integrations.webhook-', '')));

test('an address is added with a secret that is shown once and kept sealed', async () => {
  const { id, secret } = await add({ events: ['order.paid', 'parcel.*', 'parcel.packed'] });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{48}$/);
  expect(await one(id)).toMatchObject({
    events: ['parcel.*', 'order.paid'],
    state: 'on',
    madeBy: 'Milica Živković',
    secret: { ending: secret.slice(-4) },
    oldSecret: null,
    last: null,
    waiting: 0,
  });
  expect(JSON.stringify(await webhooks.list())).not.toContain(secret.slice(6));
  const stored = await app.db.ask('select *, encode(secret, $1) as text from webhook_endpoints', ['escape']);
  expect(JSON.stringify(stored)).not.toContain(secret.slice(6, 20));
  const log = await app.db.ask(`select * from audit_log where subject_id = $1`, [id]);
  expect(log).toMatchObject([{ action: 'integrations.webhook-added', after: { url: receiver.address() } }]);
  expect(JSON.stringify(log)).not.toContain(secret.slice(6, 20));
});

test('the form that is sent twice, also at once, is one address with one secret', async () => {
  const filled = form();
  const answers = await Promise.all([webhooks.add(filled), webhooks.add(filled), webhooks.add(filled)]);
  expect(new Set(answers.map(({ secret }) => secret)).size).toBe(1);
  expect(await webhooks.list()).toHaveLength(1);
  const other = await person(app, 'superAdmin');
  expect(await codeOfCall(call(app, other).integrations.webhooks.add(filled)), 'of somebody else').toBe('NOT_FOUND');
});

test('the form that is sent again with other events or another address is refused, and what was added first stays', async () => {
  const filled = form();
  const { secret } = await webhooks.add(filled);
  for (const other of [{ events: ['order.paid', 'parcel.*'] }, { url: receiver.address('/drugo') }])
    expect(await codeOfCall(webhooks.add({ ...filled, ...other })), JSON.stringify(other)).toBe('WEBHOOK_ADDED');
  expect(await webhooks.list()).toMatchObject([{ id: filled.id, url: filled.url, events: filled.events, version: 1 }]);
  expect(await webhooks.add(filled)).toEqual({ secret });
  await webhooks.rotate({ id: filled.id, version: 1 });
  expect(await codeOfCall(webhooks.add(filled)), 'after another secret').toBe('WEBHOOK_ADDED');
});

test('addresses inside our network, without https, without a name or with a password are refused', async () => {
  const strict = await testApp({ databaseUrl: app.databaseUrl, deps: { posts: openPosts() } });
  const refusalOf = (url: string) => codeOfCall(call(strict, keeper).integrations.webhooks.add(form({ url })));
  expect(await refusalOf('http://10.0.0.14:8080/vidik')).toBe('WEBHOOK_PRIVATE');
  expect(await refusalOf(receiver.address())).toBe('WEBHOOK_PRIVATE');
  expect(await refusalOf('http://knjige.primer.example/vidik')).toBe('WEBHOOK_NOT_HTTPS');
  expect(await refusalOf('https://ime:tajna@knjige.primer.example/')).toBe('WEBHOOK_NO_ADDRESS');
  expect(await refusalOf('knjige')).toBe('WEBHOOK_NO_ADDRESS');
  expect(await refusalOf('https://nema.invalid/')).toBe('WEBHOOK_UNKNOWN_NAME');
  const { id } = await add();
  const changed = { id, version: 1, url: 'https://127.0.0.1/', events: ['order.*'] };
  expect(await codeOfCall(call(strict, keeper).integrations.webhooks.change(changed))).toBe('WEBHOOK_PRIVATE');
  await paid('1');
  await openSender(strict.deps).sendDue();
  expect(await one(id), 'what became private later is not reached either').toMatchObject({
    last: { state: 'failed', outcome: 'refused', status: null },
  });
  expect(receiver.received).toEqual([]);
});

test('nobody but security keeps addresses, and a new secret wants a fresh proof', async () => {
  const { id } = await add();
  await paid('1');
  await sender.sendDue();
  const delivery = (await webhooks.deliveries({ id })).rows[0]!.id;
  const member = await person(app);
  const sales = await person(app, 'admin');
  await giveDuties(app, sales, ['sales', 'warehouse', 'accounting', 'event', 'support', 'network', 'advertising']);
  for (const who of [undefined, member, sales]) {
    const theirs = call(app, who).integrations.webhooks;
    const expected = who ? 'FORBIDDEN' : 'UNAUTHORIZED';
    const answers = await Promise.all(
      [
        ...[theirs.list(), theirs.add(form()), theirs.change({ ...form(), id, version: 1 }), theirs.remove({ id })],
        ...[theirs.rotate({ id, version: 1 }), theirs.endOldSecret({ id }), theirs.test({ id })],
        ...[theirs.switchOn({ id }), theirs.deliveries({ id }), theirs.delivery({ id: delivery })],
        ...[theirs.resend({ id: delivery }), theirs.tryNow({ id })],
      ].map(codeOfCall),
    );
    expect(answers).toEqual(answers.map(() => expected));
  }
  app.clock.now = new Date(start.getTime() + 11 * 60_000);
  expect(await codeOfCall(webhooks.add(form()))).toBe('PROOF_NEEDED');
  expect(await codeOfCall(webhooks.rotate({ id, version: 1 }))).toBe('PROOF_NEEDED');
  expect(await codeOfCall(webhooks.change({ ...form(), id, version: 1 }))).toBe('PROOF_NEEDED');
  expect(await codeOfCall(webhooks.remove({ id }))).toBe('ok');
});

test('in a session that is ended while they wait, no address is added or changed and no secret replaced', async () => {
  const { id, url } = await add();
  const robbed = await person(app, 'admin');
  await giveDuties(app, robbed, ['security']);
  const theirs = call(app, robbed).integrations.webhooks;
  const ended = (ask: () => Promise<unknown>) => inEndedSession(app, robbed, ask);
  expect(await ended(() => theirs.add(form()))).toBe('UNAUTHORIZED');
  expect(await ended(() => theirs.change({ ...form(), id, version: 1, url: receiver.address('/tudje') }))).toBe(
    'UNAUTHORIZED',
  );
  expect(await ended(() => theirs.rotate({ id, version: 1 }))).toBe('UNAUTHORIZED');
  const kept = await webhooks.list();
  expect(kept).toHaveLength(1);
  expect(kept).toMatchObject([{ id, url, version: 1, oldSecret: null }]);
});

test('after a rotation both secrets sign for a day; within it the oldest one is not lost by another rotation', async () => {
  const { id, secret: first } = await add();
  const { secret: second } = await webhooks.rotate({ id, version: 1 });
  expect(await one(id)).toMatchObject({
    secret: { ending: second.slice(-4) },
    oldSecret: { ending: first.slice(-4), until: new Date(start.getTime() + 24 * HOUR_MS).toISOString() },
  });
  expect(await codeOfCall(webhooks.rotate({ id, version: 1 })), 'asked from an older screen').toBe('WEBHOOK_CHANGED');
  const { secret: third } = await webhooks.rotate({ id, version: 2 });
  const genuineBy = async () => {
    await paid('1');
    await sender.sendDue();
    const came = receiver.take()[0]!;
    return [first, second, third].map((secret) => isGenuine(came, secret));
  };
  expect(await genuineBy()).toEqual([true, false, true]);
  app.clock.now = new Date(start.getTime() + 24 * HOUR_MS);
  // A receiver compares the time with its own clock, which no test has moved.
  await paid('2');
  await sender.sendDue();
  expect(receiver.take()[0]!.headers['webhook-signature']!.split(' ')).toHaveLength(1);
  expect((await one(id)).oldSecret).toBeNull();
  await purgeWebhooks(app.db, new Date(start.getTime() + 25 * HOUR_MS));
  expect(await app.db.ask('select old_secret from webhook_endpoints')).toEqual([{ old_secret: null }]);
});

test('a replacement whose answer is lost and that is asked for again is one, with the same secret', async () => {
  const { id, secret: first } = await add();
  const asked = { id, version: 1, key: randomUUID() };
  const answers = await Promise.all([webhooks.rotate(asked), webhooks.rotate(asked)]);
  const [{ secret }] = answers;
  expect(answers).toEqual([{ secret }, { secret }]);
  expect(await one(id)).toMatchObject({ version: 2, oldSecret: { ending: first.slice(-4) } });
  expect(await webhooks.rotate({ ...asked, version: 2 }), 'the list has told of it meanwhile').toEqual({ secret });

  const another = { ...asked, key: randomUUID() };
  expect(await codeOfCall(webhooks.rotate(another)), 'another question from an older screen').toBe('WEBHOOK_CHANGED');
  app.clock.now = new Date(start.getTime() + 11 * 60_000);
  expect(await codeOfCall(webhooks.rotate(asked)), 'a secret wants a fresh proof each time').toBe('PROOF_NEEDED');
  app.clock.now = start;

  await webhooks.rotate({ ...another, version: 2 });
  expect(await codeOfCall(webhooks.rotate(asked)), 'its secret counts no more').toBe('WEBHOOK_CHANGED');
  const log = await app.db.ask<{ action: string }>(`select * from audit_log where subject_id = $1`, [id]);
  expect(log.filter(({ action }) => action === 'integrations.webhook-secret-replaced')).toHaveLength(2);
  expect(JSON.stringify(log)).not.toContain(secret.slice(6, 20));
});

test('the old secret can be ended at once', async () => {
  const { id, secret: first } = await add();
  const { secret: second } = await webhooks.rotate({ id, version: 1 });
  await webhooks.endOldSecret({ id });
  await webhooks.endOldSecret({ id });
  await paid('1');
  await sender.sendDue();
  const came = receiver.take()[0]!;
  expect([isGenuine(came, first), isGenuine(came, second)]).toEqual([false, true]);
  expect((await logged()).slice(-2)).toEqual(['secret-replaced', 'old-secret-ended']);
});

test('two who change an address at once: one is told that it has changed', async () => {
  const { id } = await add();
  const change = (path: string) =>
    codeOfCall(webhooks.change({ id, version: 1, url: receiver.address(path), events: ['order.*'] }));
  expect((await Promise.all([change('/a'), change('/b')])).toSorted()).toEqual(['WEBHOOK_CHANGED', 'ok']);
  const { url, version } = await one(id);
  expect(version).toBe(2);
  expect(await codeOfCall(webhooks.change({ id, version: 1, url, events: ['order.*'] })), 'what is so is done').toBe(
    'ok',
  );
});

test('a removed address is told nothing more and its secret is gone; removing it twice is removing it', async () => {
  const { id } = await add();
  await paid('1');
  await webhooks.remove({ id });
  await webhooks.remove({ id });
  await paid('2');
  await sender.sendDue();
  expect(receiver.received).toEqual([]);
  expect(await webhooks.list()).toEqual([]);
  const asked = [webhooks.test({ id }), webhooks.rotate({ id, version: 2 }), webhooks.deliveries({ id })];
  expect(new Set(await Promise.all(asked.map(codeOfCall)))).toEqual(new Set(['WEBHOOK_GONE']));
  expect((await logged()).filter((action) => action === 'removed').length).toBeGreaterThan(0);
  await purgeWebhooks(app.db, new Date(start.getTime() + 31 * 24 * HOUR_MS));
  expect(await app.db.ask('select from webhook_endpoints')).toEqual([]);
});

test('a probe is sent at once and told as it was answered, and is not repeated', async () => {
  const { id, secret } = await add();
  expect(await webhooks.test({ id })).toMatchObject({ state: 'delivered', outcome: 'answered', status: 204 });
  receiver.answers(() => 'never');
  expect(await webhooks.test({ id })).toMatchObject({ state: 'failed', outcome: 'late', status: null });
  const [probe] = receiver.take();
  expect(probe).toMatchObject({ type: 'webhook.test', data: { object: { kind: 'webhook', id, version: 1 } } });
  expect(isGenuine(probe!, secret)).toBe(true);
  expect(await one(id), 'a probe is nobody’s failure').toMatchObject({ failingSince: null, waiting: 0 });
});

test('what was sent is shown to the letter, and sent again with the same id and the next number', async () => {
  const { id } = await add();
  receiver.answers(() => 500);
  await paid('1482');
  await sender.sendDue();
  const failed = (await webhooks.deliveries({ id, state: 'failed' })).rows[0]!;
  const first = receiver.take()[0]!;
  const shown = await webhooks.delivery({ id: failed.id });
  expect(shown).toMatchObject({ status: 500, answer: 'database is locked', number: 1, body: first.raw });
  expect(Object.entries(shown.headers).every(([name, value]) => first.headers[name] === value)).toBe(true);
  expect(shown.headers['webhook-signature']).toMatch(/^v1,/);

  receiver.answers(() => 204);
  expect(await webhooks.resend({ id: failed.id })).toMatchObject({ state: 'delivered', status: 204 });
  expect(await webhooks.resend({ id: failed.id }), 'also when it was taken').toMatchObject({ state: 'delivered' });
  expect(receiver.take().map((came) => came.id)).toEqual([first.id, first.id]);
  const { rows } = await webhooks.deliveries({ id });
  expect(rows.map(({ number, state }) => [number, state])).toEqual([
    [3, 'delivered'],
    [2, 'delivered'],
    [1, 'failed'],
  ]);
  app.clock.now = new Date(start.getTime() + HOUR_MS);
  await sender.sendDue();
  expect(receiver.received, 'and not once more by itself').toEqual([]);
});

test('what is asked for at once by two is made one after the other, each with a number of its own', async () => {
  const { id } = await add();
  await paid('1');
  await sender.sendDue();
  const { id: delivery } = (await webhooks.deliveries({ id })).rows[0]!;
  const answers = await Promise.all([1, 2, 3].map(() => webhooks.resend({ id: delivery })));
  await sender.sendDue();
  const numbers = (await webhooks.deliveries({ id })).rows.map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers.length).toBeGreaterThanOrEqual(2);
  expect(answers.some(({ state }) => state === 'delivered')).toBe(true);
  expect((await webhooks.deliveries({ id, state: 'waiting' })).rows).toEqual([]);
});

test('the list counts what was taken, what waits and what was not, and pages begin after a place', async () => {
  const { id } = await add();
  for (let n = 0; n < 60; n += 1) await paid(String(n));
  receiver.answers(({ data }) => (Number(data.object.id) % 10 === 0 ? 500 : 204));
  await sender.sendDue();
  expect(await one(id)).toMatchObject({
    counts: { delivered: 54, failed: 6, waiting: 6 },
    waiting: 6,
    nextAt: new Date(start.getTime() + 5_000).toISOString(),
  });
  const first = await webhooks.deliveries({ id });
  const second = await webhooks.deliveries({ id, after: first.next! });
  expect([first.rows.length, second.rows.length, second.next]).toEqual([50, 16, null]);
  expect(new Set([...first.rows, ...second.rows].map((row) => row.id)).size).toBe(66);
  expect((await webhooks.deliveries({ id, state: 'failed' })).rows).toHaveLength(6);
});
