import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { profiles } from '../../accounts/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { mails } from '../../platform/mail.schema.ts';
import { type TestApp, testApp } from '../../test/app.ts';
import { browser, newEmail, registered, registration } from '../../test/browser.ts';
import { networkMember } from '../../test/network.ts';
import { call, person, type TestPerson } from '../../test/people.ts';
import { enrolReferred } from './enrol-referred.ts';

const app = await testApp();
const limited = await testApp({ env: { REFERRAL_MAX_DIRECT: '3' } });

/** Registers as the page of a referral link does, and stops there. */
async function signedUp(referral_code: string, at: TestApp = app): Promise<TestPerson> {
  const { auth, id, email } = await registered(at, { data: { referral_code } });
  const { data } = await auth.getSession();
  return { id, email, token: data.session!.access_token, sessionId: '' };
}
/** Ten who want one lock are answered "busy, try again" on a slow machine; people do. */
async function untilNotBusy<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if ((error as { status?: number }).status !== 503) throw error;
    }
  }
}
const enrol = (who: TestPerson, code: string, at: TestApp = app) =>
  call(at, who).network.enrollWithReferral({ p_ref: code });
const levelOf = async (who: TestPerson, at: TestApp = app) => (await call(at, who).accounts.me()).level;
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    ({ code }: { code: string }) => code,
  );
const profileOf = async (id: string, at: TestApp = app) =>
  (await at.db.select().from(profiles).where(eq(profiles.id, id)))[0]!;
const mailsAbout = async (who: TestPerson, at: TestApp = app) =>
  (await at.db.select().from(mails))
    .filter(({ to, props }) => to === who.email || (props as { id?: string }).id === who.id)
    .map(({ template }) => template)
    .sort();

test('whoever registers with a good code waits until they are enrolled, and the enrolment approves them without a word of waiting', async () => {
  const inviter = await networkMember(app);
  const newcomer = await signedUp(inviter.code);
  expect(await levelOf(newcomer)).toBe('waiting');
  expect(await codeOf(call(app, newcomer).orders.mine())).toBe('FORBIDDEN');

  await enrol(newcomer, inviter.code);
  expect(await levelOf(newcomer)).toBe('member');
  expect(await codeOf(call(app, newcomer).orders.mine())).toBe('ok');
  expect(await profileOf(newcomer.id)).toMatchObject({ parentId: inviter.id, inTree: true, invitedBy: null });
  expect(await mailsAbout(newcomer)).toEqual([]);
  const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, newcomer.id)).orderBy(auditLog.id);
  expect(log.map(({ action }) => action)).toEqual(['accounts.signed-up', 'network.enrolled', 'accounts.approved']);
});

test('staff see whoever never came for the enrolment, and may approve them', async () => {
  const [inviter, admin] = [await networkMember(app), await person(app, 'admin')];
  const left = await signedUp(inviter.code);
  const waiting = await call(app, admin).accounts.admin.registrationRequests();
  expect(waiting.map(({ id }) => id)).toContain(left.id);
  await call(app, admin).accounts.admin.approve({ ids: [left.id] });
  expect(await profileOf(left.id)).toMatchObject({ toBeRegistered: false, invitedBy: null, inTree: false });
  await enrol(left, inviter.code);
  expect((await profileOf(left.id)).parentId).toBe(inviter.id);
});

test('a refused enrolment leaves the account waiting, notifies staff once, and another good code is still accepted', async () => {
  const [inviter, other] = [await networkMember(app), await networkMember(app)];
  const newcomer = await signedUp(inviter.code);
  await app.db.update(profiles).set({ invitesBlockedAt: new Date() }).where(eq(profiles.id, inviter.id));
  expect(await codeOf(enrol(newcomer, inviter.code))).toBe('REFERRAL_CODE_INACTIVE');
  expect(await codeOf(enrol(newcomer, inviter.code))).toBe('REFERRAL_CODE_INACTIVE');
  expect(await levelOf(newcomer)).toBe('waiting');
  expect(await mailsAbout(newcomer)).toEqual(['accounts.registration-received', 'accounts.registration-waiting']);
  const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, newcomer.id));
  expect(log.map(({ action }) => action)).toContain('network.enrolment-refused');

  await enrol(newcomer, other.code);
  expect(await levelOf(newcomer)).toBe('member');
});

test('an account that waits for staff is not approved by a code it did not register with', async () => {
  const inviter = await networkMember(app);
  const plain = await signedUp('');
  const liar = await signedUp('ZZZZ9999');
  await call(app, liar).accounts.me();
  for (const who of [plain, liar]) {
    expect(await codeOf(enrol(who, inviter.code))).toBe('FORBIDDEN');
    expect(await levelOf(who)).toBe('waiting');
  }
});

