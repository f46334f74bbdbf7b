import { eq } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { HAND_OVER_DAYS } from '#domain/playout/licences.ts';
import { formatDateTimeInSentence } from '#domain/time.ts';
import { profiles } from '../../accounts/schema.ts';
import { templates } from '../../emails.ts';
import { endNotices } from '../../flows/retention/retention.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { renderMail, writeMessage } from '../../platform/mail/write-mail.ts';
import { fingerprint } from '../../platform/secrets/fingerprint.ts';
import { licences } from '../../playout/schema.ts';
import { rewardPayees } from '../../rewards/schema.ts';
import { accountChangesOf, NEW } from '../../test/account-changes.ts';
import { testApp } from '../../test/app.ts';
import { browser, codeOf, linkTo, mailsTo, PASSWORD } from '../../test/browser.ts';
import { untilBlocked } from '../../test/eventually.ts';
import { sendMails } from '../../test/mails.ts';
import { call, codeOfCall, person } from '../../test/people.ts';
import { accountChanges, knownNetworks, mfaFactors, sessions, users } from '../schema.ts';

const app = await testApp();
const chief = await person(app, 'superAdmin');
const { asPerson, later, owner, signsIn, start, noticesTo, undoToken, visitor } = accountChangesOf(app);

test('a new password is mailed to the owner; undone, it signs nobody in, everybody is signed out, and the answer leads to choosing another', async () => {
  const who = await owner();
  await who.auth.updateUser({ password: NEW, current_password: PASSWORD });
  const token = await undoToken(who.email, 'password');
  expect(await visitor.look({ token })).toMatchObject({ kind: 'password', later: 0 });
  expect(await codeOf(who.auth.getUser()), 'looking changes nothing').toBe('ok');
  expect(await visitor.look({ token })).toMatchObject({ kind: 'password' });

  const { passwordToken } = await visitor.undo({ token });
  expect(await app.db.select().from(sessions).where(eq(sessions.userId, who.id))).toEqual([]);
  expect(await app.db.$count(knownNetworks, eq(knownNetworks.userId, who.id)), 'no network is spared').toBe(0);
  expect(await signsIn(who.email, NEW)).toBe('invalid_credentials');
  expect(await signsIn(who.email, PASSWORD)).toBe('invalid_credentials');
  const fresh = browser(app);
  expect(await codeOf(fresh.auth.verifyOtp({ token_hash: passwordToken!, type: 'recovery' }))).toBe('ok');
  expect(await codeOf(fresh.auth.updateUser({ password: 'treća lozinka 33' }))).toBe('ok');
  expect(await signsIn(who.email, 'treća lozinka 33')).toBe('ok');
  const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, who.id)).orderBy(auditLog.id);
  expect(log.find(({ action }) => action === 'accounts.change-undone')).toMatchObject({
    actor: 'visitor',
    after: { kind: 'password', changes: 1 },
  });
  expect((await mailsTo(app, who.email)).map(({ template }) => template)).toContain('accounts.change-undone');
});

test('a link is good once, for two who press at the same moment too, and only as its hash in the database', async () => {
  const who = await owner();
  await who.auth.updateUser({ password: NEW, current_password: PASSWORD });
  const token = await undoToken(who.email, 'password');
  const answers = await Promise.all([1, 2, 3, 4].map(() => codeOfCall(visitor.undo({ token }))));
  expect(answers.sort()).toEqual(['CHANGE_LINK_DEAD', 'CHANGE_LINK_DEAD', 'CHANGE_LINK_DEAD', 'ok']);
  expect(await codeOfCall(visitor.look({ token }))).toBe('CHANGE_LINK_DEAD');
  expect(await codeOfCall(visitor.look({ token: 'x'.repeat(43) }))).toBe('CHANGE_LINK_DEAD');
  const rows = await app.db.select().from(accountChanges).where(eq(accountChanges.userId, who.id));
  expect(JSON.stringify([rows, await app.db.select().from(auditLog)])).not.toContain(token);
});

test('the mail says to the minute until when its link takes the change back', async () => {
  const who = await owner();
  await who.auth.updateUser({ password: NEW, current_password: PASSWORD });
  const [mail] = await noticesTo(who.email);
  const [change] = await app.db.select().from(accountChanges).where(eq(accountChanges.userId, who.id));
  const letter = await writeMessage(app.deps, templates, mail!);
  const { text } = await renderMail(letter!, app.config.publicUrl);
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    `u roku od 7 dana, do ${formatDateTimeInSentence(change!.undoEndsAt)}. Poništavanje`,
  );
});

test('once sent, the mail with the link stays in the mailbox only', async () => {
  const who = await owner();
  await who.auth.updateUser({ password: NEW, current_password: PASSWORD });
  const [mail] = await noticesTo(who.email);
  await sendMails(app);
  const [sent] = (await mailsTo(app, who.email)).filter(({ id }) => id === mail!.id);
  expect(sent).toMatchObject({
    state: 'sent',
    subject: 'Na Vašem nalogu je promenjena lozinka',
    props: {},
    html: null,
  });
});

