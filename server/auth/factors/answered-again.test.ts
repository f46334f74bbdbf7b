import { and, eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import type { AuditAction } from '#domain/audit-actions.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { testApp } from '../../test/app.ts';
import { codeOf, giveProof, mailsTo, prove, registered, requestAuth, signedInAgain } from '../../test/browser.ts';
import { accountChanges, sessions } from '../schema.ts';

/** A code is good once. Where its answer was lost, the same browser asks again and is answered again; nobody else is. */
const app = await testApp();
const later = (seconds: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + seconds * 1000);
};
const now = () => app.clock.now.getTime();

/** Somebody with a phone that shows codes, not yet turned on. */
async function withPhone() {
  const who = await registered(app);
  await prove(app, who);
  const { data } = await who.auth.mfa.enroll({ factorType: 'totp' });
  const totp = new TOTP({ secret: data!.totp.secret });
  /** Each code is good once, so each call moves on to the next half minute. */
  const code = () => {
    later(30);
    return totp.generate({ timestamp: now() });
  };
  return { ...who, factorId: data!.id, code };
}

async function protectedPerson() {
  const who = await withPhone();
  const first = await who.auth.mfa.challengeAndVerify({ factorId: who.factorId, code: who.code() });
  if (first.error) throw first.error;
  return who;
}

type Client = Pick<Awaited<ReturnType<typeof registered>>, 'auth'>;
const stored = async ({ auth }: Client) => (await auth.getSession()).data.session!;

/** Asks with the tokens of this browser and keeps nothing of the answer. */
async function post(who: Client, path: string, body?: unknown) {
  const { access_token: token } = await stored(who);
  const { status, json } = await requestAuth(app, 'POST', path, { token, body: body ?? {} });
  return { status, code: json.code as string | undefined, json };
}
const challenge = async (who: Client, factorId: string): Promise<string> =>
  (await post(who, `/factors/${factorId}/challenge`)).json.id;
const verify = (who: Client, factorId: string, challenge_id: string, code: string) =>
  post(who, `/factors/${factorId}/verify`, { challenge_id, code });
const refresh = (refresh_token: string) =>
  requestAuth(app, 'POST', '/token?grant_type=refresh_token', { body: { refresh_token } });

/** The code was typed and taken, and its answer was lost: this browser has only the tokens of before. */
async function withLostAnswer() {
  const who = await protectedPerson();
  const half = await signedInAgain(app, who);
  const before = await stored(half);
  const asked = await challenge(half, who.factorId);
  const code = who.code();
  const lost = await verify(half, who.factorId, asked, code);
  expect(lost.status).toBe(200);
  return { who, half, before, asked, code, lost: lost.json, again: () => verify(half, who.factorId, asked, code) };
}

const timesOf = (id: string, action: AuditAction) =>
  app.db.$count(auditLog, and(eq(auditLog.subjectId, id), eq(auditLog.action, action)));
const changesOf = async (id: string) =>
  (await app.db.select().from(accountChanges).where(eq(accountChanges.userId, id))).map(({ kind }) => kind);

test('the same code for the same challenge is answered again with the same tokens, and nothing happens twice', async () => {
  const { who, lost, again } = await withLostAnswer();
  const [entries, mails] = [await timesOf(who.id, 'accounts.factor-verified'), (await mailsTo(app, who.email)).length];
  later(8);
  const answers = [await again(), await again()];
  for (const { status, json } of answers) {
    expect(status).toBe(200);
    expect(json.refresh_token).toBe(lost.refresh_token);
    expect(decodeJwt(json.access_token)).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, {}] });
  }
  later(60);
  const renewed = await refresh(answers[1]!.json.refresh_token);
  expect(renewed.status).toBe(200);
  expect(decodeJwt(renewed.json.access_token)).toMatchObject({ aal: 'aal2' });
  expect(await timesOf(who.id, 'accounts.factor-verified')).toBe(entries);
  expect(await timesOf(who.id, 'accounts.factor-refused')).toBe(0);
  expect(await changesOf(who.id)).toEqual(['factor-added']);
  expect(await mailsTo(app, who.email)).toHaveLength(mails);
});

test('asked twice at the same moment, both are given the same tokens', async () => {
  const who = await protectedPerson();
  const half = await signedInAgain(app, who);
  const asked = await challenge(half, who.factorId);
  const code = who.code();
  const answers = await Promise.all([1, 2, 3].map(() => verify(half, who.factorId, asked, code)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map(({ json }) => json.refresh_token)).size).toBe(1);
});

test('a code that was typed late in its half minute is still answered again when that is over', async () => {
  const who = await protectedPerson();
  const half = await signedInAgain(app, who);
  const asked = await challenge(half, who.factorId);
  const code = who.code();
  later(30);
  expect((await verify(half, who.factorId, asked, code)).status).toBe(200);
  later(100);
  expect((await verify(half, who.factorId, asked, code)).status).toBe(200);
});

test('the refresh token of before the step stays worthless, whoever was answered again', async () => {
  const { who, before, again } = await withLostAnswer();
  expect((await again()).status).toBe(200);
  expect((await refresh(before.refresh_token)).status).toBe(503);
  later(10);
  expect((await refresh(before.refresh_token)).json.code).toBe('refresh_token_already_used');
  expect((await again()).code).toBe('session_not_found');
  expect(await changesOf(who.id)).toContain('token-reused');
});

