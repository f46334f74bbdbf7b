import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { profiles } from '../accounts/schema.ts';
import { packages } from '../advertising/schema.ts';
import { orders } from '../orders/schema.ts';
import { testApp } from '../test/app.ts';
import { call, person } from '../test/people.ts';

const app = await testApp();
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: { code: string }) => error.code,
  );

async function following<T>(stream: Promise<AsyncIterator<{ changed: T }>>) {
  const words = await stream;
  /** `stale`: the word of people made before the stream opened, which a busy machine may tell after it. */
  const next = async (stale?: T) => {
    for (;;) {
      const word = (await words.next()).value?.changed;
      if (word === undefined || word !== stale) return word;
    }
  };
  expect(await next()).toBe('ready');
  return { next, stop: () => words.return?.() };
}

test('an admin’s lists hear of every change of their table', async () => {
  const [admin, buyer] = [await person(app, 'admin'), await person(app)];
  const list = await following(call(app, admin).live.admin());
  const heard = list.next('profiles');
  await app.db.insert(orders).values({
    profileId: buyer.id,
    email: buyer.email,
    kind: 'device',
    productName: 'Vidik – 1 uređaj',
    amount: 21_900,
  });
  expect(await heard).toBe('orders');
  await list.stop();
});

test('the changes of one transaction are told once', async () => {
  const admin = await person(app, 'admin');
  const list = await following(call(app, admin).live.admin());
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
  expect([await list.next('profiles'), await list.next('profiles')]).toEqual(['orders', 'packages']);
  await list.stop();
});

test('who waits hears of the approval', async () => {
  const [admin, applicant] = [await person(app, 'admin'), await person(app, 'waiting')];
  const own = await following(call(app, applicant).live.me());
  const heard = own.next();
  await call(app, admin).accounts.admin.approve({ ids: [applicant.id] });
  expect(await heard).toBe('account');
  await own.stop();
});

test('whose request is deleted hears it and the stream ends', async () => {
  const [admin, applicant] = [await person(app, 'admin'), await person(app, 'waiting')];
  const own = await following(call(app, applicant).live.me());
  await call(app, admin).accounts.admin.reject({ id: applicant.id, reason: '' });
  expect(await own.next()).toBe('account');
  expect(await own.next()).toBeUndefined();
});

test('a buyer hears that an order of theirs was paid', async () => {
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
  const own = await following(call(app, buyer).live.me());
  const heard = own.next();
  await app.db.update(orders).set({ status: 'paid', paidAt: new Date() }).where(eq(orders.id, order!.id));
  expect(await heard).toBe('account');
  await own.stop();
});

test('nobody hears of another person’s account', async () => {
  const [admin, one, other] = [await person(app, 'admin'), await person(app, 'waiting'), await person(app, 'waiting')];
  const own = await following(call(app, one).live.me());
  const heard = own.next();
  await call(app, admin).accounts.admin.approve({ ids: [other.id] });
  await call(app, admin).accounts.admin.approve({ ids: [one.id] });
  expect(await heard).toBe('account');
  const after = await Promise.race([own.next(), new Promise((resolve) => setTimeout(() => resolve('silence'), 50))]);
  expect(after).toBe('silence');
  await own.stop();
});

test('an admin who loses the right loses the stream', async () => {
  const admin = await person(app, 'admin');
  const list = await following(call(app, admin).live.admin());
  await app.db.update(profiles).set({ isAdmin: false }).where(eq(profiles.id, admin.id));
  for (let word = await list.next(); word; word = await list.next()) expect(word).toBe('profiles');
  expect(
    await code(
      call(app, admin)
        .live.admin()
        .then((words) => words.next()),
    ),
  ).toBe('FORBIDDEN');
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
