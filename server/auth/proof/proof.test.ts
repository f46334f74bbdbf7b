import { call as run } from '@orpc/server';
import { eq } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import { beforeEach, expect, test } from 'vitest';
import { freshProof, member } from '../../access.ts';
import { profiles } from '../../accounts/schema.ts';
import { limitsOf } from '../../limits.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { testApp } from '../../test/app.ts';
import { browser, codeOf, giveProof, mailsTo, PASSWORD, prove, registered, signedInAgain } from '../../test/browser.ts';
import { person } from '../../test/people.ts';
import { sessions, users } from '../schema.ts';

const app = await testApp();
const start = app.clock.now;
beforeEach(() => {
  app.clock.now = start;
});
const later = (minutes: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + minutes * 60_000);
};
type Client = Awaited<ReturnType<typeof registered>>;
const enrol = (who: Pick<Client, 'auth'>) => codeOf(who.auth.mfa.enroll({ factorType: 'totp' }));

/** Somebody approved whose mailbox was proven earlier, signed in again with the password. */
async function provenMember() {
  const who = await registered(app);
  await app.db.update(users).set({ mailboxProvenAt: start }).where(eq(users.id, who.id));
  await app.db.update(profiles).set({ toBeRegistered: false }).where(eq(profiles.id, who.id));
  return { ...who, ...(await signedInAgain(app, who)) };
}

async function codeMailedTo(who: Pick<Client, 'auth' | 'email'>): Promise<string> {
  await who.auth.reauthenticate();
  return String((await mailsTo(app, who.email))[0]!.props.code);
}
const other = (code: string) => (code === '000000' ? '000001' : '000000');

test('a session ten minutes old may add no second step until its person proves themselves again', async () => {
  const who = await provenMember();
  expect(await enrol(who)).toBe('ok');
  later(10);
  expect(await enrol(who)).toBe('reauthentication_needed');
  expect(await giveProof(app, who, { password: 'nije ta' })).toMatchObject({ status: 409, code: 'PASSWORD_WRONG' });
  expect(await enrol(who)).toBe('reauthentication_needed');
  expect(await giveProof(app, who, { password: PASSWORD })).toMatchObject({ status: 200, minutes: 10 });
  expect(await enrol(who)).toBe('ok');
  later(9);
  await who.auth.refreshSession();
  expect(await enrol(who)).toBe('ok');
  later(1);
  expect(await enrol(who)).toBe('reauthentication_needed');
});

test('a proof counts in the session it was given in, and in no other', async () => {
  const here = await provenMember();
  const there = await signedInAgain(app, here);
  later(10);
  await giveProof(app, here, { password: PASSWORD });
  expect(await enrol(here)).toBe('ok');
  expect(await enrol(there)).toBe('reauthentication_needed');
});

test('a stranger who registered somebody’s address adds no second step, whatever password they chose', async () => {
  const stranger = await registered(app);
  expect(await enrol(stranger)).toBe('reauthentication_needed');
  expect(await giveProof(app, stranger, { password: PASSWORD })).toMatchObject({ code: 'PROOF_NOT_ACCEPTED' });
  const again = await signedInAgain(app, stranger);
  expect(await enrol(again)).toBe('reauthentication_needed');
});