test('metadata written afterwards opens nothing', async () => {
  const inviter = await networkMember(app);
  const { auth, id } = await registered(app);
  await auth.updateUser({ data: { referral_code: inviter.code, invited_by: inviter.id } });
  const { data } = await auth.getSession();
  const who = { id, email: '', token: data.session!.access_token, sessionId: '' };
  expect(await codeOf(enrol(who, inviter.code))).toBe('FORBIDDEN');
});

test('the limit counts the enrolled and those about to be: of ten registrations at once three get a place, and all three are enrolled', async () => {
  const inviter = await networkMember(limited);
  const comers = await Promise.all(
    Array.from({ length: 10 }, () => untilNotBusy(() => signedUp(inviter.code, limited))),
  );
  const invited = (await Promise.all(comers.map(({ id }) => profileOf(id, limited)))).filter((row) => row.invitedBy);
  expect(invited).toHaveLength(3);
  expect(await codeOf(call(limited).network.inviter({ code: inviter.code }))).toBe('REFERRAL_LIMIT_REACHED');

  const answers = await Promise.all(comers.map((who) => codeOf(untilNotBusy(() => enrol(who, inviter.code, limited)))));
  expect(answers.filter((answer) => answer === 'ok')).toHaveLength(3);
  expect(answers.filter((answer) => answer === 'FORBIDDEN')).toHaveLength(7);
  const below = await limited.db.select().from(profiles).where(eq(profiles.parentId, inviter.id));
  expect(below.map(({ id }) => id).sort()).toEqual(invited.map(({ id }) => id).sort());
});

test('a rejected registration gives its place back', async () => {
  const [inviter, admin] = [await networkMember(limited), await person(limited, 'admin')];
  const [first] = [
    await signedUp(inviter.code, limited),
    await signedUp(inviter.code, limited),
    await signedUp(inviter.code, limited),
  ];
  expect((await profileOf((await signedUp(inviter.code, limited)).id, limited)).invitedBy).toBeNull();
  await call(limited, admin).accounts.admin.reject({ ids: [first!.id], reason: 'Podaci nisu potpuni.' });
  expect((await profileOf((await signedUp(inviter.code, limited)).id, limited)).invitedBy).toBe(inviter.id);
});

test('an inviter who is deleted leaves the registration waiting like any other', async () => {
  const inviter = await networkMember(app);
  const newcomer = await signedUp(inviter.code);
  await app.db.delete(profiles).where(eq(profiles.id, inviter.id));
  expect(await profileOf(newcomer.id)).toMatchObject({ toBeRegistered: true, invitedBy: null });
  expect(await codeOf(enrol(newcomer, inviter.code))).toBe('FORBIDDEN');
});

test('with addresses to be confirmed, a registration holds its place and is approved by the confirming request’s enrolment only', async () => {
  const confirming = await testApp({ env: { EMAIL_CONFIRMATION: 'on' } });
  const inviter = await networkMember(confirming);
  const email = newEmail();
  const data = registration({ referral_code: inviter.code });
  await browser(confirming).auth.signUp({ email, password: 'tri mala lava', options: { data } });
  const [row] = await confirming.db.select().from(profiles).where(eq(profiles.email, email));
  expect(row).toMatchObject({ toBeRegistered: true, invitedBy: inviter.id, inTree: false });
});

/** What the server has put aside for when a page never asks for the enrolment. */
const putAside = (id: string) =>
  app.db.ask<{ data: Record<string, string>; minutes: number }>(
    `select data, round(extract(epoch from start_after - now()) / 60)::int as minutes from pgboss.job
     where name = 'network.enrol-referred' and data ->> 'profileId' = '${id}'`,
  );

test('a registration whose page was closed before the enrolment is finished by the server', async () => {
  const inviter = await networkMember(app);
  const left = await signedUp(inviter.code);
  const [job] = await putAside(left.id);
  expect(job!.minutes, 'the page comes first').toBeGreaterThan(5);
  await enrolReferred(app.deps)(job!.data);
  expect(await levelOf(left)).toBe('member');
  expect(await profileOf(left.id)).toMatchObject({ parentId: inviter.id, invitedBy: null });
  expect(await mailsAbout(left), 'no page says so').toEqual(['accounts.approved']);
  await enrolReferred(app.deps)(job!.data);
  expect(await mailsAbout(left)).toHaveLength(1);
  expect(await putAside((await signedUp('')).id), 'without a code there is nothing to finish').toEqual([]);
});

test('one whose page was closed and whose inviter may not invite any more goes to staff', async () => {
  const inviter = await networkMember(app);
  const left = await signedUp(inviter.code);
  expect(await mailsAbout(left)).toEqual([]);
  await app.db.update(profiles).set({ invitesBlockedAt: new Date() }).where(eq(profiles.id, inviter.id));
  const [job] = await putAside(left.id);
  await enrolReferred(app.deps)(job!.data);
  expect(await mailsAbout(left)).toContain('accounts.registration-received');
  expect((await call(app, left).accounts.me()).enrolmentRefused).toBe('REFERRAL_CODE_INACTIVE');
});
