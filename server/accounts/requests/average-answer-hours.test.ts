import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#domain/day.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { testApp } from '../../test/app.ts';
import { networkMember } from '../../test/network.ts';
import { call, person } from '../../test/people.ts';
import type { profiles } from '../schema.ts';

/** Somebody whose request to register was written down so long ago. */
async function applicant(
  app: Awaited<ReturnType<typeof testApp>>,
  hoursAgo: number,
  profile: Partial<typeof profiles.$inferInsert> = {},
) {
  const who = await person(app, 'waiting', profile);
  await app.db.insert(auditLog).values({
    at: new Date(Date.now() - hoursAgo * HOUR_MS),
    actor: who.id,
    action: 'accounts.signed-up',
    subjectKind: 'profile',
    subjectId: who.id,
  });
  return who;
}

test('the average of thirty days is shown from twenty decisions on', async () => {
  const app = await testApp();
  app.clock.now = new Date();
  const admin = call(app, await person(app, 'admin')).accounts.admin;
  const waiting = await person(app, 'waiting');
  const said = async () => (await call(app, waiting).accounts.own.request()).averageHours;

  const long = await Promise.all(Array.from({ length: 9 }, () => applicant(app, 8)));
  const short = await Promise.all(Array.from({ length: 10 }, () => applicant(app, 4)));
  await admin.approve({ ids: long.map(({ id }) => id) });
  await admin.reject({ ids: short.map(({ id }) => id), reason: 'Podaci nisu potpuni.' });
  expect(await said(), 'nineteen answers say nothing').toBeNull();

  const twentieth = await applicant(app, 8);
  await admin.approve({ ids: [twentieth.id] });
  expect(await said()).toBe(6);
  await admin.undoApproval({ ids: [twentieth.id] });
  expect(await said(), 'an approval that was undone is no answer').toBeNull();
  await admin.approve({ ids: [twentieth.id] });
  expect(await said(), 'answered once, however often').toBe(6);

  const inviter = await networkMember(app);
  for (let i = 0; i < 3; i += 1) {
    const invited = await applicant(app, 0, { invitedBy: inviter.id });
    await call(app, invited).network.enrollWithReferral({ p_ref: inviter.code });
  }
  expect(await said(), 'whoever comes in by a code was answered by nobody').toBe(6);

  app.clock.now = new Date(Date.now() + 31 * DAY_MS);
  expect(await said(), 'older than thirty days').toBeNull();
});

test('a waiting person is told when their own request was sent; a visitor is told nothing', async () => {
  const app = await testApp();
  const createdAt = new Date('2026-11-22T06:41:00Z');
  const waiting = await person(app, 'waiting', { createdAt });
  const { sentAt } = await call(app, waiting).accounts.own.request();
  expect(new Date(sentAt)).toEqual(createdAt);
  await expect(call(app).accounts.own.request()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});
