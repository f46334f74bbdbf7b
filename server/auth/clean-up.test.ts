import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { testApp } from '../test/app.ts';
import { linkTo, prove, registered, signedInAgain } from '../test/browser.ts';
import { cleanUpAccounts } from './clean-up.ts';
import { accountChanges, keys, mfaChallenges, mfaFactors, oneTimeTokens, sessions } from './schema.ts';

const app = await testApp();
const start = app.clock.now;
const after = (ms: number) => {
  app.clock.now = new Date(start.getTime() + ms);
};

test('sessions, links, challenges and abandoned QR codes go when they can no longer be used, and not before', async () => {
  const who = await registered(app);
  const count = async () => ({
    sessions: (await app.db.select().from(sessions)).length,
    links: (await app.db.select().from(oneTimeTokens)).length,
    factors: (await app.db.select().from(mfaFactors)).length,
    challenges: (await app.db.select().from(mfaChallenges)).length,
  });
  await signedInAgain(app, who);
  await prove(app, who);
  await who.auth.resetPasswordForEmail(who.email);
  await linkTo(app, who.email);
  const { data: factor } = await who.auth.mfa.enroll({ factorType: 'totp' });
  await who.auth.mfa.challenge({ factorId: factor!.id });
  await app.db.update(mfaFactors).set({ createdAt: start });
  const full = { sessions: 2, links: 1, factors: 1, challenges: 1 };
  await cleanUpAccounts(app.deps);
  expect(await count()).toEqual(full);
  after(31 * 60_000);
  await cleanUpAccounts(app.deps);
  expect(await count()).toEqual({ ...full, links: 0 });
  after(2 * DAY_MS);
  await cleanUpAccounts(app.deps);
  expect(await count()).toEqual({ sessions: 2, links: 0, factors: 0, challenges: 0 });
  await who.auth.refreshSession();
  after(31 * DAY_MS);
  await cleanUpAccounts(app.deps);
  expect(await count()).toEqual({ sessions: 1, links: 0, factors: 0, challenges: 0 });
  after(91 * DAY_MS);
  await cleanUpAccounts(app.deps);
  expect((await count()).sessions).toBe(0);
});

test('thousands go in batches, two runs at once are no harm, and a row in use is left for the next time', async () => {
  const who = await registered(app);
  const old = new Date(app.clock.now.getTime() - 31 * DAY_MS);
  await app.db
    .insert(sessions)
    .values(Array.from({ length: 1700 }, () => ({ id: randomUUID(), userId: who.id, refreshedAt: old })));
  const [held] = await app.db.select().from(sessions).where(eq(sessions.refreshedAt, old)).limit(1);
  await app.db.transaction(async (tx) => {
    await tx.select().from(sessions).where(eq(sessions.id, held!.id)).for('update');
    await Promise.all([cleanUpAccounts(app.deps), cleanUpAccounts(app.deps)]);
    const left = await app.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.refreshedAt, old));
    expect(left).toEqual([{ id: held!.id }]);
  });
  await cleanUpAccounts(app.deps);
  expect(await app.db.select().from(sessions).where(eq(sessions.refreshedAt, old))).toEqual([]);
});

test('what would take a change back goes after a week, from where it came after ninety days, the rest after a year', async () => {
  app.clock.now = start;
  const who = await registered(app);
  await app.db.insert(accountChanges).values({
    userId: who.id,
    kind: 'factor-removed',
    removed: [{ id: randomUUID(), friendlyName: null, secret: 'c2VhbGVk', createdAt: start.toISOString() }],
    browser: 'Firefox',
    network: '188.2.0.0',
    at: start,
    undoHash: Buffer.from('clean-up'),
    undoEndsAt: new Date(start.getTime() + 7 * DAY_MS),
  });
  const left = async () => {
    await cleanUpAccounts(app.deps);
    return app.db.select().from(accountChanges).where(eq(accountChanges.userId, who.id));
  };
  after(7 * DAY_MS - 1);
  expect(await left()).toMatchObject([{ removed: [{ secret: 'c2VhbGVk' }], network: '188.2.0.0' }]);
  after(7 * DAY_MS + 1);
  expect(await left()).toMatchObject([{ removed: null, network: '188.2.0.0', browser: 'Firefox' }]);
  after(90 * DAY_MS + 1);
  expect(await left()).toMatchObject([{ kind: 'factor-removed', network: null, browser: null }]);
  after(365 * DAY_MS + 1);
  expect(await left()).toEqual([]);
});

test('a step that fails holds up none of the others: the signing key is renewed all the same, and the job fails', async () => {
  const signing = () =>
    app.db
      .select({ kid: keys.kid })
      .from(keys)
      .where(and(eq(keys.kind, 'jwt'), isNull(keys.retiresAt)));
  const [before] = await signing();
  const who = await registered(app);
  after(600 * DAY_MS);
  await app.db.execute(sql`alter table auth.throttles rename to throttles_away`);
  const outcome = cleanUpAccounts(app.deps).then(
    () => 'ended well',
    (error: AggregateError) => error.errors.length,
  );
  expect(await outcome).toBe(1);
  await app.db.execute(sql`alter table auth.throttles_away rename to throttles`);
  const now = await signing();
  expect(now).toHaveLength(1);
  expect(now[0]!.kid).not.toBe(before!.kid);
  expect(await app.db.select().from(sessions).where(eq(sessions.userId, who.id)), 'the steps before it').toEqual([]);
  await cleanUpAccounts(app.deps);
  expect(await signing(), 'once').toEqual(now);
});
