import { eq } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#domain/day.ts';
import { accountChangesOf } from '../../test/account-changes.ts';
import { testApp } from '../../test/app.ts';
import { browser, codeOf, giveProof, linkTo, mailsTo, signedInAgain } from '../../test/browser.ts';
import { call, codeOfCall, person } from '../../test/people.ts';
import { accountChanges, mfaFactors } from '../schema.ts';
import { finishRecovery } from './second-step.ts';

const app = await testApp();
const { asPerson, later, withSecondStep } = accountChangesOf(app);
type Owner = Awaited<ReturnType<typeof withSecondStep>>;

/** Whoever reads the owner's mailbox has asked for the removal, in a session of their own. */
async function removalAsked({ id, email }: Owner): Promise<void> {
  const { auth } = browser(app);
  await auth.resetPasswordForEmail(email);
  const { token_hash } = await linkTo(app, email);
  const { error } = await auth.verifyOtp({ token_hash, type: 'recovery' });
  if (error) throw error;
  await call(app, await asPerson({ auth, id, email })).accounts.own.secondStepRecovery.start();
}

const removalOf = async ({ id }: Owner) => {
  const rows = await app.db.select().from(accountChanges).where(eq(accountChanges.userId, id));
  return rows.find(({ kind }) => kind === 'second-step-recovery')!;
};
const factorsOf = ({ id }: Owner) => app.db.select().from(mfaFactors).where(eq(mfaFactors.userId, id));
const templates = async ({ email }: Owner) => (await mailsTo(app, email)).map(({ template }) => template);

test('a code of the authenticator that proves its owner in an open session calls the removal off, too', async () => {
  const who = await withSecondStep();
  await removalAsked(who);
  expect(await giveProof(app, who, { code: '000000' })).toMatchObject({ code: 'FACTOR_CODE_WRONG' });
  expect(await removalOf(who)).toMatchObject({ closedAt: null });
  expect(await giveProof(app, who, { code: who.code() })).toMatchObject({ status: 200 });
  expect((await templates(who))[0]).toBe('accounts.second-step-stays');
  later(48 * HOUR_MS);
  await finishRecovery(app.deps, (await removalOf(who)).id);
  expect(await factorsOf(who)).toHaveLength(1);
});

test('a second step that goes another way is waited for no more: the one that its owner adds afterwards stays', async () => {
  const byStaff = async ({ id }: Owner) =>
    codeOfCall(call(app, await person(app, 'admin')).accounts.admin.people.removeSecondStep({ id }));
  const byOwner = ({ auth, factorId }: Owner) => codeOf(auth.mfa.unenroll({ factorId }));
  for (const remove of [byStaff, byOwner]) {
    const who = await withSecondStep();
    await removalAsked(who);
    expect(await remove(who)).toBe('ok');
    expect(await removalOf(who)).toMatchObject({ outcome: 'done' });

    const home = await signedInAgain(app, who);
    const { data } = await home.auth.mfa.enroll({ factorType: 'totp' });
    const code = new TOTP({ secret: data!.totp.secret }).generate({ timestamp: app.clock.now.getTime() });
    expect(await codeOf(home.auth.mfa.challengeAndVerify({ factorId: data!.id, code }))).toBe('ok');
    expect(await templates(who)).not.toContain('accounts.second-step-stays');
    later(24 * HOUR_MS);
    await finishRecovery(app.deps, (await removalOf(who)).id);
    expect(await factorsOf(who)).toMatchObject([{ id: data!.id, status: 'verified' }]);
  }
});

test('whoever adds another authenticator has the second step: the removal is called off', async () => {
  const who = await withSecondStep();
  await removalAsked(who);
  const { data } = await who.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'drugi telefon' });
  const code = new TOTP({ secret: data!.totp.secret }).generate({ timestamp: app.clock.now.getTime() });
  expect(await codeOf(who.auth.mfa.challengeAndVerify({ factorId: data!.id, code }))).toBe('ok');
  expect(await removalOf(who)).toMatchObject({ outcome: 'called off' });
  expect((await templates(who))[0]).toBe('accounts.second-step-stays');
});
