import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Duty } from '#domain/access.ts';
import { LIVE_TOPICS } from '#domain/live/rules.ts';
import { profiles } from '../accounts/schema.ts';
import { packages } from '../advertising/schema.ts';
import { orders } from '../orders/schema.ts';
import { testApp } from '../test/app.ts';
import { eventually, untilNotified } from '../test/eventually.ts';
import { call, giveDuties, person } from '../test/people.ts';

const app = await testApp();
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: { code: string }) => error.code,
  );

async function following<T>(open: () => Promise<AsyncIterator<{ changed: T }>>) {
  await untilNotified(app);
  const events = await open();
  const next = async () => (await events.next()).value?.changed;
  expect(await next()).toBe('ready');
  return { next, stop: () => events.return?.() };
}

test('an admin’s lists are notified of every change of their table', async () => {
  const [admin, buyer] = [await person(app, 'admin'), await person(app)];
  const list = await following(() => call(app, admin).live.admin());
  const received = list.next();
  await app.db.insert(orders).values({
    profileId: buyer.id,
    email: buyer.email,
    kind: 'device',
    productName: 'Vidik – 1 uređaj',
    amount: 21_900,
  });
  expect(await received).toBe('orders');
  await list.stop();
});

test('the changes of one transaction are notified once', async () => {
  const admin = await person(app, 'admin');
  const list = await following(() => call(app, admin).live.admin());
  await app.db.transaction(async (tx) => {
    for (let i = 0; i < 20; i++)
      await tx.insert(orders).values({ email: 'a@primer.rs', kind: 'device', productName: 'x', amount: 1 });
  });
  await app.db.insert(packages).values({
    email: 'a@primer.rs',
    packageName: 'starter',
    bannerCount: 1,
    tvSeconds: 1,
    amount: 1,
    currency: 'EUR',
    paymentKey: 'in_1',
  });
  expect([await list.next(), await list.next()]).toEqual(['orders', 'packages']);
  await list.stop();
});

test('who waits is notified of the approval', async () => {
  const [admin, applicant] = [await person(app, 'admin'), await person(app, 'waiting')];
  const own = await following(() => call(app, applicant).live.me());
  const received = own.next();
  await call(app, admin).accounts.admin.approve({ ids: [applicant.id] });
  expect(await received).toBe('account');
  await own.stop();
});

test('whose request is deleted is notified and the stream ends', async () => {
  const [admin, applicant] = [await person(app, 'admin'), await person(app, 'waiting')];
  const own = await following(() => call(app, applicant).live.me());
  await call(app, admin).accounts.admin.reject({ ids: [applicant.id], reason: 'Podaci nisu potpuni.' });
  expect(await own.next()).toBe('account');
  expect(await own.next()).toBeUndefined();
});

test('a buyer is notified that an order of theirs was paid', async () => {
  const buyer = await person(app);
  const [order] = await app.db
    .insert(orders)
    .values({
      profileId: buyer.id,
      email: buyer.email,
      kind: 'device',
      productName: 'Vidik – 1 uređaj',
      amount: 21_900,
    })
    .returning();
  const own = await following(() => call(app, buyer).live.me());
  const received = own.next();
  await app.db.update(orders).set({ status: 'paid', paidAt: new Date() }).where(eq(orders.id, order!.id));
  expect(await received).toBe('account');
  await own.stop();
});

test('nobody is notified of another person’s account', async () => {
  const [admin, one, other] = [await person(app, 'admin'), await person(app, 'waiting'), await person(app, 'waiting')];
  const own = await following(() => call(app, one).live.me());
  const received: unknown[] = [];
  const listening = own.next().then((topic) => received.push(topic));
  await call(app, admin).accounts.admin.approve({ ids: [other.id] });
  // A second stream of the same person, opened afterwards, has answered: the first one would have been notified by now.
  await untilNotified(app);
  await (await following(() => call(app, one).live.me())).stop();
  expect(received).toEqual([]);
  await call(app, admin).accounts.admin.approve({ ids: [one.id] });
  await listening;
  expect(received).toEqual(['account']);
  await own.stop();
});

