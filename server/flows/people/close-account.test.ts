import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { profiles } from '../../accounts/schema.ts';
import { subscriptions } from '../../advertising/schema.ts';
import { sessions, users } from '../../auth/schema.ts';
import { devices } from '../../devices/schema.ts';
import { orders, withdrawals } from '../../orders/schema.ts';
import { providerTasks } from '../../payments/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { tasks } from '../../tasks/schema.ts';
import { testApp } from '../../test/app.ts';
import { browser, codeOf, linkTo, mailsTo, PASSWORD, prove, registered } from '../../test/browser.ts';
import { untilBlocked } from '../../test/eventually.ts';
import { call, person, type TestPerson } from '../../test/people.ts';

const app = await testApp();
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );
const profileOf = async ({ id }: { id: string }) =>
  (await app.db.select().from(profiles).where(eq(profiles.id, id)))[0]!;

/** An approved member who signed in through the public API. */
async function member(profile: Partial<typeof profiles.$inferInsert> = {}) {
  const who = await registered(app);
  await app.db
    .update(profiles)
    .set({ toBeRegistered: false, ...profile })
    .where(eq(profiles.id, who.id));
  const { data } = await who.auth.getSession();
  const { session_id: sessionId } = JSON.parse(atob(data.session!.access_token.split('.')[1]!));
  return { ...who, sessionId, token: '' } satisfies TestPerson & { auth: unknown };
}
const close = (who: TestPerson, password = PASSWORD) => call(app, who).accounts.own.close({ password });

test('a member closes the account: out everywhere, nothing renews, TVs are unlinked, the clock runs', async () => {
  const who = await member({ inTree: true, referralCode: 'ZATVRN22' });
  await app.db.insert(subscriptions).values({
    id: `sub_${who.id}`,
    profileId: who.id,
    packageName: 'starter',
    status: 'active',
    amount: 9900,
    currency: 'EUR',
    question: 1,
  });
  const [tv] = await app.db
    .insert(devices)
    .values({ profileId: who.id, number: 123_456_789, name: 'Kafić', tokenHash: Buffer.from('x') })
    .returning();
  expect(await code(call(app).network.inviter({ code: 'ZATVRN22' })), 'invites before').toBe('ok');

  const { erasedBy } = await close(who);
  expect(new Date(erasedBy).getTime()).toBe(app.clock.now.getTime() + 15 * DAY_MS);
  expect((await profileOf(who)).closedAt).toEqual(app.clock.now);
  expect(await app.db.select().from(sessions).where(eq(sessions.userId, who.id))).toEqual([]);
  const [unlinked] = await app.db.select().from(devices).where(eq(devices.id, tv!.id));
  expect(unlinked).toMatchObject({ tokenHash: null, unlinkedAt: app.clock.now });
  const tasks = await app.db
    .select()
    .from(providerTasks)
    .where(eq(providerTasks.objectId, `sub_${who.id}`));
  expect(tasks).toMatchObject([{ kind: 'match-subscription', doneAt: null }]);
  expect(await code(call(app).network.inviter({ code: 'ZATVRN22' })), 'invites after').not.toBe('ok');
  expect((await mailsTo(app, who.email)).map(({ template }) => template)).toContain('accounts.closed');
  const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, who.id)).orderBy(auditLog.id);
  expect(log.at(-1)).toMatchObject({ action: 'accounts.closed', actor: who.id, after: { devices: 1 } });
});

test('nobody comes into a closed account: not with the password, an old token, a link or a code', async () => {
  const who = await member();
  await browser(app).auth.resetPasswordForEmail(who.email);
  const before = await linkTo(app, who.email);
  await close(who);

  const signIn = (password: string) => codeOf(browser(app).auth.signInWithPassword({ email: who.email, password }));
  expect(await signIn(PASSWORD)).toBe('account_closed');
  expect(await signIn('pogrešna lozinka'), 'said only to whoever knows the password').toBe('invalid_credentials');
  expect(await codeOf(who.auth.refreshSession())).not.toBe('ok');
  expect(await code(call(app, who).accounts.me())).toBe('UNAUTHORIZED');
  expect(await codeOf(browser(app).auth.verifyOtp({ token_hash: before.token_hash, type: 'recovery' }))).toBe(
    'otp_expired',
  );
  const sentBefore = (await mailsTo(app, who.email)).length;
  expect(await codeOf(browser(app).auth.resetPasswordForEmail(who.email))).toBe('ok');
  await linkTo(app, who.email).catch(() => null);
  expect(await mailsTo(app, who.email), 'no link to a closed account').toHaveLength(sentBefore);
  // A session that slipped in beside the closing is as dead as the rest.
  await app.db.insert(sessions).values({ id: who.sessionId, userId: who.id, refreshedAt: app.clock.now });
  expect(await code(call(app, who).accounts.me())).toBe('UNAUTHORIZED');
});

