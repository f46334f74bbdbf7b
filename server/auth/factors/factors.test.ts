import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { profiles } from '../../accounts/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { testApp } from '../../test/app.ts';
import { codeOf, PASSWORD, prove, registered, requestAuth, signedInAgain } from '../../test/browser.ts';
import { mfaChallenges, mfaFactors, recoveryCodes, sessions } from '../schema.ts';

const app = await testApp();
const later = (seconds: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + seconds * 1000);
};
const now = () => app.clock.now.getTime();

/** Somebody with an authenticator, signed in with both steps here. */
async function protectedPerson() {
  const who = await registered(app);
  await prove(app, who);
  const { data } = await who.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Telefon' });
  const totp = new TOTP({ secret: data!.totp.secret });
  const factorId = data!.id;
  /** Each code is good once, so each call moves on to the next half minute. */
  const code = () => {
    later(30);
    return totp.generate({ timestamp: now() });
  };
  const first = await who.auth.mfa.challengeAndVerify({ factorId, code: code() });
  if (first.error) throw first.error;
  return { ...who, factorId, code };
}
const token = async (who: { auth: Awaited<ReturnType<typeof protectedPerson>>['auth'] }) =>
  (await who.auth.getSession()).data.session!.access_token;

test('enrolling gives a secret once, as text, address and a QR code that survives a data URL', async () => {
  const who = await registered(app);
  await prove(app, who);
  const { data, error } = await who.auth.mfa.enroll({ factorType: 'totp' });
  expect(error).toBeNull();
  expect(data).toMatchObject({ type: 'totp', friendly_name: '' });
  expect(data!.totp.uri).toMatch(/^otpauth:\/\/totp\/Vidik:/);
  expect(data!.totp.uri).toContain(data!.totp.secret);
  expect(data!.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
  expect(data!.totp.qr_code).not.toContain('#');
  const { data: listed } = await who.auth.mfa.listFactors();
  expect(listed?.all).toMatchObject([{ id: data!.id, factor_type: 'totp', status: 'unverified' }]);
  expect(listed?.totp).toEqual([]);
  expect(JSON.stringify(listed)).not.toContain(data!.totp.secret);
  const [row] = await app.db.select().from(mfaFactors).where(eq(mfaFactors.id, data!.id));
  expect(row!.secret.toString('latin1')).not.toContain(data!.totp.secret);
});

test('a right code makes the session aal2, says so in the token, and the client is notified', async () => {
  const who = await protectedPerson();
  const claims = decodeJwt(await token(who));
  expect(claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, { method: 'password' }] });
  expect(who.events.at(-1)).toBe('MFA_CHALLENGE_VERIFIED');
  const { data } = await who.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
  const again = await signedInAgain(app, who);
  expect((await again.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal2',
  });
});

