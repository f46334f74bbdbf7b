import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLog } from '../platform/audit.schema.ts';
import { mails } from '../platform/mail.schema.ts';
import { testApp } from '../test/app.ts';
import { call, person } from '../test/people.ts';
import { profiles, users } from './schema.ts';

const app = await testApp();
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: { code: string }) => error.code,
  );

test('an admin sees who waits, newest first, and nobody else', async () => {
  const admin = await person(app, 'admin');
  await person(app, 'member');
  const first = await person(app, 'waiting', { createdAt: new Date('2030-01-01') });
  const second = await person(app, 'waiting', { createdAt: new Date('2030-01-02') });
  const ids = (await call(app, admin).accounts.admin.registrationRequests()).map((row) => row.id);
  expect(ids).toEqual([second.id, first.id]);
});

test('approval opens the door at once, mails the applicant once and leaves a sentence', async () => {
  const admin = await person(app, 'admin');
  const applicant = await person(app, 'waiting');
  expect((await call(app, applicant).accounts.me()).level).toBe('waiting');
  expect(await call(app, admin).accounts.admin.approve({ ids: [applicant.id] })).toEqual({ approved: 1 });
  expect((await call(app, applicant).accounts.me()).level).toBe('member');
  expect(await call(app, admin).accounts.admin.approve({ ids: [applicant.id] }), 'a second click').toEqual({
    approved: 0,
  });
  const sent = await app.db.select().from(mails).where(eq(mails.to, applicant.email));
  expect(sent.map((mail) => mail.template)).toEqual(['accounts.approved']);
  const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, applicant.id));
  expect(log.map(({ action, actor }) => [action, actor])).toEqual([['accounts.approved', admin.id]]);
});

test('two admins approving the same people count them once', async () => {
  const [one, two] = [await person(app, 'admin'), await person(app, 'superAdmin')];
  const ids = await Promise.all(Array.from({ length: 20 }, async () => (await person(app, 'waiting')).id));
  const counts = await Promise.all([one, two].map((who) => call(app, who).accounts.admin.approve({ ids })));
  expect(counts.reduce((sum, { approved }) => sum + approved, 0)).toBe(20);
});

test('ten thousand are approved in one go', async () => {
  const admin = await person(app, 'admin');
  await app.db.execute(
    `insert into auth.users (id, email) select gen_random_uuid(), 'gomila' || n || '@primer.rs' from generate_series(1, 10000) n`,
  );
  await app.db.execute(
    `insert into profiles (id, email, username, toberegistered) select id, email, email, true from auth.users where email like 'gomila%'`,
  );
  const ids = (await app.db.select({ id: profiles.id }).from(profiles).where(eq(profiles.toBeRegistered, true))).map(
    (row) => row.id,
  );
  const { approved } = await call(app, admin).accounts.admin.approve({ ids: ids.slice(0, 10_000) });
  expect(approved).toBe(10_000);
});

test('a deleted request takes the account with it, says why, and frees the address', async () => {
  const admin = await person(app, 'admin');
  const applicant = await person(app, 'waiting');
  await call(app, admin).accounts.admin.reject({ id: applicant.id, reason: 'Podaci nisu potpuni.' });
  expect(await app.db.select().from(users).where(eq(users.id, applicant.id))).toEqual([]);
  expect(await code(call(app, applicant).accounts.me()), 'their token is dead').toBe('UNAUTHORIZED');
  const [mail] = await app.db.select().from(mails).where(eq(mails.to, applicant.email));
  expect(mail).toMatchObject({ template: 'accounts.rejected', props: { reason: 'Podaci nisu potpuni.' } });
  await expect(call(app, admin).accounts.admin.reject({ id: applicant.id, reason: '' })).rejects.toThrow(
    'Zahtev više ne postoji; neko ga je već obradio.',
  );
  await person(app, 'waiting', { email: applicant.email });
});

test('members and admins are never deleted as requests', async () => {
  const admin = await person(app, 'admin');
  for (const standing of ['member', 'admin'] as const) {
    const target = await person(app, standing);
    expect(await code(call(app, admin).accounts.admin.reject({ id: target.id, reason: '' }))).toBe('REQUEST_GONE');
    expect((await call(app, target).accounts.me()).level).toBe(standing);
  }
});

test('of an approval and a deletion at the same instant exactly one happens', async () => {
  const admin = await person(app, 'admin');
  for (let round = 0; round < 10; round++) {
    const applicant = await person(app, 'waiting');
    const [approved, deleted] = await Promise.all([
      call(app, admin).accounts.admin.approve({ ids: [applicant.id] }),
      code(call(app, admin).accounts.admin.reject({ id: applicant.id, reason: '' })),
    ]);
    expect([approved.approved, deleted]).toEqual(approved.approved === 1 ? [1, 'REQUEST_GONE'] : [0, 'no error']);
    expect(await app.db.select().from(users).where(eq(users.id, applicant.id))).toHaveLength(approved.approved);
  }
});

test('nobody but staff decides', async () => {
  const applicant = await person(app, 'waiting');
  const member = await person(app, 'member');
  for (const [who, expected] of [
    [undefined, 'UNAUTHORIZED'],
    [applicant, 'FORBIDDEN'],
    [member, 'FORBIDDEN'],
  ] as const) {
    expect(await code(call(app, who).accounts.admin.approve({ ids: [applicant.id] }))).toBe(expected);
    expect(await code(call(app, who).accounts.admin.reject({ id: applicant.id, reason: '' }))).toBe(expected);
    expect(await code(call(app, who).accounts.admin.registrationRequests())).toBe(expected);
  }
});
