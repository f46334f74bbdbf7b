import { and, eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { auditLog } from '../../platform/audit.schema.ts';
import { testApp } from '../../test/app.ts';
import { codeOf, prove, registered, signedInAgain } from '../../test/browser.ts';
import { mfaChallenges, mfaFactors, sessions } from '../schema.ts';

/** The phone was being changed and the old one was not removed: both count, and whoever has either of them gets in and can end both. */
const app = await testApp();
const later = (seconds: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + seconds * 1000);
};

type Client = Pick<Awaited<ReturnType<typeof registered>>, 'auth'>;

/** A phone that was scanned with, and not confirmed yet. */
async function scanned({ auth }: Client, friendlyName: string) {
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  const totp = new TOTP({ secret: data.totp.secret });
  /** Each code is good once, so each call moves on to the next half minute. */
  const code = () => {
    later(30);
    return totp.generate({ timestamp: app.clock.now.getTime() });
  };
  return { id: data.id, code };
}

async function withPhones() {
  const who = await registered(app);
  await prove(app, who);
  const add = async (name: string) => {
    const phone = await scanned(who, name);
    const { error } = await who.auth.mfa.challengeAndVerify({ factorId: phone.id, code: phone.code() });
    if (error) throw error;
    return phone;
  };
  return { ...who, old: await add('Stari'), fresh: await add('Novi') };
}

const signIn = async (who: Awaited<ReturnType<typeof withPhones>>, phone: 'old' | 'fresh') => {
  const half = await signedInAgain(app, who);
  const { data } = await half.auth.mfa.listFactors();
  const answer = await half.auth.mfa.challengeAndVerify({ factorId: data!.totp[0]!.id, code: who[phone].code() });
  return { ...half, answer };
};
const sessionsOf = async (id: string) => app.db.select().from(sessions).where(eq(sessions.userId, id));
const factorsOf = async (id: string) => app.db.select().from(mfaFactors).where(eq(mfaFactors.userId, id));

test('signing in takes the code of the new phone and of the old one, whichever the browser asks', async () => {
  const who = await withPhones();
  for (const phone of ['fresh', 'old', 'fresh'] as const) {
    const { answer } = await signIn(who, phone);
    expect(answer.error).toBeNull();
    const { aal, session_id } = decodeJwt(answer.data!.access_token);
    expect(aal).toBe('aal2');
    const row = (await sessionsOf(who.id)).find(({ id }) => id === session_id);
    expect(row?.factorId).toBe(who[phone].id);
    const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, who.id)).orderBy(auditLog.id);
    expect(log.at(-1)).toMatchObject({ action: 'accounts.factor-verified', after: { factorId: who[phone].id } });
  }
});

test('a code is good once, whichever authenticator is asked, and is answered again where its answer was lost', async () => {
  const who = await withPhones();
  const half = await signedInAgain(app, who);
  const { data } = await half.auth.mfa.challenge({ factorId: who.old.id });
  const code = who.fresh.code();
  const verify = (at: Client, challengeId: string) =>
    codeOf(at.auth.mfa.verify({ factorId: who.old.id, challengeId, code }));
  expect(await verify(half, data!.id)).toBe('ok');
  expect(await verify(half, data!.id)).toBe('ok');
  expect(await verify(who, data!.id)).toBe('mfa_challenge_expired');
  for (const { id: factorId } of [who.old, who.fresh])
    expect(await codeOf(half.auth.mfa.challengeAndVerify({ factorId, code }))).toBe('mfa_verification_failed');
});

test('a wrong code is one attempt, however many authenticators there are', async () => {
  const who = await withPhones();
  const half = await signedInAgain(app, who);
  const { data } = await half.auth.mfa.challenge({ factorId: who.old.id });
  const right = [who.old.code(), who.fresh.code()];
  const code = ['000000', '000001', '000002'].find((one) => !right.includes(one))!;
  const wrong = half.auth.mfa.verify({ factorId: who.old.id, challengeId: data!.id, code });
  expect(await codeOf(wrong)).toBe('mfa_verification_failed');
  const [challenge] = await app.db.select().from(mfaChallenges).where(eq(mfaChallenges.id, data!.id));
  expect(challenge).toMatchObject({ attempts: 1, verifiedAt: null });
  const refused = and(eq(auditLog.subjectId, who.id), eq(auditLog.action, 'accounts.factor-refused'));
  expect(await app.db.$count(auditLog, refused)).toBe(1);
});

test('a phone that was never confirmed opens nothing, and no other phone’s code confirms it; nor does somebody else’s', async () => {
  const who = await withPhones();
  const third = await scanned(who, 'Treći');
  const verify = (at: Client, factorId: string, code: string) =>
    codeOf(at.auth.mfa.challengeAndVerify({ factorId, code }));
  expect(await verify(who, third.id, who.fresh.code())).toBe('mfa_verification_failed');
  expect((await factorsOf(who.id)).find(({ id }) => id === third.id)?.status).toBe('unverified');
  const half = await signedInAgain(app, who);
  expect(await verify(half, who.old.id, third.code())).toBe('mfa_verification_failed');
  const stranger = await withPhones();
  expect(await verify(half, who.old.id, stranger.fresh.code())).toBe('mfa_verification_failed');
});

test('whoever signed in with the phone that is removed first removes the other as well, and only then has one step', async () => {
  for (const phone of ['old', 'fresh'] as const) {
    const who = await withPhones();
    const { auth } = await signIn(who, phone);
    const other = phone === 'old' ? 'fresh' : 'old';
    expect(await codeOf(auth.mfa.unenroll({ factorId: who[phone].id }))).toBe('ok');
    await auth.refreshSession();
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
    expect(await codeOf(auth.mfa.unenroll({ factorId: who[other].id }))).toBe('ok');
    expect(await factorsOf(who.id)).toEqual([]);
    expect((await sessionsOf(who.id)).map(({ aal }) => aal)).toEqual(['aal1', 'aal1']);
  }
});

test('elsewhere a session falls with the phone that lifted it, and those of the other phone stay', async () => {
  const who = await withPhones();
  const thief = await signIn(who, 'old');
  const owner = await signIn(who, 'fresh');
  expect(await codeOf(owner.auth.mfa.unenroll({ factorId: who.old.id }))).toBe('ok');
  const levels = new Map((await sessionsOf(who.id)).map(({ id, aal }) => [id, aal]));
  const levelOf = ({ answer }: typeof thief) => levels.get(String(decodeJwt(answer.data!.access_token).session_id));
  expect([levelOf(thief), levelOf(owner)]).toEqual(['aal1', 'aal2']);
  expect(await codeOf(thief.auth.mfa.unenroll({ factorId: who.fresh.id }))).toBe('insufficient_aal');
});