test('an admin who loses the right loses the stream', async () => {
  const admin = await person(app, 'admin');
  const list = await following(() => call(app, admin).live.admin());
  await app.db.update(profiles).set({ isAdmin: false }).where(eq(profiles.id, admin.id));
  for (let topic = await list.next(); topic; topic = await list.next()) expect(topic).toBe('profiles');
  expect(
    await code(
      call(app, admin)
        .live.admin()
        .then((events) => events.next()),
    ),
  ).toBe('FORBIDDEN');
});

test.each<[Duty, readonly string[]]>([
  [
    'sales',
    ['orders', 'packages', 'profiles', 'porudzbine', 'statement_lines', 'vaucerkod', 'mails', 'stock', 'upkeep'],
  ],
  ['warehouse', ['orders', 'profiles', 'stock', 'upkeep']],
  [
    'accounting',
    [
      ...[
        'orders',
        'packages',
        'profiles',
        'porudzbine',
        'statement_lines',
        'exchange_rates',
        'mails',
        'stock',
        'rewards',
      ],
      'upkeep',
    ],
  ],
  ['event', ['orders', 'porudzbine', 'event_checks', 'event_details', 'statement_lines', 'upkeep']],
  ['support', ['orders', 'packages', 'profiles', 'tasks', 'installations', 'mails', 'upkeep']],
  ['network', ['profiles', 'upkeep']],
  ['security', ['profiles', 'staff', 'audit_log', 'api_keys', 'webhook_endpoints', 'upkeep']],
  ['advertising', ['campaigns', 'profiles', 'tvs', 'upkeep']],
])('who has only the duty “%s” is notified of the lists it opens, and of no other', async (duty, topics) => {
  const who = await person(app, 'admin');
  await giveDuties(app, who, [duty]);
  const list = await following(() => call(app, who).live.admin());
  const received = new Set<string>();
  const ended = (async () => {
    for (let topic = await list.next(); topic !== undefined; topic = await list.next()) received.add(topic);
  })();
  for (const topic of Object.keys(LIVE_TOPICS)) await app.db.execute(sql`select pg_notify('live', ${topic})`);
  await eventually(() => expect([...received].sort()).toEqual([...topics].sort()));
  await app.db.update(profiles).set({ isAdmin: false }).where(eq(profiles.id, who.id));
  await ended;
  expect([...received].sort()).toEqual([...topics].sort());
});

test('who is given or loses a duty is sent to open the stream again, and hears no more of what they may not see', async () => {
  const who = await person(app, 'admin');
  await giveDuties(app, who, ['event', 'sales']);
  const list = await following(() => call(app, who).live.admin());
  await giveDuties(app, who, ['event']);
  await app.db.execute(sql`select note_change('orders')`);
  expect(await list.next()).toBeUndefined();
});

test('visitors, waiting accounts and members have no list to follow', async () => {
  const [waiting, member] = [await person(app, 'waiting'), await person(app)];
  for (const [who, expected] of [
    [undefined, 'UNAUTHORIZED'],
    [waiting, 'FORBIDDEN'],
    [member, 'FORBIDDEN'],
  ] as const)
    expect(await code(call(app, who).live.admin())).toBe(expected);
  expect(await code(call(app).live.me())).toBe('UNAUTHORIZED');
});

test('of all that waits for a slow reader, the own account and a gap come first: nothing is sent before the right is checked', async () => {
  const who = await person(app);
  const own = `account:${who.id}`;
  const stop = new AbortController();
  const slow = app.deps.live.subscribe([own, 'orders', 'packages'], stop.signal)[Symbol.asyncIterator]();
  const quick = app.deps.live.subscribe([own], stop.signal)[Symbol.asyncIterator]();
  for (const topic of ['packages', 'orders', own]) await app.db.execute(sql`select pg_notify('live', ${topic})`);
  await quick.next();
  const received = [await slow.next(), await slow.next(), await slow.next()];
  expect(received.map(({ value }) => value)).toEqual([own, 'orders', 'packages']);
  stop.abort();
});
