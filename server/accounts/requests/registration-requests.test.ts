import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import { pageOf } from '#domain/pages.ts';
import { users } from '../../auth/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { mails } from '../../platform/mail.schema.ts';
import { testApp } from '../../test/app.ts';
import { registered } from '../../test/browser.ts';
import { untilBlocked } from '../../test/eventually.ts';
import { sendMails } from '../../test/mails.ts';
import { call, person } from '../../test/people.ts';
import { accountJobs } from '../jobs.ts';
import { profiles } from '../schema.ts';

const REASON = 'Podaci nisu potpuni.';

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

test('approval lets the applicant in at once, mails once and is audited', async () => {
  const admin = await person(app, 'admin');
  const applicant = await person(app, 'waiting');
  expect((await call(app, applicant).accounts.me()).level).toBe('waiting');
  expect(await call(app, admin).accounts.admin.approve({ ids: [applicant.id] })).toEqual({ approved: 1, gone: [] });
  expect((await call(app, applicant).accounts.me()).level).toBe('member');
  expect(await call(app, admin).accounts.admin.approve({ ids: [applicant.id] }), 'a lost answer, asked again').toEqual({
    approved: 1,
    gone: [],
  });
  const late = call(app, await person(app, 'admin')).accounts.admin;
  expect(await late.approve({ ids: [applicant.id] }), 'somebody else is too late').toEqual({
    approved: 0,
    gone: [applicant.id],
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
  await call(app, admin).accounts.admin.reject({ ids: [applicant.id], reason: REASON });
  expect(await app.db.select().from(users).where(eq(users.id, applicant.id))).toEqual([]);
  expect(await code(call(app, applicant).accounts.me()), 'their token is dead').toBe('UNAUTHORIZED');
  const [mail] = await app.db.select().from(mails).where(eq(mails.to, applicant.email));
  expect(mail).toMatchObject({ template: 'accounts.rejected', props: { reason: REASON } });
  const again = await call(app, admin).accounts.admin.reject({ ids: [applicant.id], reason: REASON });
  expect(again, 'a lost answer, asked again').toEqual({ deleted: 1, gone: [] });
  expect(await app.db.$count(mails, eq(mails.to, applicant.email)), 'and no second mail').toBe(1);
  const late = call(app, await person(app, 'admin')).accounts.admin;
  expect(await late.reject({ ids: [applicant.id], reason: REASON }), 'somebody else is too late').toEqual({
    deleted: 0,
    gone: [applicant.id],
  });
  await person(app, 'waiting', { email: applicant.email });
});

test('nobody is rejected without a reason', async () => {
  const admin = await person(app, 'admin');
  const applicant = await person(app, 'waiting');
  for (const reason of ['', '   ', undefined])
    expect(await code(call(app, admin).accounts.admin.reject({ ids: [applicant.id], reason: reason as string }))).toBe(
      'BAD_REQUEST',
    );
  expect((await call(app, applicant).accounts.me()).level).toBe('waiting');
  expect(await app.db.$count(mails, eq(mails.to, applicant.email))).toBe(0);
});

test('many are rejected together with one reason that each of them reads, and the log keeps it for each', async () => {
  const admin = await person(app, 'admin');
  const people = await Promise.all(Array.from({ length: 30 }, () => person(app, 'waiting')));
  const ids = people.map(({ id }) => id);
  expect(await call(app, admin).accounts.admin.reject({ ids, reason: REASON })).toEqual({ deleted: 30, gone: [] });
  expect(await app.db.$count(users, inArray(users.id, ids))).toBe(0);
  const sent = await app.db.select().from(mails).where(inArray(mails.profileId, ids));
  expect(sent.map(({ to }) => to).sort()).toEqual(people.map(({ email }) => email).sort());
  expect(new Set(sent.map(({ props }) => props.reason))).toEqual(new Set([REASON]));
  const log = await app.db.select().from(auditLog).where(inArray(auditLog.subjectId, ids));
  expect(log.map(({ action, after }) => [action, after])).toEqual(
    ids.map(() => ['accounts.rejected', { reason: REASON }]),
  );
});

test('members and admins are never deleted as requests', async () => {
  const admin = await person(app, 'admin');
  for (const level of ['member', 'admin'] as const) {
    const target = await person(app, level);
    expect(await call(app, admin).accounts.admin.reject({ ids: [target.id], reason: REASON })).toMatchObject({
      deleted: 0,
    });
    expect((await call(app, target).accounts.me()).level).toBe(level);
  }
});

test('whoever closed the account while they waited is no request: a list of before does not refuse them', async () => {
  const admin = await person(app, 'admin');
  const closed = await person(app, 'waiting', { closedAt: new Date() });
  expect(await call(app, admin).accounts.admin.reject({ ids: [closed.id], reason: REASON })).toEqual({
    deleted: 0,
    gone: [closed.id],
  });
  expect(await app.db.$count(mails, eq(mails.to, closed.email))).toBe(0);
});

test('a blocked applicant is no request until unblocked: a list of before neither approves nor refuses them', async () => {
  const { people, approve, reject, registrationRequests } = call(app, await person(app, 'admin')).accounts.admin;
  const { id, email } = await person(app, 'waiting');
  const isListed = async () => (await registrationRequests()).some((row) => row.id === id);
  await people.block({ id, on: true });
  expect(await isListed()).toBe(false);
  expect(await approve({ ids: [id] })).toEqual({ approved: 0, gone: [id] });
  expect(await reject({ ids: [id], reason: REASON })).toEqual({ deleted: 0, gone: [id] });
  expect(await app.db.$count(mails, eq(mails.to, email)), 'nobody says that they may sign in').toBe(0);
  await people.block({ id, on: false });
  expect(await isListed()).toBe(true);
  expect(await approve({ ids: [id] })).toEqual({ approved: 1, gone: [] });
});

test('the super-admin is never deleted as a request, whatever the row says', async () => {
  const admin = await person(app, 'admin');
  const [row] = await app.db.select().from(profiles).where(eq(profiles.email, app.config.superAdmin.email));
  const chief = row ?? (await person(app, 'superAdmin'));
  await app.db.update(profiles).set({ toBeRegistered: true }).where(eq(profiles.id, chief.id));
  expect(await call(app, admin).accounts.admin.reject({ ids: [chief.id], reason: REASON })).toMatchObject({
    deleted: 0,
  });
  expect(await app.db.select().from(users).where(eq(users.id, chief.id))).toHaveLength(1);
  await app.db.update(profiles).set({ toBeRegistered: false }).where(eq(profiles.id, chief.id));
});

test('of an approval and a deletion at the same instant exactly one happens', async () => {
  const admin = await person(app, 'admin');
  for (let round = 0; round < 10; round++) {
    const applicant = await person(app, 'waiting');
    const [approved, deleted] = await Promise.all([
      call(app, admin).accounts.admin.approve({ ids: [applicant.id] }),
      call(app, admin).accounts.admin.reject({ ids: [applicant.id], reason: REASON }),
    ]);
    expect(approved.approved + deleted.deleted).toBe(1);
    expect(await app.db.select().from(users).where(eq(users.id, applicant.id))).toHaveLength(approved.approved);
  }
});

test('a rejection waits for whoever holds the sign-in, and leaves them what they need of the profile', async () => {
  const admin = await person(app, 'admin');
  const applicant = await person(app, 'waiting');
  const { rejected } = await app.db.transaction(async (tx) => {
    await tx.select().from(users).where(eq(users.id, applicant.id)).for('update');
    const answer = call(app, admin).accounts.admin.reject({ ids: [applicant.id], reason: REASON });
    await untilBlocked(app);
    await tx.select().from(profiles).where(eq(profiles.id, applicant.id)).for('key share');
    return { rejected: answer };
  });
  expect(await rejected).toMatchObject({ deleted: 1 });
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
    expect(await code(call(app, who).accounts.admin.reject({ ids: [applicant.id], reason: REASON }))).toBe(expected);
    expect(await code(call(app, who).accounts.admin.undoApproval({ ids: [applicant.id] }))).toBe(expected);
    expect(await code(call(app, who).accounts.admin.registrationRequests())).toBe(expected);
  }
});

test('a second registration of the same firm or phone is pointed out, however it was written', async () => {
  const fresh = await testApp();
  const admin = await person(fresh, 'admin', { phone: null });
  const first = await person(fresh, 'member', { phone: '064 555-01-99', companyTaxNumber: 100002887 });
  const other = await person(fresh, 'waiting', { phone: '+381 60 1', companyRegistrationNumber: 17162543 });
  const again = await person(fresh, 'waiting', {
    phone: '+381645550199',
    companyTaxNumber: 100002887,
    companyRegistrationNumber: 17162543,
  });
  const requests = await call(fresh, admin).accounts.admin.registrationRequests();
  const alike = new Map(requests.map((row) => [row.id, row.alike]));
  expect(alike.get(again.id)).toEqual([
    { id: first.id, email: first.email, waits: false, same: 'taxNumber' },
    { id: other.id, email: other.email, waits: true, same: 'registrationNumber' },
    { id: first.id, email: first.email, waits: false, same: 'phone' },
  ]);
  expect(alike.get(other.id), 'a phone too short to mean anything').toEqual([
    { id: again.id, email: again.email, waits: true, same: 'registrationNumber' },
  ]);
});

test('the link in the admin’s mail names the request, and opening it decides nothing', async () => {
  const admin = await person(app, 'admin');
  const answer = await app.app.request('/auth/v1/signup', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: 'link@primer.rs',
      password: 'lozinka-123-dobra',
      data: {
        first_name: 'Ana',
        last_name: 'Šarić',
        username: 'link',
        phone: '+381640001',
        city: 'Bor',
        country: 'RS',
      },
    }),
  });
  expect(answer.status).toBe(200);
  const [applicant] = await app.db.select().from(profiles).where(eq(profiles.email, 'link@primer.rs'));
  const [mail] = await app.db.select().from(mails).where(eq(mails.template, 'accounts.registration-waiting'));
  const { html } = await call(app, admin).admin.mails.preview({ id: mail!.id });
  const link = `/admin/registration-requests?request=${applicant!.id}`;
  expect(html).toContain(link);
  // What opening it asks the server for.
  expect(pageOf(link.split('?')[0]!)).toBe('adminRegistrationRequests');
  const shown = await call(app, admin).accounts.admin.registrationRequests();
  expect(shown.map(({ id }) => id)).toContain(applicant!.id);
  const [still] = await app.db.select().from(profiles).where(eq(profiles.id, applicant!.id));
  expect(still!.toBeRegistered).toBe(true);
});

