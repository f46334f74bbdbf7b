import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY_MS, daysLater } from '#domain/day.ts';
import { dayOf, formatDateInSentence, startOfDay } from '#domain/time.ts';
import { profiles } from '../../accounts/schema.ts';
import { purgeExpiredRecords } from '../../flows/retention/purge-expired-records.ts';
import { mails } from '../../platform/mail.schema.ts';
import { testApp } from '../../test/app.ts';
import { ask, keyOf } from '../../test/keys.ts';
import { sendMails } from '../../test/mails.ts';
import { call, person } from '../../test/people.ts';
import { remindOfEnds } from './remind.ts';
import { apiKeys } from './schema.ts';

const app = await testApp();
const today = dayOf(app.clock.now);
// At noon a change of the clocks moves no day.
const start = new Date(startOfDay(today).getTime() + DAY_MS / 2);
app.clock.now = start;
const on = (days: number) => {
  app.clock.now = new Date(start.getTime() + days * DAY_MS);
};
const maker = () => person(app, 'admin');
const mailed = async (email: string) =>
  (await app.db.select().from(mails).where(eq(mails.to, email))).filter(
    ({ template }) => template === 'integrations.key-ending',
  );

test('whoever made a key is reminded fourteen days and three days before its end, once each, however often the job runs', async () => {
  const who = await maker();
  const endsOn = daysLater(today, 60);
  const { name } = await keyOf(app, who, { endsOn });
  const counts: number[] = [];
  for (const days of [45, 46, 46, 50, 56, 57, 57, 60, 61, 70]) {
    on(days);
    await Promise.all([remindOfEnds(app.deps), remindOfEnds(app.deps)]);
    counts.push((await mailed(who.email)).length);
  }
  expect(counts).toEqual([0, 1, 1, 1, 1, 2, 2, 2, 2, 2]);
  on(0);
  await sendMails(app);
  const [first] = await mailed(who.email);
  expect(first!.subject).toBe(`Ključ „${name}“ ističe ${formatDateInSentence(`${endsOn}T12:00:00Z`)}`);
  expect(first!.text).toContain('posle tog dana program koji ga koristi gubi pristup.');
});

test('a server that was away on the day reminds later; a key that was made for less is not reminded of what came before it', async () => {
  const [away, short] = [await maker(), await maker()];
  await keyOf(app, away, { endsOn: daysLater(today, 40) });
  await keyOf(app, short, { endsOn: daysLater(today, 10) });
  await remindOfEnds(app.deps);
  expect(await mailed(short.email)).toHaveLength(0);
  on(8);
  await remindOfEnds(app.deps);
  expect(await mailed(short.email)).toHaveLength(1);
  on(30);
  await remindOfEnds(app.deps);
  expect(await mailed(away.email)).toHaveLength(1);
  on(0);
});

test('nobody is reminded of a key that was revoked, nor whoever is blocked', async () => {
  const [revoker, blocked] = [await maker(), await maker()];
  const { id } = await keyOf(app, revoker, { endsOn: daysLater(today, 20) });
  await keyOf(app, blocked, { endsOn: daysLater(today, 20) });
  await call(app, revoker).integrations.keys.revoke({ id });
  await app.db.update(profiles).set({ blockedAt: start }).where(eq(profiles.id, blocked.id));
  on(8);
  await remindOfEnds(app.deps);
  expect([await mailed(revoker.email), await mailed(blocked.email)]).toEqual([[], []]);
  on(0);
});

test('where a key was used from is forgotten after ninety days, the key a year after its end', async () => {
  const who = await maker();
  const [ended, revoked] = [
    await keyOf(app, who, { duties: ['sales'], endsOn: daysLater(today, 1) }),
    await keyOf(app, who, { endsOn: daysLater(today, 300) }),
  ];
  await ask(app, ended.secret, '/admin/orders');
  await call(app, who).integrations.keys.revoke({ id: revoked.id });
  const rowOf = async ({ id }: { id: string }) => (await app.db.select().from(apiKeys).where(eq(apiKeys.id, id)))[0];
  on(89);
  await purgeExpiredRecords(app.deps);
  expect(await rowOf(ended)).toMatchObject({ lastUsedFrom: '127.0.0.1' });
  on(91);
  await purgeExpiredRecords(app.deps);
  expect(await rowOf(ended)).toMatchObject({ lastUsedFrom: null, lastUsedAt: start });
  on(365);
  await purgeExpiredRecords(app.deps);
  expect([await rowOf(ended), await rowOf(revoked)]).not.toContain(undefined);
  on(369);
  await purgeExpiredRecords(app.deps);
  expect([await rowOf(ended), await rowOf(revoked)]).toEqual([undefined, undefined]);
  on(0);
});
