import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { UNNUMBERED } from '#domain/playout/licences.ts';
import { profiles } from '../accounts/schema.ts';
import { shipments } from '../fulfilment/schema.ts';
import { orders } from '../orders/schema.ts';
import { auditLog } from '../platform/audit.schema.ts';
import { testApp } from '../test/app.ts';
import { call, codeOfCall, person, type TestPerson } from '../test/people.ts';
import { deviceJobs } from './jobs.ts';
import { devices } from './schema.ts';

const app = await testApp({ env: { TRUST_PROXY: '1' } });
const asTv = (token: string) => call(app, { token } as TestPerson).devices.tv;
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    ({ code }: { code: string }) => code,
  );
const after = async (days: number, work: () => Promise<void>) => {
  const now = app.clock.now;
  app.clock.now = new Date(now.getTime() + days * DAY_MS);
  await work();
  app.clock.now = now;
};

let last = 0;
async function linkedTv(owner: TestPerson) {
  const ip = `198.51.100.${++last}`;
  const { number, secret } = await call(app, undefined, ip).devices.tv.begin();
  const { id } = await call(app, owner, ip).devices.link({ number: String(number) });
  const { token } = await call(app, { token: secret } as TestPerson).devices.tv.claim({ number: String(number) });
  await asTv(token).self();
  return { id, token };
}

test('a blocked owner’s TV stops at once, learns why, and plays on by itself once the owner is let in again', async () => {
  const [owner, admin] = [await person(app), await person(app, 'admin')];
  const { token } = await linkedTv(owner);
  const stream = await asTv(token).stay();
  expect((await stream.next()).value).toEqual({ state: 'linked' });
  const heard = stream.next();
  await call(app, admin).accounts.admin.people.block({ id: owner.id, on: true });
  expect((await heard).value).toEqual({ state: 'suspended' });
  for (const ask of [asTv(token).self, asTv(token).renew, async () => (await asTv(token).stay()).next()])
    await expect(ask()).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      status: 401,
      data: { reason: 'owner suspended' },
      message: 'Nalog na koji je ovaj televizor povezan trenutno nije aktivan.',
    });
  await call(app, admin).accounts.admin.people.block({ id: owner.id, on: false });
  expect((await asTv(token).self()).ownerName).toBe('Milica');
});

test('a closed owner’s TV does not play', async () => {
  const owner = await person(app);
  const { token } = await linkedTv(owner);
  await app.db.update(profiles).set({ closedAt: new Date() }).where(eq(profiles.id, owner.id));
  expect(await codeOf(asTv(token).self())).toBe('UNAUTHORIZED');
});

test('a token is renewed without a gap: the old one is good until the new one is used, however often answers are lost', async () => {
  const { token } = await linkedTv(await person(app));
  const [first, again] = [await asTv(token).renew(), await asTv(token).renew()];
  expect(again, 'asked again it is the same').toEqual(first);
  expect(first.token).not.toBe(token);
  expect(await codeOf(asTv(token).self()), 'the old one before').toBe('no error');
  expect(await codeOf(asTv(first.token).self())).toBe('no error');
  expect(await codeOf(asTv(token).self()), 'the old one after').toBe('UNAUTHORIZED');
  expect(await codeOf(asTv(first.token).self())).toBe('no error');
});

test('ten renewals at one instant give one token', async () => {
  const { token } = await linkedTv(await person(app));
  const answers = await Promise.all(Array.from({ length: 10 }, () => asTv(token).renew()));
  expect(new Set(answers.map((answer) => answer.token)).size).toBe(1);
  const uses = await Promise.all(Array.from({ length: 10 }, () => codeOf(asTv(answers[0]!.token).self())));
  expect(new Set(uses)).toEqual(new Set(['no error']));
});

test('a TV has to renew after thirty days, and its new token is a month old then', async () => {
  const { token } = await linkedTv(await person(app));
  await after(29, async () => expect((await asTv(token).self()).renew).toBe(false));
  await after(31, async () => {
    expect((await asTv(token).self()).renew).toBe(true);
    const stream = await asTv(token).stay();
    expect((await stream.next()).value).toEqual({ state: 'linked' });
    expect((await stream.next()).value).toEqual({ state: 'renew' });
    const next = (await asTv(token).renew()).token;
    expect((await asTv(next).self()).renew).toBe(false);
  });
});

test('no token is valid for more than 400 days; a TV that was off for so long is unlinked', async () => {
  const owner = await person(app);
  const { id, token } = await linkedTv(owner);
  const kept = await linkedTv(owner);
  await after(399, async () => {
    expect(await codeOf(asTv(token).self())).toBe('no error');
    const next = (await asTv(kept.token).renew()).token;
    expect(await codeOf(asTv(next).self())).toBe('no error');
  });
  await after(401, async () => {
    expect(await codeOf(asTv(token).self())).toBe('UNAUTHORIZED');
    await deviceJobs(app.deps)['devices.clean-up'].work();
  });
  expect((await call(app, owner).devices.mine()).map((row) => row.id)).toEqual([kept.id]);
  const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
  expect(log.map(({ action, actor }) => [action, actor])).toContainEqual(['devices.expired', 'system']);
});

test('the device of a TV whose token ended may be used by the next one, also when it has no number', async () => {
  const owner = await person(app);
  const [order] = await app.db
    .insert(orders)
    .values({
      profileId: owner.id,
      email: owner.email,
      kind: 'device' as const,
      productName: 'Vidik',
      amount: 21_900,
      status: 'paid' as const,
      paidAt: app.clock.now,
      paymentState: 'paid' as const,
    })
    .returning();
  await app.db.insert(shipments).values({ orderId: order!.id, n: 1, courier: 'own', state: 'delivered', devices: 1 });
  const [old, kept] = [await linkedTv(owner), await linkedTv(owner)];
  const { setUp } = call(app, owner).playout;
  await setUp({ id: old.id, licence: UNNUMBERED });
  expect(await codeOfCall(setUp({ id: kept.id, licence: UNNUMBERED }))).toBe('LICENCES_USED_UP');
  await after(399, async () => {
    const next = (await asTv(kept.token).renew()).token;
    await asTv(next).self();
  });
  await after(401, () => deviceJobs(app.deps)['devices.clean-up'].work());
  await setUp({ id: kept.id, licence: UNNUMBERED });
  expect((await call(app, owner).playout.mine()).tvs).toMatchObject([{ id: kept.id, licence: { kind: 'unnumbered' } }]);
});

test('a stream that is open when the token ends is ended with it', async () => {
  const { id, token } = await linkedTv(await person(app));
  const stream = await asTv(token).stay();
  await stream.next();
  await app.db
    .update(devices)
    .set({ tokenMadeAt: new Date(Date.now() - 401 * DAY_MS) })
    .where(eq(devices.id, id));
  const heard = stream.next();
  await app.db.update(devices).set({ name: 'Kuhinja' }).where(eq(devices.id, id));
  expect((await heard).value).toEqual({ state: 'unlinked' });
});