test('a request that was deleted a moment ago is approved by nobody, and deleted once', async () => {
  const [one, two] = [await person(app, 'admin'), await person(app, 'admin')];
  const gone = await person(app, 'waiting');
  const stays = await person(app, 'waiting');
  await call(app, one).accounts.admin.reject({ ids: [gone.id], reason: 'dupli zahtev' });
  expect(await call(app, two).accounts.admin.approve({ ids: [gone.id, stays.id] })).toEqual({
    approved: 1,
    gone: [gone.id],
  });
  const ids = [gone.id, stays.id];
  expect(await call(app, two).accounts.admin.reject({ ids, reason: REASON }), 'one is gone, one approved').toEqual({
    deleted: 0,
    gone: ids,
  });
  const sent = await app.db.select().from(mails).where(eq(mails.to, gone.email));
  expect(sent.map(({ template, props }) => [template, props])).toEqual([
    ['accounts.rejected', { reason: 'dupli zahtev' }],
  ]);
});

test('more than ten thousand at once are refused before anything happens', async () => {
  const admin = await person(app, 'admin');
  const applicant = await person(app, 'waiting');
  const ids = Array.from({ length: 10_001 }, () => applicant.id);
  expect(await code(call(app, admin).accounts.admin.approve({ ids }))).toBe('BAD_REQUEST');
  expect((await call(app, applicant).accounts.me()).level).toBe('waiting');
});