test('the code from the mailbox proves its owner, also of a waiting account, and proves the mailbox', async () => {
  const who = await registered(app);
  const code = await codeMailedTo(who);
  expect(await giveProof(app, who, { code: other(code) })).toMatchObject({ code: 'MAILED_CODE_WRONG' });
  expect(await giveProof(app, who, { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` })).toMatchObject({ status: 200 });
  expect(await giveProof(app, who, { code }), 'twice').toMatchObject({ code: 'MAILED_CODE_WRONG' });
  expect(await enrol(who)).toBe('ok');
  const [user] = await app.db.select().from(users).where(eq(users.id, who.id));
  expect(user!.mailboxProvenAt).toEqual(app.clock.now);
  const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, who.id)).orderBy(auditLog.id);
  expect(log.find(({ action }) => action === 'accounts.proven')).toMatchObject({
    actor: who.id,
    after: { by: 'mail' },
  });
});

test('a code given after a quarter of an hour, or after five wrong ones, proves nothing', async () => {
  const who = await registered(app);
  const late = await codeMailedTo(who);
  later(15);
  await who.auth.refreshSession();
  expect(await giveProof(app, who, { code: late })).toMatchObject({ code: 'MAILED_CODE_WRONG' });
  const tried = await codeMailedTo(who);
  for (let n = 0; n < 5; n += 1) await giveProof(app, who, { code: other(tried) });
  expect(await giveProof(app, who, { code: tried })).toMatchObject({ code: 'MAILED_CODE_WRONG' });
});

test('with a second step only its own code proves anything, once', async () => {
  const who = await registered(app);
  await prove(app, who);
  const { data } = await who.auth.mfa.enroll({ factorType: 'totp' });
  const totp = new TOTP({ secret: data!.totp.secret });
  const code = () => totp.generate({ timestamp: app.clock.now.getTime() });
  await who.auth.mfa.challengeAndVerify({ factorId: data!.id, code: code() });
  const { data: made } = await who.auth.mfa.recoveryCodes.generate();
  const second = () => codeOf(who.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' }));
  expect(await second()).toBe('ok');
  later(10);
  expect(await second()).toBe('reauthentication_needed');
  const refused = { status: 409, code: 'PROOF_NOT_ACCEPTED', data: { accepted: ['factor'] } };
  expect(await giveProof(app, who, { password: PASSWORD })).toMatchObject(refused);
  const mailed = await codeMailedTo(who);
  expect(await giveProof(app, who, { code: mailed })).toMatchObject({ code: 'FACTOR_CODE_WRONG' });
  const used = code();
  expect(await giveProof(app, who, { code: used })).toMatchObject({ status: 200 });
  expect(await second()).toBe('ok');
  expect(await giveProof(app, who, { code: used }), 'twice').toMatchObject({ code: 'FACTOR_CODE_WRONG' });
  later(10);
  await who.auth.refreshSession();
  const backup = made!.codes[0]!;
  expect(await giveProof(app, who, { code: backup })).toMatchObject({ status: 200 });
  expect(await second()).toBe('ok');
  expect(await giveProof(app, who, { code: backup }), 'twice').toMatchObject({ code: 'FACTOR_CODE_WRONG' });
});

test('after ten wrong codes a right recovery code still proves its owner', async () => {
  const limited = await testApp({ env: { RATE_LIMITS: 'on' } });
  const who = await registered(limited);
  await prove(limited, who);
  const { data } = await who.auth.mfa.enroll({ factorType: 'totp' });
  const totp = new TOTP({ secret: data!.totp.secret });
  const code = () => totp.generate({ timestamp: limited.clock.now.getTime() });
  await who.auth.mfa.challengeAndVerify({ factorId: data!.id, code: code() });
  const { data: made } = await who.auth.mfa.recoveryCodes.generate();
  limited.clock.now = new Date(limited.clock.now.getTime() + 10 * 60_000);
  await who.auth.refreshSession();
  const second = () => codeOf(who.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' }));
  const give = (given: string) => giveProof(limited, who, { code: given });

  for (let n = 0; n < 10; n += 1) expect(await give(other(code()))).toMatchObject({ code: 'FACTOR_CODE_WRONG' });
  const refused = { status: 429, code: 'TOO_MANY_TRIES' };
  expect(await give(code()), 'a right code of the authenticator').toMatchObject(refused);
  expect(await give('ABCD-EFGH-JKMN'), 'a wrong recovery code').toMatchObject(refused);
  expect(Number((await give('ABCD-EFGH-JKMN')).retryAfter), 'the quarter of an hour').toBeGreaterThan(840);
  expect(await second()).toBe('reauthentication_needed');
  expect(await give(made!.codes[0]!)).toMatchObject({ status: 200 });
  expect(await second()).toBe('ok');
  expect(await give(made!.codes[0]!), 'twice').toMatchObject({ code: 'FACTOR_CODE_WRONG' });
});

test('whoever still owes the second step proves nothing with the password', async () => {
  const who = await registered(app);
  await prove(app, who);
  const { data } = await who.auth.mfa.enroll({ factorType: 'totp' });
  const code = new TOTP({ secret: data!.totp.secret }).generate({ timestamp: app.clock.now.getTime() });
  await who.auth.mfa.challengeAndVerify({ factorId: data!.id, code });
  const half = await signedInAgain(app, who);
  expect(await giveProof(app, half, { password: PASSWORD })).toMatchObject({ status: 403, code: 'FORBIDDEN' });
});

test('the account says which proofs it accepts, and whether one is needed now', async () => {
  const state = async (who: Pick<Client, 'auth'>) => {
    const { data } = await who.auth.getSession();
    const headers = { authorization: `Bearer ${data.session?.access_token}` };
    return (await app.app.request('/api/me/proof', { headers })).json();
  };
  const waiting = await registered(app);
  expect(await state(waiting)).toEqual({ accepted: ['mail'], fresh: false });
  const known = await provenMember();
  expect(await state(known)).toEqual({ accepted: ['password', 'mail'], fresh: true });
  later(10);
  expect(await state(known)).toEqual({ accepted: ['password', 'mail'], fresh: false });
});

test('a visitor, a signed-out session and a proof of two kinds at once are refused', async () => {
  const who = await provenMember();
  const both = { password: PASSWORD, code: '123456' };
  expect(await giveProof(app, who, both)).toMatchObject({ status: 400 });
  expect(await giveProof(app, browser(app), { password: PASSWORD })).toMatchObject({ status: 401 });
  await app.db.delete(sessions).where(eq(sessions.userId, who.id));
  expect(await giveProof(app, who, { password: PASSWORD })).toMatchObject({ status: 401 });
});

test('a handler behind `freshProof` answers only while the proof is fresh', async () => {
  const probe = member.use(freshProof).accounts.own.acceptances.handler(() => []);
  const who = await person(app);
  const asked = async () => {
    const headers = new Headers({ authorization: `Bearer ${who.token}` });
    const asker = { ip: '127.0.0.1' };
    const limits = limitsOf(app.deps, 'accounts.own.acceptances', asker);
    const context = {
      deps: app.deps,
      headers,
      ...asker,
      note: {},
      requestId: 'r',
      limits,
      key: null,
      language: 'sr' as const,
    };
    return run(probe, undefined, { context }).catch(({ code, status }) => [code, status]);
  };
  expect(await asked()).toEqual([]);
  later(10);
  expect(await asked()).toEqual(['PROOF_NEEDED', 403]);
  await app.db.update(sessions).set({ provenAt: null }).where(eq(sessions.id, who.sessionId));
  app.clock.now = start;
  expect(await asked()).toEqual(['PROOF_NEEDED', 403]);
});
