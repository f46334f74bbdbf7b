import { eq } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import pg from 'pg';
import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { profiles } from '../../accounts/schema.ts';
import { accountChangesOf, NEW } from '../../test/account-changes.ts';
import { testApp } from '../../test/app.ts';
import {
  browser,
  codeOf,
  linkTo,
  mailsTo,
  newEmail,
  PASSWORD,
  prove,
  registered,
  registration,
  sendLinks,
  signedInAgain,
} from '../../test/browser.ts';
import { untilBlocked } from '../../test/eventually.ts';
import { mfaFactors, users } from '../schema.ts';

const app = await testApp();
const { noticeKinds, later, owner, signsIn, noticesTo, undoToken, visitor } = accountChangesOf(app);

test('a moved account is mailed to both addresses, signs everybody else out, and moves back from the old one', async () => {
  const who = await owner();
  const other = await signedInAgain(app, who);
  const wanted = newEmail();
  await who.auth.updateUser({ email: wanted });
  for (const address of [who.email, wanted])
    await who.auth.verifyOtp({ token_hash: (await linkTo(app, address)).token_hash, type: 'email_change' });
  expect(await codeOf(who.auth.getUser())).toBe('ok');
  expect(await codeOf(other.auth.getUser())).not.toBe('ok');
  expect(await noticeKinds(who.email)).toEqual(['address']);
  const [toNew] = await noticesTo(wanted);
  expect(toNew?.props).toMatchObject({ kind: 'address', undo: null });
  const squatter = browser(app).auth.signUp({ email: who.email, password: PASSWORD, options: { data: {} } });
  expect((await squatter).error, 'the old address waits for its owner').not.toBeNull();
  const thief = await registered(app);
  await prove(app, thief);
  await thief.auth.updateUser({ email: who.email });
  await thief.auth.verifyOtp({ token_hash: (await linkTo(app, thief.email)).token_hash, type: 'email_change' });
  const { token_hash } = await linkTo(app, who.email);
  expect(await codeOf(thief.auth.verifyOtp({ token_hash, type: 'email_change' }))).toBe('email_exists');

  const { passwordToken } = await visitor.undo({ token: await undoToken(who.email, 'address') });
  const [user] = await app.db.select().from(users).where(eq(users.id, who.id));
  expect(user).toMatchObject({ email: who.email, newEmail: null, passwordHash: null });
  expect(await codeOf(who.auth.getUser())).not.toBe('ok');
  const fresh = browser(app);
  await fresh.auth.verifyOtp({ token_hash: passwordToken!, type: 'recovery' });
  expect(await codeOf(fresh.auth.updateUser({ password: NEW }))).toBe('ok');
  expect(await signsIn(who.email, NEW)).toBe('ok');
});

test('the links of both mailboxes, pressed again because the answers were lost, move the account once and never by one', async () => {
  const who = await owner();
  const wanted = newEmail();
  await who.auth.updateUser({ email: wanted });
  const presses = await Promise.all(
    [who.email, wanted].map(async (address) => ({
      token_hash: (await linkTo(app, address)).token_hash,
      type: 'email_change' as const,
      key: crypto.randomUUID(),
    })),
  );
  const addressOf = async () => (await app.db.select().from(users).where(eq(users.id, who.id)))[0]!.email;
  const press = async (link: (typeof presses)[number]) => {
    const { data, error } = await browser(app).auth.verifyOtp(link);
    expect(error).toBeNull();
    return data.session === null ? 'half' : 'signed in';
  };
  expect(await press(presses[0]!)).toBe('half');
  expect(await press(presses[0]!)).toBe('half');
  expect(await addressOf(), 'one mailbox moves nothing').toBe(who.email);
  expect(await press(presses[1]!)).toBe('signed in');
  expect(await addressOf()).toBe(wanted);
  expect(await press(presses[1]!)).toBe('signed in');
  expect(await noticeKinds(who.email)).toEqual(['address']);
});