test('the super-admin is mailed about the first registration at once, and of a day of them in one mail an hour', async () => {
  const fresh = await testApp();
  const to = fresh.config.superAdmin.email;
  const sent = () => fresh.db.select().from(mails).where(eq(mails.to, to)).orderBy(mails.number);
  const { 'accounts.tell-of-requests': digest } = accountJobs(fresh.deps);
  fresh.clock.now = new Date('2027-03-01T08:05:00Z');
  const first = await registered(fresh);
  expect(await sent()).toMatchObject([{ template: 'accounts.registration-waiting', props: { email: first.email } }]);

  const SIGN_UPS = 3;
  const gone = await registered(fresh);
  await fresh.db.update(profiles).set({ toBeRegistered: false }).where(eq(profiles.id, gone.id));
  for (let hour = 0; hour < 24; hour++) {
    await Promise.all(Array.from({ length: SIGN_UPS }, () => registered(fresh)));
    fresh.clock.now = new Date(fresh.clock.now.getTime() + HOUR_MS);
    await Promise.all([digest.work(), digest.work()]);
  }
  const all = await sent();
  expect(all.length).toBeLessThanOrEqual(25);
  const digests = all.filter(({ template }) => template === 'accounts.registrations-waiting');
  const counted = digests.map(({ props }) => props.count as number);
  const single = all.length - digests.length;
  expect(
    counted.reduce((sum, count) => sum + count, single),
    'each is counted once',
  ).toBe(24 * SIGN_UPS + 1);
  expect(digest).toMatchObject({ every: '0 * * * *' });

  await digest.work();
  expect(await sent(), 'nothing new, no mail').toHaveLength(all.length);
  await sendMails(fresh);
  expect((await sent()).at(-1)).toMatchObject({ subject: 'Još 3 zahteva čekaju odluku', state: 'sent' });
});