test('the lost answer to the first code is given again: the authenticator was added once, and recovery codes can be made', async () => {
  const who = await withPhone();
  const asked = await challenge(who, who.factorId);
  const code = who.code();
  await verify(who, who.factorId, asked, code);
  const { data, error } = await who.auth.mfa.verify({ factorId: who.factorId, challengeId: asked, code });
  expect(error).toBeNull();
  expect(decodeJwt(data!.access_token)).toMatchObject({ aal: 'aal2' });
  expect(await codeOf(who.auth.mfa.recoveryCodes.generate())).toBe('ok');
  later(780);
  expect(await codeOf(who.auth.refreshSession())).toBe('ok');
  expect(await changesOf(who.id)).toEqual(['factor-added', 'codes-made']);
});

test('no other session is answered: neither one with the password alone, nor one that took the second step itself', async () => {
  const { who, asked, code } = await withLostAnswer();
  const thief = await signedInAgain(app, who);
  expect((await verify(thief, who.factorId, asked, code)).code).toBe('mfa_challenge_expired');
  expect((await verify(thief, who.factorId, await challenge(thief, who.factorId), code)).code).toBe(
    'mfa_verification_failed',
  );
  expect(decodeJwt((await stored(who)).access_token).aal).toBe('aal2');
  expect((await verify(who, who.factorId, asked, code)).code).toBe('mfa_challenge_expired');
  const rows = await app.db.select().from(sessions).where(eq(sessions.userId, who.id));
  expect(rows.filter(({ aal }) => aal === 'aal1')).toHaveLength(1);
});

test('another challenge is not answered with a code that was taken, in the same session either', async () => {
  const { who, half, code } = await withLostAnswer();
  const other = await challenge(half, who.factorId);
  expect((await verify(half, who.factorId, other, code)).code).toBe('mfa_verification_failed');
  expect(await timesOf(who.id, 'accounts.factor-refused')).toBe(1);
});

test('two minutes after the step its challenge answers nobody', async () => {
  const { again } = await withLostAnswer();
  later(119);
  expect((await again()).status).toBe(200);
  later(1);
  expect((await again()).code).toBe('mfa_challenge_expired');
});

test('neither a wrong code nor the next right one is answered by a challenge that was taken', async () => {
  const { who, half, asked, code, again } = await withLostAnswer();
  const wrong = code === '000000' ? '000001' : '000000';
  for (const other of [wrong, who.code(), '', `${code}0`])
    expect((await verify(half, who.factorId, asked, other)).code).toBe('mfa_challenge_expired');
  expect((await again()).status).toBe(200);
});

test('once the tokens were renewed, or something else was proven in the session, nothing is answered again', async () => {
  const renewed = await withLostAnswer();
  expect((await refresh(renewed.lost.refresh_token)).status).toBe(200);
  expect((await renewed.again()).code).toBe('mfa_challenge_expired');

  const proven = await withLostAnswer();
  const next = proven.who.code();
  expect((await giveProof(app, proven.half, { code: next })).status).toBe(200);
  for (const code of [proven.code, next])
    expect((await verify(proven.half, proven.who.factorId, proven.asked, code)).code).toBe('mfa_challenge_expired');
});

test('a session that was ended meanwhile is answered nothing', async () => {
  const { again, lost } = await withLostAnswer();
  const ended = await requestAuth(app, 'POST', '/logout?scope=local', { token: lost.access_token });
  expect(ended.status).toBe(204);
  expect((await again()).code).toBe('session_not_found');
});

/** The same with a recovery code. */
async function withLostRecovery() {
  const who = await protectedPerson();
  const { data } = await who.auth.mfa.recoveryCodes.generate();
  const [code, spare] = data!.codes;
  const half = await signedInAgain(app, who);
  const before = await stored(half);
  const use = (as: Client, typed = code!) => post(as, '/factors/recovery-codes/verify', { code: typed });
  const lost = await use(half);
  expect(lost.status).toBe(200);
  return { who, half, before, lost: lost.json, use, spare: spare! };
}

test('the same recovery code in the same session is answered again for two minutes, and is used and mailed once', async () => {
  const { who, half, before, lost, use } = await withLostRecovery();
  later(119);
  const again = await use(half);
  expect([again.status, again.json.refresh_token]).toEqual([200, lost.refresh_token]);
  expect((await who.auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({ remaining: 9 });
  expect((await changesOf(who.id)).filter((kind) => kind === 'code-used')).toHaveLength(1);
  expect(await timesOf(who.id, 'accounts.recovery-code-used')).toBe(1);
  expect(await timesOf(who.id, 'accounts.factor-refused')).toBe(0);
  later(1);
  expect((await use(half)).code).toBe('mfa_verification_failed');
  expect((await refresh(before.refresh_token)).json.code, 'the token of before').toBe('refresh_token_already_used');
});

test('a recovery code that was used opens no other session, whatever that one has shown', async () => {
  const { who, half, use, spare } = await withLostRecovery();
  const byPassword = await signedInAgain(app, who);
  expect((await use(byPassword)).code).toBe('mfa_verification_failed');
  later(1);
  expect((await use(byPassword, spare)).status, 'with a code of its own').toBe(200);
  expect((await use(byPassword)).code).toBe('mfa_verification_failed');
  expect((await use(who)).code, 'by the phone').toBe('mfa_verification_failed');
  expect((await use(half, spare)).code, 'the other way round').toBe('mfa_verification_failed');
  expect((await use(half)).status).toBe(200);
});

test('a recovery code that was given as a proof lifts nothing, not even in the same session', async () => {
  const { half, spare, use } = await withLostRecovery();
  later(1);
  expect((await giveProof(app, half, { code: spare })).status).toBe(200);
  expect((await use(half, spare)).code).toBe('mfa_verification_failed');
  expect((await use(half)).code).toBe('mfa_verification_failed');
});
