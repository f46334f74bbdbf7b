import { eq } from 'drizzle-orm';
import pg from 'pg';
import { expect, test } from 'vitest';
import { accountChangesOf, NEW } from '../../test/account-changes.ts';
import { testApp } from '../../test/app.ts';
import { browser, codeOf, newEmail, PASSWORD, signedInAgain } from '../../test/browser.ts';
import { untilBlocked } from '../../test/eventually.ts';
import { mfaFactors, recoveryCodes } from '../schema.ts';

const app = await testApp();
const { noticeKinds, later, undoToken, visitor, withSecondStep } = accountChangesOf(app);

test('a second step that a thief added goes, and the owner comes in with the mailbox alone', async () => {
  const who = await withSecondStep();
  await who.auth.mfa.recoveryCodes.generate();
  expect((await noticeKinds(who.email)).sort()).toEqual(['codes-made', 'factor-added']);
  const token = await undoToken(who.email, 'factor-added');
  expect(await visitor.look({ token })).toMatchObject({ kind: 'factor-added', later: 0 });
  const { passwordToken } = await visitor.undo({ token });
  expect(await app.db.select().from(mfaFactors).where(eq(mfaFactors.userId, who.id))).toEqual([]);
  expect(await app.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, who.id))).toEqual([]);
  const fresh = browser(app);
  await fresh.auth.verifyOtp({ token_hash: passwordToken!, type: 'recovery' });
  expect(await codeOf(fresh.auth.updateUser({ password: NEW }))).toBe('ok');
});

test('a removed second step comes back with the same secret on the owner’s phone', async () => {
  const who = await withSecondStep();
  expect(await codeOf(who.auth.mfa.unenroll({ factorId: who.factorId }))).toBe('ok');
  const { passwordToken } = await visitor.undo({ token: await undoToken(who.email, 'factor-removed') });
  const fresh = browser(app);
  await fresh.auth.verifyOtp({ token_hash: passwordToken!, type: 'recovery' });
  expect(await codeOf(fresh.auth.updateUser({ password: NEW }))).toBe('insufficient_aal');
  expect(await codeOf(fresh.auth.mfa.challengeAndVerify({ factorId: who.factorId, code: who.code() }))).toBe('ok');
  expect(await codeOf(fresh.auth.updateUser({ password: NEW }))).toBe('ok');
});

test('recovery codes that were made, used or removed are mailed to the owner; undone, none of them signs anybody in', async () => {
  const who = await withSecondStep();
  const { data } = await who.auth.mfa.recoveryCodes.generate();
  const half = await signedInAgain(app, who);
  later(1000);
  expect(await codeOf(half.auth.mfa.recoveryCodes.verify({ code: data!.codes[0]! }))).toBe('ok');
  later(1000);
  await half.auth.mfa.recoveryCodes.regenerate();
  later(1000);
  expect(await codeOf(half.auth.mfa.recoveryCodes.unenroll())).toBe('ok');
  expect(await noticeKinds(who.email)).toEqual([
    'codes-removed',
    'codes-made',
    'code-used',
    'codes-made',
    'factor-added',
  ]);
  await visitor.undo({ token: await undoToken(who.email, 'code-used') });
  expect(await app.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, who.id))).toEqual([]);
});

test('removing the second step, and everything about recovery codes, needs a fresh proof', async () => {
  const who = await withSecondStep();
  await who.auth.mfa.recoveryCodes.generate();
  later(600_000);
  await who.auth.refreshSession();
  expect(await codeOf(who.auth.mfa.unenroll({ factorId: who.factorId }))).toBe('reauthentication_needed');
  expect(await codeOf(who.auth.mfa.recoveryCodes.regenerate())).toBe('reauthentication_needed');
  expect(await codeOf(who.auth.mfa.recoveryCodes.unenroll())).toBe('reauthentication_needed');
  const withOldPassword = { password: NEW, current_password: PASSWORD };
  expect(await codeOf(who.auth.updateUser(withOldPassword))).toBe('reauthentication_needed');
  expect(await codeOf(who.auth.updateUser({ email: newEmail() }))).toBe('reauthentication_needed');
});

test('a session that ends while its request waits changes no way in any more', async () => {
  const who = await withSecondStep();
  await who.auth.mfa.recoveryCodes.generate();
  const codes = async () => app.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, who.id));
  const before = await codes();
  const holder = new pg.Client({ connectionString: app.databaseUrl });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from auth.users where id = $1 for update', [who.id]);
  const asked = [
    codeOf(who.auth.mfa.recoveryCodes.regenerate()),
    codeOf(who.auth.mfa.recoveryCodes.unenroll()),
    codeOf(who.auth.mfa.unenroll({ factorId: who.factorId })),
    codeOf(who.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'other' })),
  ];
  await untilBlocked(app, 4);
  await holder.query('delete from auth.sessions where user_id = $1', [who.id]);
  await holder.query('commit');
  await holder.end();
  // The client's own words for `session_not_found` have no code.
  expect(await Promise.all(asked)).toEqual(Array(4).fill('400'));
  expect(await codes()).toEqual(before);
  const factors = await app.db.select().from(mfaFactors).where(eq(mfaFactors.userId, who.id));
  expect(factors.map(({ status }) => status)).toEqual(['verified']);
});