test('after seven days the link says so, and the change stays', async () => {
  const who = await owner();
  await who.auth.updateUser({ password: NEW, current_password: PASSWORD });
  const token = await undoToken(who.email, 'password');
  later(7 * DAY_MS - 1);
  expect(await visitor.look({ token })).toMatchObject({ kind: 'password' });
  later(1);
  expect(await codeOfCall(visitor.look({ token }))).toBe('CHANGE_LINK_OLD');
  expect(await codeOfCall(visitor.undo({ token }))).toBe('CHANGE_LINK_OLD');
  expect(await signsIn(who.email, NEW)).toBe('ok');
});

test('„that was me after all“ spends the link and changes nothing', async () => {
  const who = await owner();
  await who.auth.updateUser({ password: NEW, current_password: PASSWORD });
  const token = await undoToken(who.email, 'password');
  expect(await visitor.keep({ token })).toEqual({ kept: true });
  expect(await codeOfCall(visitor.undo({ token }))).toBe('CHANGE_LINK_DEAD');
  expect(await codeOf(who.auth.getUser())).toBe('ok');
  expect(await signsIn(who.email, NEW)).toBe('ok');
});

test('the list shows what happened and from where; „that was me“ on the page leaves the mailed link good', async () => {
  const who = await owner();
  await who.auth.updateUser({ password: NEW, current_password: PASSWORD });
  const me = call(app, await asPerson(who)).accounts.own.changes;
  const [change, ...rest] = await me.list();
  expect(rest).toEqual([]);
  expect(change).toMatchObject({ kind: 'password', network: '127.0.0.0', undoable: true, asks: true, outcome: null });
  expect(await me.seen({ id: change!.id })).toEqual({ seen: true });
  expect(await me.list()).toMatchObject([{ asks: false, undoable: true }]);
  expect(await visitor.look({ token: await undoToken(who.email, 'password') })).toMatchObject({ kind: 'password' });

  const stranger = call(app, await asPerson(await owner())).accounts.own.changes;
  expect(await stranger.list()).toEqual([]);
  expect(await codeOfCall(stranger.seen({ id: change!.id }))).toBe('CHANGE_GONE');
  expect(await codeOfCall(stranger.undo({ id: change!.id }))).toBe('CHANGE_GONE');
});

test('signed in, the owner takes a change back with a fresh proof, and the new password comes by mail', async () => {
  const who = await owner();
  await who.auth.updateUser({ password: NEW, current_password: PASSWORD });
  const me = call(app, await asPerson(who)).accounts.own.changes;
  const [change] = await me.list();
  later(600_000);
  expect(await codeOfCall(me.undo({ id: change!.id }))).toBe('PROOF_NEEDED');
  app.clock.now = start;
  expect(await me.undo({ id: change!.id })).toEqual({ undone: true });
  expect(await codeOfCall(me.list())).toBe('UNAUTHORIZED');
  const { token_hash } = await linkTo(app, who.email);
  expect(await codeOf(browser(app).auth.verifyOtp({ token_hash, type: 'recovery' }))).toBe('ok');
});

test('what a thief sends in a session that the owner ends meanwhile is not done: neither taking a change back nor another account or number for rewards', async () => {
  const who = await owner();
  await app.db.update(profiles).set({ toBeRegistered: false }).where(eq(profiles.id, who.id));
  await who.auth.updateUser({ password: NEW, current_password: PASSWORD });
  const thief = call(app, await asPerson(who));
  const [change] = await thief.accounts.own.changes.list();
  const answers: Promise<string>[] = [];
  await app.db.transaction(async (tx) => {
    await tx.select().from(users).where(eq(users.id, who.id)).for('update');
    answers.push(codeOfCall(thief.accounts.own.changes.undo({ id: change!.id })));
    answers.push(codeOfCall(thief.rewards.own.nameAccount({ payee: 'Lopov', account: '160-0000000123456-54' })));
    answers.push(codeOfCall(thief.rewards.own.nameTaxNumber({ number: '0101006500006' })));
    await untilBlocked(app, 3);
    await tx.delete(sessions).where(eq(sessions.userId, who.id));
  });
  expect(await Promise.all(answers)).toEqual(['UNAUTHORIZED', 'UNAUTHORIZED', 'UNAUTHORIZED']);
  expect(await signsIn(who.email, NEW), 'the password stays').toBe('ok');
  expect(await app.db.$count(rewardPayees, eq(rewardPayees.profileId, who.id))).toBe(0);
});

test('a code that gives a device away is void with the change since which it was made, and good when it is older', async () => {
  const who = await owner();
  const made = (serial: string) =>
    app.db.insert(licences).values({
      profileId: who.id,
      kind: 'serial',
      serial,
      codeHash: fingerprint(serial),
      codeEndsAt: new Date(app.clock.now.getTime() + HAND_OVER_DAYS * DAY_MS),
    });
  await made('VDK-26-000001');
  later(1000);
  await who.auth.updateUser({ password: NEW, current_password: PASSWORD });
  later(1000);
  await made('VDK-26-000002');
  await visitor.undo({ token: await undoToken(who.email, 'password') });
  const left = await app.db.select().from(licences).where(eq(licences.profileId, who.id)).orderBy(licences.serial);
  expect(left.map(({ codeHash }) => codeHash !== null)).toEqual([true, false]);
});

