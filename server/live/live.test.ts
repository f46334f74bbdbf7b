import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { LIST_REFRESH_DELAY } from '#domain/live/rules.ts';
import { profiles } from '../accounts/schema.ts';
import { packages } from '../advertising/schema.ts';
import { orders } from '../orders/schema.ts';
import { testApp } from '../test/app.ts';
import { call, person, type TestPerson } from '../test/people.ts';

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

test('of all that waits for a slow reader, the own account and a gap come first: nothing is told before the right is looked at', async () => {
  const who = await person(app);
  const own = `account:${who.id}`;
  const stop = new AbortController();
  const slow = app.edges.live.words([own, 'orders', 'packages'], stop.signal)[Symbol.asyncIterator]();
  const quick = app.edges.live.words([own], stop.signal)[Symbol.asyncIterator]();
  for (const word of ['packages', 'orders', own]) await app.db.execute(sql`select pg_notify('live', ${word})`);
  await quick.next();
  const heard = [await slow.next(), await slow.next(), await slow.next()];
  expect(heard.map(({ value }) => value)).toEqual([own, 'orders', 'packages']);
  stop.abort();
});

/** The list of people as an admin's screen follows it. */
async function followingPeople(admin: TestPerson, search?: string) {
  const words = await call(app, admin).accounts.admin.people.follow({ search });
  const first = await words.next();
  expect(first).toMatchObject({ value: { changed: 'ready' } });
  /**
   * Waits for the word that says `last` of that person: the first name, or `gone` from the list. Answers with all that was said
   * on the way, `ended` when the stream did.
   */
  async function until({ id }: TestPerson, last: string): Promise<string[]> {
    const heard: string[] = [];
    while (heard.at(-1) !== last) {
      const { value, done } = await words.next();
      if (done) return [...heard, 'ended'];
      if (value.changed === 'ready') continue;
      const { ids, rows } = value.changed;
      heard.push(ids.includes(id) ? (rows.find((row) => row.id === id)?.firstName ?? 'unchanged') : 'gone');
    }
    return heard;
  }
  return { until, stop: () => words.return?.() };
}
const rename = (admin: TestPerson, { id }: TestPerson, from: string, to: string) =>
  call(app, admin).accounts.admin.people.edit({ id, from: { firstName: from }, to: { firstName: to } });

test('who follows the list of people gets what changed with the word', async () => {
  const [admin, other, one] = [await person(app, 'admin'), await person(app, 'admin'), await person(app)];
  const list = await followingPeople(admin);
  const heard = list.until(one, 'Đurđica');
  await rename(other, one, 'Milica', 'Đurđica');
  expect((await heard).at(-1)).toBe('Đurđica');
  await list.stop();
});

test('changes within the pause are one word, and the last one is how it ended', async () => {
  const [admin, one] = [await person(app, 'admin'), await person(app)];
  const list = await followingPeople(admin);
  const began = performance.now();
  const names = ['Milica', 'Ana', 'Iva', 'Maja', 'Vida', 'Zora'];
  const listening = list.until(one, 'Zora');
  for (let n = 1; n < names.length; n += 1) await rename(admin, one, names[n - 1]!, names[n]!);
  const heard = await listening;
  expect(heard.at(-1)).toBe('Zora');
  const pauses = (performance.now() - began) / LIST_REFRESH_DELAY.profiles;
  expect(heard.length).toBeLessThanOrEqual(Math.ceil(pauses) + 1);
  await list.stop();
});

test('who follows a search sees who enters it and who leaves it', async () => {
  const [admin, one] = [await person(app, 'admin'), await person(app, 'member', { lastName: 'Kurtović' })];
  const list = await followingPeople(admin, 'Kurtović Hatidža');
  let heard = list.until(one, 'Hatidža');
  await rename(admin, one, 'Milica', 'Hatidža');
  expect((await heard).at(-1)).toBe('Hatidža');
  heard = list.until(one, 'gone');
  await rename(admin, one, 'Hatidža', 'Fata');
  expect((await heard).at(-1)).toBe('gone');
  await list.stop();
});

test('an admin who loses the right gets no more news of people', async () => {
  const [admin, keeper, one] = [await person(app, 'admin'), await person(app, 'admin'), await person(app)];
  const list = await followingPeople(admin);
  await app.db.update(profiles).set({ isAdmin: false }).where(eq(profiles.id, admin.id));
  await rename(keeper, one, 'Milica', 'Tajna');
  const heard = await list.until(one, 'Tajna');
  expect(heard.at(-1)).toBe('ended');
});