test('it takes the password, guesses are counted, and the super-admin stays', async () => {
  const who = await member();
  expect(await code(close(who, 'pogrešna'))).toBe('PASSWORD_WRONG');
  expect((await profileOf(who)).closedAt).toBeNull();
  const boss = await person(app, 'superAdmin');
  expect(await code(close(boss, PASSWORD))).toBe('SUPER_ADMIN_STAYS');

  const limited = await testApp({ env: { RATE_LIMITS: 'on' } });
  const target = await person(limited);
  const answers: string[] = [];
  for (let i = 0; i < 11; i++)
    answers.push(await code(call(limited, target).accounts.own.close({ password: `lozinka ${i}` })));
  expect(answers.filter((answer) => answer === 'PASSWORD_WRONG')).toHaveLength(10);
  expect(answers.at(-1)).toBe('TOO_MANY_TRIES');
});

test('an account without a password is closed by whoever types the mailed code, and by nobody else', async () => {
  const who = await member();
  const { own } = call(app, who).accounts;
  expect(await own.closing()).toMatchObject({ hasPassword: true });
  expect(await code(own.close({ password: null })), 'one that has a password asks for it').toBe('PASSWORD_WRONG');
  await app.db.update(users).set({ passwordHash: null }).where(eq(users.id, who.id));
  expect(await own.closing()).toMatchObject({ hasPassword: false });
  expect(await code(own.close({ password: PASSWORD }))).toBe('PASSWORD_WRONG');
  expect(await code(own.close({ password: null }))).toBe('PROOF_NEEDED');
  expect((await profileOf(who)).closedAt).toBeNull();
  await prove(app, who);
  expect(await own.proof.state(), 'no password is asked for').toEqual({ accepted: ['mail'], fresh: true });
  expect(await code(own.close({ password: null }))).toBe('ok');
  expect((await profileOf(who)).closedAt).toEqual(app.clock.now);
});

test('closed twice at once it is closed once, with one mail', async () => {
  const who = await member();
  const answers = await Promise.all([code(close(who)), code(close(who))]);
  expect(answers).toContain('ok');
  expect((await mailsTo(app, who.email)).filter(({ template }) => template === 'accounts.closed')).toHaveLength(1);
  const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, who.id));
  expect(log.filter(({ action }) => action === 'accounts.closed')).toHaveLength(1);
});

test('before it is closed the account says what is still under way', async () => {
  const who = await member({ bannerBalance: 0 });
  const order = { profileId: who.id, email: who.email, kind: 'device', productName: 'Vidik – 1 uređaj' } as const;
  const paid = { ...order, amount: 21_900, status: 'paid', paidAt: new Date() } as const;
  const [coming, left] = await app.db
    .insert(orders)
    .values([paid, paid, { ...order, amount: 21_900 }])
    .returning();
  await app.db.insert(withdrawals).values({ orderId: left!.id, statedAt: new Date() });
  await app.db.insert(tasks).values({ kind: 'benefits', orderId: coming!.id, profileId: who.id, dueOn: '2031-01-10' });
  await app.db.insert(subscriptions).values({
    id: `sub_way_${who.id}`,
    profileId: who.id,
    packageName: 'starter',
    status: 'active',
    amount: 9900,
    currency: 'EUR',
    question: 1,
  });
  expect(await call(app, who).accounts.own.closing()).toMatchObject({
    orders: [{ number: coming!.number, stage: 'delivered' }],
    refunds: [{ number: left!.number, amount: 21_900 }],
    subscriptions: [{ packageName: 'starter' }],
    tasks: [{ kind: 'benefits', orderNumber: coming!.number }],
  });
});

test('a closing that waits while the owner ends its session, by taking a change back, closes nothing', async () => {
  const who = await member();
  let answer: Promise<string> | undefined;
  await app.db.transaction(async (tx) => {
    await tx.select().from(users).where(eq(users.id, who.id)).for('update');
    answer = code(close(who));
    await untilBlocked(app);
    await tx.delete(sessions).where(eq(sessions.userId, who.id));
  });
  expect(await answer).toBe('UNAUTHORIZED');
  expect((await profileOf(who)).closedAt).toBeNull();
});