test('a thief who sets a password and closes the account with it keeps its owner out no longer than the link is opened', async () => {
  const who = await owner();
  await who.auth.updateUser({ password: NEW, current_password: PASSWORD });
  later(1000);
  const thief = { ...(await asPerson(who)) };
  expect(await call(app, thief).accounts.own.close({ password: NEW })).toMatchObject({ closed: true });
  expect(await signsIn(who.email, NEW)).toBe('account_closed');
  const { passwordToken } = await visitor.undo({ token: await undoToken(who.email, 'password') });
  const fresh = browser(app);
  expect(await codeOf(fresh.auth.verifyOtp({ token_hash: passwordToken!, type: 'recovery' }))).toBe('ok');
  expect(await codeOf(fresh.auth.updateUser({ password: 'treća lozinka 33' }))).toBe('ok');
  const actions = (await app.db.select().from(auditLog).where(eq(auditLog.subjectId, who.id)).orderBy(auditLog.id)).map(
    ({ action }) => action,
  );
  expect(actions).toContain('accounts.reopened');
  const again = await asPerson({ ...fresh, id: who.id, email: who.email });
  later(1000);
  await call(app, again).accounts.own.close({ password: 'treća lozinka 33' });
  const notices = (await mailsTo(app, who.email)).filter(({ template }) => template === 'accounts.closed');
  expect(notices, 'each closing is told').toHaveLength(2);
});

test('an account that we ended is not opened by taking a change back', async () => {
  const who = await owner();
  await app.db.update(profiles).set({ toBeRegistered: false }).where(eq(profiles.id, who.id));
  await who.auth.updateUser({ password: NEW, current_password: PASSWORD });
  later(1000);
  await call(app, chief).accounts.admin.people.terminate({ id: who.id, reason: 'zloupotreba' });
  const token = await undoToken(who.email, 'password');
  expect(await codeOfCall(visitor.undo({ token }))).toBe('CHANGE_LINK_DEAD');
  expect(await signsIn(who.email, NEW)).toBe('account_closed');
});

test('closing an account that is under notice and taking that back does not shake the notice off', async () => {
  const who = await owner();
  await app.db.update(profiles).set({ toBeRegistered: false }).where(eq(profiles.id, who.id));
  const profile = async () => (await app.db.select().from(profiles).where(eq(profiles.id, who.id)))[0]!;
  await call(app, chief).accounts.admin.people.notice({ id: who.id, on: true, reason: '' });
  const { terminatesAt } = await profile();
  expect(terminatesAt).not.toBeNull();
  await who.auth.updateUser({ password: NEW, current_password: PASSWORD });
  later(1000);
  await call(app, await asPerson(who)).accounts.own.close({ password: NEW });
  expect(await profile()).toMatchObject({ closedAt: app.clock.now, terminatesAt: null });

  await visitor.undo({ token: await undoToken(who.email, 'password') });
  expect(await profile()).toMatchObject({ closedAt: null, terminatesAt });
  app.clock.now = terminatesAt!;
  await endNotices(app.deps);
  expect(await profile()).toMatchObject({ closedAt: terminatesAt, terminatesAt: null });
});

test('the link of a blocked account takes the change back and lets nobody in; unblocked, its owner sets a new password', async () => {
  const who = await owner();
  await who.auth.updateUser({ password: NEW, current_password: PASSWORD });
  later(1000);
  const { data } = await who.auth.mfa.enroll({ factorType: 'totp' });
  const code = new TOTP({ secret: data!.totp.secret }).generate({ timestamp: app.clock.now.getTime() });
  await who.auth.mfa.challengeAndVerify({ factorId: data!.id, code });
  const token = await undoToken(who.email, 'password');
  await call(app, chief).accounts.admin.people.block({ id: who.id, on: true });

  expect(await visitor.look({ token })).toMatchObject({ kind: 'password', later: 1 });
  expect(await visitor.undo({ token })).toEqual({ undone: true, passwordToken: null });
  const mail = (await mailsTo(app, who.email)).find(({ template }) => template === 'accounts.change-undone');
  expect(mail!.props).toMatchObject({ link: null });
  expect(await app.db.$count(sessions, eq(sessions.userId, who.id))).toBe(0);
  expect(await app.db.$count(mfaFactors, eq(mfaFactors.userId, who.id))).toBe(0);

  await call(app, chief).accounts.admin.people.block({ id: who.id, on: false });
  expect(await signsIn(who.email, NEW)).toBe('invalid_credentials');
  const fresh = browser(app);
  await fresh.auth.resetPasswordForEmail(who.email);
  const { token_hash } = await linkTo(app, who.email);
  expect(await codeOf(fresh.auth.verifyOtp({ token_hash, type: 'recovery' }))).toBe('ok');
  expect(await codeOf(fresh.auth.updateUser({ password: 'treća lozinka 33' }))).toBe('ok');
});