test('what a thief changed after moving the account goes with the move: those links went to the thief', async () => {
  const who = await owner();
  const wanted = newEmail();
  await who.auth.updateUser({ email: wanted });
  for (const address of [who.email, wanted])
    await who.auth.verifyOtp({ token_hash: (await linkTo(app, address)).token_hash, type: 'email_change' });
  later(1000);
  const { data } = await who.auth.mfa.enroll({ factorType: 'totp' });
  const code = new TOTP({ secret: data!.totp.secret }).generate({ timestamp: app.clock.now.getTime() });
  await who.auth.mfa.challengeAndVerify({ factorId: data!.id, code });
  await visitor.keep({ token: await undoToken(wanted, 'factor-added') });
  const token = await undoToken(who.email, 'address');
  expect(await visitor.look({ token })).toMatchObject({ kind: 'address', about: { from: who.email }, later: 1 });
  await visitor.undo({ token });
  expect(await app.db.select().from(mfaFactors).where(eq(mfaFactors.userId, who.id))).toEqual([]);
});

test('a new password ends a move that was begun before: whoever asks for its links once more gets none', async () => {
  const who = await owner();
  const wanted = newEmail();
  await who.auth.updateUser({ email: wanted });
  expect(await codeOf(who.auth.updateUser({ password: NEW }))).toBe('ok');
  expect(await codeOf(browser(app).auth.resend({ type: 'email_change', email: who.email }))).toBe('ok');
  await sendLinks(app);
  expect(await mailsTo(app, wanted), 'the one from before').toHaveLength(1);
  const [user] = await app.db.select().from(users).where(eq(users.id, who.id));
  expect(user!.newEmail).toBeNull();

  const { data } = await who.auth.updateUser({ email: wanted, password: `${NEW} 2` });
  expect(data.user?.new_email, 'one that is asked for together with the password').toBe(wanted);
});

/** Moves the signed-in account to a new address; both mailboxes agree. */
async function moved(who: Awaited<ReturnType<typeof owner>>, from: string): Promise<string> {
  const to = newEmail();
  await who.auth.updateUser({ email: to });
  for (const address of [from, to])
    await who.auth.verifyOtp({ token_hash: (await linkTo(app, address)).token_hash, type: 'email_change' });
  later(1000);
  return to;
}

test('a thief who moves the account twice and takes the address in between for another account keeps nothing', async () => {
  const who = await owner();
  const between = await moved(who, who.email);
  await moved(who, between);
  await visitor.keep({ token: await undoToken(between, 'address') });
  await registered(app, { email: between });
  const { passwordToken } = await visitor.undo({ token: await undoToken(who.email, 'address') });
  const [user] = await app.db.select().from(users).where(eq(users.id, who.id));
  expect(user).toMatchObject({ email: who.email, passwordHash: null });
  const [profile] = await app.db.select().from(profiles).where(eq(profiles.id, who.id));
  expect(profile!.email).toBe(who.email);
  const fresh = browser(app);
  expect(await codeOf(fresh.auth.verifyOtp({ token_hash: passwordToken!, type: 'recovery' }))).toBe('ok');
});

test('an address that an account leaves in this very moment is not free for anybody else', async () => {
  const who = await owner();
  const leaving = new pg.Client({ connectionString: app.databaseUrl });
  await leaving.connect();
  await leaving.query('begin; lock table auth.users in access exclusive mode');
  const taking = browser(app).auth.signUp({ email: who.email, password: PASSWORD, options: { data: registration() } });
  await untilBlocked(app);
  const to = newEmail();
  await leaving.query('update auth.users set email = $1 where id = $2', [to, who.id]);
  await leaving.query('update profiles set email = $1 where id = $2', [to, who.id]);
  await leaving.query(
    `insert into auth.account_changes (user_id, kind, about, at, undo_hash, undo_ends_at)
     values ($1, 'address', $2, $3, '\\x00', $4)`,
    [who.id, { from: who.email, to }, app.clock.now, new Date(app.clock.now.getTime() + 7 * DAY_MS)],
  );
  await leaving.query('commit');
  await leaving.end();
  expect((await taking).error).toMatchObject({ code: 'user_already_exists' });
  expect(await app.db.select().from(users).where(eq(users.email, who.email))).toEqual([]);
});