test('a code is good once, through however many challenges, and at the same moment too', async () => {
  const who = await protectedPerson();
  const used = who.code();
  const verify = (code: string) => codeOf(who.auth.mfa.challengeAndVerify({ factorId: who.factorId, code }));
  expect(await verify(used)).toBe('ok');
  expect(await verify(used)).toBe('mfa_verification_failed');
  const access = await token(who);
  const challenge = async () =>
    (await requestAuth(app, 'POST', `/factors/${who.factorId}/challenge`, { token: access })).json.id;
  const ids = await Promise.all([challenge(), challenge(), challenge(), challenge()]);
  const code = who.code();
  const answers = await Promise.all(
    ids.map((challenge_id) =>
      requestAuth(app, 'POST', `/factors/${who.factorId}/verify`, { token: access, body: { challenge_id, code } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a wrong code, an old challenge, a used challenge and an unknown one each have their answer', async () => {
  const who = await protectedPerson();
  const access = await token(who);
  const challenge = async () =>
    (await requestAuth(app, 'POST', `/factors/${who.factorId}/challenge`, { token: access })).json.id;
  const verify = async (challenge_id: string, code: string) => {
    const body = { challenge_id, code };
    const { status, json } = await requestAuth(app, 'POST', `/factors/${who.factorId}/verify`, { token: access, body });
    return status === 200 ? 'ok' : [status, json.code];
  };
  const right = who.code();
  const wrong = right === '000000' ? '000001' : '000000';
  const tired = await challenge();
  for (let n = 0; n < 5; n += 1) expect(await verify(tired, wrong)).toEqual([422, 'mfa_verification_failed']);
  expect(await verify(tired, right)).toEqual([422, 'mfa_challenge_expired']);
  const old = await challenge();
  later(300);
  expect(await verify(old, who.code())).toEqual([422, 'mfa_challenge_expired']);
  const good = await challenge();
  expect(await verify(good, who.code())).toBe('ok');
  expect(await verify(good, who.code())).toEqual([422, 'mfa_challenge_expired']);
  expect(await verify(crypto.randomUUID(), who.code())).toEqual([422, 'mfa_factor_not_found']);
  expect(await verify('nije-uuid', who.code())).toEqual([422, 'mfa_factor_not_found']);
});

test('somebody else’s factor does not exist', async () => {
  const owner = await protectedPerson();
  const thief = await registered(app);
  for (const id of [owner.factorId, 'nije-uuid']) {
    const access = await token(thief);
    for (const [method, path] of [
      ['POST', `/factors/${id}/challenge`],
      ['POST', `/factors/${id}/verify`],
      ['DELETE', `/factors/${id}`],
    ] as const) {
      const body = { challenge_id: crypto.randomUUID(), code: '123456' };
      const { status, json } = await requestAuth(app, method, path, { token: access, body });
      expect([status, json.code]).toEqual([404, 'mfa_factor_not_found']);
    }
  }
});

test('the second step ends the person’s sessions without one, and the tokens from before it', async () => {
  const who = await protectedPerson();
  const half = await signedInAgain(app, who);
  const other = await signedInAgain(app, who);
  const before = (await half.auth.getSession()).data.session!.refresh_token;
  const { data } = await half.auth.mfa.challengeAndVerify({ factorId: who.factorId, code: who.code() });
  expect(data?.refresh_token).toBeTruthy();
  expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect(await codeOf(who.auth.getUser())).toBe('ok');
  const replay = () => requestAuth(app, 'POST', '/token?grant_type=refresh_token', { body: { refresh_token: before } });
  expect((await replay()).status).toBe(503);
  later(10);
  expect((await replay()).json.code).toBe('refresh_token_already_used');
});

test('with an authenticator, a password alone changes neither password nor address, nor adds another one', async () => {
  const who = await protectedPerson();
  const half = await signedInAgain(app, who);
  const password = await half.auth.updateUser({ password: 'nova lozinka 22', current_password: PASSWORD });
  expect(password.error).toMatchObject({ status: 401, code: 'insufficient_aal' });
  expect(await codeOf(half.auth.updateUser({ email: 'drugi@primer.rs' }))).toBe('insufficient_aal');
  const enrolled = await half.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Lopov' });
  expect(enrolled.error).toMatchObject({ status: 403, code: 'insufficient_aal' });
  const removed = await half.auth.mfa.unenroll({ factorId: who.factorId });
  expect(removed.error).toMatchObject({ status: 422, code: 'insufficient_aal' });
  expect(await codeOf(half.auth.updateUser({ data: { color: 'plava' } }))).toBe('ok');
});

test('a password alone opens none of the member’s pages, only the account’s own description', async () => {
  const who = await protectedPerson();
  await app.db.update(profiles).set({ toBeRegistered: false, isAdmin: true }).where(eq(profiles.id, who.id));
  const half = await signedInAgain(app, who);
  const get = async (one: typeof half, path: string) =>
    app.app.request(path, { headers: { authorization: `Bearer ${await token(one)}` } });
  expect((await (await get(half, '/api/me')).json()).level).toBe('visitor');
  const refused = await get(half, '/api/admin/registration-requests');
  expect([refused.status, (await refused.json()).data]).toEqual([403, { reason: 'second step' }]);
  expect((await get(who, '/api/admin/registration-requests')).status).toBe(200);
});

test('removing the authenticator lowers its sessions at once', async () => {
  const who = await protectedPerson();
  const { data } = await who.auth.mfa.unenroll({ factorId: who.factorId });
  expect(data).toEqual({ id: who.factorId });
  const rows = await app.db.select().from(sessions).where(eq(sessions.userId, who.id));
  expect(rows.map((row) => row.aal)).toEqual(['aal1']);
  await who.auth.refreshSession();
  expect(decodeJwt(await token(who)).aal).toBe('aal1');
});

test('an abandoned QR code does not stand in the way; a second authenticator needs another name', async () => {
  const who = await protectedPerson();
  const enroll = (friendlyName: string) => who.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  expect(await codeOf(enroll('Tablet'))).toBe('ok');
  expect(await codeOf(enroll('Tablet'))).toBe('ok');
  expect(await codeOf(enroll('Telefon'))).toBe('mfa_factor_name_conflict');
  expect(await app.db.select().from(mfaFactors).where(eq(mfaFactors.userId, who.id))).toHaveLength(2);
  const extra = Array.from({ length: 9 }, (_, n) => ({
    userId: who.id,
    friendlyName: `${n}`,
    status: 'verified' as const,
    secret: Buffer.alloc(40),
  }));
  await app.db.insert(mfaFactors).values(extra);
  expect(await codeOf(enroll('Još jedan'))).toBe('too_many_enrolled_mfa_factors');
});

test('phones and passkeys are refused as factors', async () => {
  const access = await token(await registered(app));
  const enroll = async (factor_type: string) =>
    (await requestAuth(app, 'POST', '/factors', { token: access, body: { factor_type, phone: '+381' } })).json.code;
  expect(await enroll('phone')).toBe('mfa_phone_enroll_not_enabled');
  expect(await enroll('webauthn')).toBe('mfa_webauthn_enroll_not_enabled');
  expect(await enroll('carrier pigeon')).toBe('validation_failed');
});

test('recovery codes: ten, shown once, each lifts a session once', async () => {
  const who = await protectedPerson();
  const { data } = await who.auth.mfa.recoveryCodes.generate();
  expect(data).toMatchObject({ type: 'recovery_code', total: 10 });
  expect(new Set(data!.codes).size).toBe(10);
  const stored = JSON.stringify(await app.db.select().from(recoveryCodes));
  for (const code of data!.codes) expect(stored).not.toContain(code);
  expect(await codeOf(who.auth.mfa.recoveryCodes.generate())).toBe('mfa_verified_factor_exists');
  const half = await signedInAgain(app, who);
  expect((await half.auth.mfa.listFactors()).data?.recovery_code).toHaveLength(1);
  const code = ` ${data!.codes[0]!.toUpperCase().replaceAll('-', ' ')} `;
  const lifted = await half.auth.mfa.recoveryCodes.verify({ code });
  expect(lifted.error).toBeNull();
  expect(decodeJwt(await token(half))).toMatchObject({ aal: 'aal2', amr: [{ method: 'mfa/recovery_code' }, {}] });
  const next = await signedInAgain(app, who);
  expect(await codeOf(next.auth.mfa.recoveryCodes.verify({ code }))).toBe('mfa_verification_failed');
  expect(await codeOf(next.auth.mfa.recoveryCodes.regenerate())).toBe('insufficient_aal');
  expect((await half.auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 });
  const fresh = await half.auth.mfa.recoveryCodes.regenerate();
  expect(fresh.data?.codes).toHaveLength(10);
  expect(await codeOf(next.auth.mfa.recoveryCodes.verify({ code: data!.codes[1]! }))).toBe('mfa_verification_failed');
  expect(await codeOf(half.auth.mfa.recoveryCodes.unenroll())).toBe('ok');
  expect(await codeOf(half.auth.mfa.recoveryCodes.getStatus())).toBe('mfa_factor_not_found');
});

test('one recovery code used by two at once lifts one', async () => {
  const who = await protectedPerson();
  const { data } = await who.auth.mfa.recoveryCodes.generate();
  const halves = [await signedInAgain(app, who), await signedInAgain(app, who)];
  const codes = await Promise.all(
    halves.map((half) => codeOf(half.auth.mfa.recoveryCodes.verify({ code: data!.codes[0]! }))),
  );
  expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
});

test('recovery codes need an authenticator, and go with the last one', async () => {
  const plain = await registered(app);
  expect(await codeOf(plain.auth.mfa.recoveryCodes.generate())).toBe('mfa_recovery_codes_sole_factor');
  const who = await protectedPerson();
  await who.auth.mfa.recoveryCodes.generate();
  await who.auth.mfa.unenroll({ factorId: who.factorId });
  expect(await app.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, who.id))).toEqual([]);
});

test('every step leaves an entry, and none holds a code', async () => {
  const who = await protectedPerson();
  const code = who.code();
  await who.auth.mfa.challengeAndVerify({ factorId: who.factorId, code: code === '000000' ? '000001' : '000000' });
  await who.auth.mfa.unenroll({ factorId: who.factorId });
  const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, who.id)).orderBy(auditLog.id);
  expect(log.map((entry) => entry.action.replace('accounts.', ''))).toEqual([
    'signed-up',
    'reauthentication-requested',
    'proven',
    'factor-enrolled',
    'factor-challenged',
    'factor-verified',
    'factor-challenged',
    'factor-refused',
    'factor-removed',
  ]);
  expect(await app.db.select().from(mfaChallenges).where(eq(mfaChallenges.factorId, who.factorId))).toEqual([]);
});