const sentToChief = ({ db, config }: Awaited<ReturnType<typeof testApp>>) =>
  db.select().from(mails).where(eq(mails.to, config.superAdmin.email)).orderBy(mails.number);

test('a single registration after an hour without one is mailed with its data, also by the clock', async () => {
  const fresh = await testApp();
  fresh.clock.now = new Date('2027-03-01T08:05:00Z');
  await registered(fresh);
  const second = await registered(fresh);
  fresh.clock.now = new Date('2027-03-01T09:00:00Z');
  await accountJobs(fresh.deps)['accounts.tell-of-requests'].work();
  expect((await sentToChief(fresh)).map(({ template, props }) => [template, props.email])).toMatchObject([
    ['accounts.registration-waiting', expect.any(String)],
    ['accounts.registration-waiting', second.email],
  ]);
});

test('whoever closed the account before the next mail about registrations is not in it', async () => {
  const fresh = await testApp();
  fresh.clock.now = new Date('2027-03-01T08:05:00Z');
  const [first, gone, third] = [await registered(fresh), await registered(fresh), await registered(fresh)];
  await fresh.db.update(profiles).set({ closedAt: fresh.clock.now }).where(eq(profiles.id, gone.id));
  fresh.clock.now = new Date('2027-03-01T09:00:00Z');
  await accountJobs(fresh.deps)['accounts.tell-of-requests'].work();
  expect((await sentToChief(fresh)).map(({ template, props }) => [template, props.email])).toEqual([
    ['accounts.registration-waiting', first.email],
    ['accounts.registration-waiting', third.email],
  ]);
});
