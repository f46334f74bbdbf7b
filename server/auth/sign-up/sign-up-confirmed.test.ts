import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { acceptances, profiles } from '../../accounts/schema.ts';
import { reservations } from '../../events/schema.ts';
import { enrolReferred } from '../../flows/people/enrol-referred.ts';
import { orders } from '../../orders/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { testApp } from '../../test/app.ts';
import {
  browser,
  codeOf,
  linkTo,
  mailsTo,
  newEmail,
  PASSWORD,
  prove,
  registration,
  requestAuth,
} from '../../test/browser.ts';
import { networkMember } from '../../test/network.ts';
import { call, person } from '../../test/people.ts';
import { cleanUpAccounts } from '../clean-up.ts';
import { users } from '../schema.ts';

/** EMAIL_CONFIRMATION=on */
const app = await testApp({ env: { EMAIL_CONFIRMATION: 'on', REFERRAL_MAX_DIRECT: '1' } });
const signUp = (email: string, data = registration(), password = PASSWORD) =>
  browser(app).auth.signUp({ email, password, options: { data } });
const templates = async (email: string) => (await mailsTo(app, email)).map((mail) => mail.template);

test('a registration gives no session before the mailed link is opened; then the request goes to review', async () => {
  const email = newEmail();
  const { auth, events } = browser(app);
  const { data } = await auth.signUp({ email, password: PASSWORD, options: { data: registration() } });
  expect(data.session).toBeNull();
  expect(data.user).toMatchObject({ email, identities: [{ provider: 'email' }] });
  expect(await templates(email)).toEqual(['accounts.confirm-address']);
  expect(await codeOf(auth.signInWithPassword({ email, password: PASSWORD }))).toBe('email_not_confirmed');
  expect(await codeOf(auth.signInWithPassword({ email, password: 'pogrešna' }))).toBe('invalid_credentials');

  const { token_hash, type } = await linkTo(app, email);
  expect(type).toBe('signup');
  const { data: confirmed } = await auth.verifyOtp({ token_hash, type: 'signup' });
  expect(confirmed.user?.email_confirmed_at).toBeTruthy();
  expect(events).toContain('SIGNED_IN');
  expect(await templates(email)).toEqual(['accounts.registration-received', 'accounts.confirm-address']);
  expect(await templates(app.config.superAdmin.email)).toEqual(['accounts.registration-waiting']);
  const [profile] = await app.db.select().from(profiles).where(eq(profiles.email, email));
  expect(profile?.toBeRegistered).toBe(true);
});

test('the answer for an address in use is the answer for a new one, and only the owner is mailed', async () => {
  const known = newEmail();
  await signUp(known);
  await browser(app).auth.verifyOtp({ ...(await linkTo(app, known)), type: 'signup' });
  const shape = async (email: string) => {
    const { status, json } = await requestAuth(app, 'POST', '/signup', {
      body: { email, password: PASSWORD, data: registration({ username: `isto-${email}`.replace('@', '-') }) },
    });
    return {
      status,
      keys: Object.keys(json),
      identity: Object.keys(json.identities[0]),
      id: json.id,
      session: json.access_token,
    };
  };
  const [forKnown, forUnknown] = [await shape(known), await shape(newEmail())];
  expect({ ...forKnown, id: '' }).toEqual({ ...forUnknown, id: '' });
  const [owner] = await app.db.select().from(users).where(eq(users.email, known));
  expect(forKnown.id).not.toBe(owner!.id);
  expect(await templates(known)).toContain('accounts.address-exists');
  expect(await codeOf(browser(app).auth.signInWithPassword({ email: known, password: PASSWORD }))).toBe('ok');
});

test('the super-admin’s address gets the same answer, no account and no mail', async () => {
  const email = app.config.superAdmin.email;
  const before = (await templates(email)).length;
  const { data, error } = await signUp(email);
  expect([error, data.session, data.user?.identities?.length]).toEqual([null, null, 1]);
  expect(await app.db.select().from(users).where(eq(users.email, email))).toEqual([]);
  expect(await templates(email)).toHaveLength(before);
});

test('whoever registers again because the mail was lost gets a new link; the old one is void', async () => {
  const email = newEmail();
  const data = registration();
  await signUp(email, data);
  const first = await linkTo(app, email);
  const { error } = await signUp(email, data);
  expect(error).toBeNull();
  const second = await linkTo(app, email);
  expect(second.token_hash).not.toBe(first.token_hash);
  const { auth } = browser(app);
  expect(await codeOf(auth.verifyOtp({ token_hash: first.token_hash, type: 'signup' }))).toBe('otp_expired');
  expect(await codeOf(auth.verifyOtp({ token_hash: second.token_hash, type: 'signup' }))).toBe('ok');
  expect(await codeOf(auth.signInWithPassword({ email, password: PASSWORD }))).toBe('ok');
});

test('whoever registered an address first has no password there once its owner registers again: the mailed link asks for one', async () => {
  const [likeTheFirst, another] = [registration(), registration()];
  for (const data of [likeTheFirst, another]) {
    const email = newEmail();
    await signUp(email, likeTheFirst === data ? data : registration(), 'lozinka prvog 11');
    const first = await linkTo(app, email);
    expect((await signUp(email, data, 'lozinka vlasnika 22')).error).toBeNull();
    const { token_hash, type } = await linkTo(app, email);
    expect(type).toBe('recovery');
    expect((await mailsTo(app, email))[0]!.props).toMatchObject({ registeredAgain: true });
    const { auth } = browser(app);
    const signsIn = (password: string) => codeOf(browser(app).auth.signInWithPassword({ email, password }));
    expect(await signsIn('lozinka prvog 11')).toBe('invalid_credentials');
    expect(await codeOf(auth.verifyOtp({ token_hash, type: 'recovery' }))).toBe('ok');
    expect(await codeOf(auth.verifyOtp({ token_hash: first.token_hash, type: 'signup' })), 'the older link').toBe(
      'otp_expired',
    );
    expect(await codeOf(auth.updateUser({ password: 'lozinka vlasnika 22' }))).toBe('ok');
    expect(await signsIn('lozinka prvog 11')).toBe('invalid_credentials');
    expect(await signsIn('lozinka vlasnika 22')).toBe('ok');
  }
});

test('the first link, opened after somebody registered again with another password, confirms the address and no password', async () => {
  const email = newEmail();
  await signUp(email, registration(), 'lozinka prvog 11');
  const { token_hash } = await linkTo(app, email);
  await signUp(email, registration(), 'lozinka vlasnika 22');
  const { auth } = browser(app);
  expect(await codeOf(auth.verifyOtp({ token_hash, type: 'signup' }))).toBe('ok');
  for (const password of ['lozinka prvog 11', 'lozinka vlasnika 22'])
    expect(await codeOf(browser(app).auth.signInWithPassword({ email, password }))).toBe('invalid_credentials');

  const me = async () => {
    const { data } = await auth.getSession();
    const headers = { authorization: `Bearer ${data.session!.access_token}` };
    return (await app.app.request('/api/me', { headers })).json();
  };
  expect(await me(), 'the account page asks for no present one').toMatchObject({ hasPassword: false });
  await prove(app, { auth, email });
  expect(await codeOf(auth.updateUser({ password: 'lozinka vlasnika 22' }))).toBe('ok');
  expect(await me()).toMatchObject({ hasPassword: true });
});

test('a taken username is refused for every address alike, so it reveals nothing about addresses', async () => {
  const known = newEmail();
  const data = registration();
  await signUp(known, data);
  await browser(app).auth.verifyOtp({ ...(await linkTo(app, known)), type: 'signup' });
  expect((await signUp(known, data)).error?.code).toBe('username_taken');
  expect((await signUp(newEmail(), data)).error?.code).toBe('username_taken');
});

test('ten registrations of one address at once make one account, and all look alike', async () => {
  const email = newEmail();
  const answers = await Promise.all(Array.from({ length: 10 }, () => signUp(email)));
  expect(answers.map(({ error, data }) => [error, data.user?.identities?.length])).toEqual(Array(10).fill([null, 1]));
  expect(await app.db.select().from(users).where(eq(users.email, email))).toHaveLength(1);
});

test('resend mails a fresh link to whoever is not confirmed, and nothing to anybody else', async () => {
  const email = newEmail();
  await signUp(email);
  const { auth } = browser(app);
  expect(await codeOf(auth.resend({ type: 'signup', email }))).toBe('ok');
  const fresh = await linkTo(app, email);
  expect(await templates(email)).toEqual(['accounts.confirm-address', 'accounts.confirm-address']);
  expect(await codeOf(auth.verifyOtp({ token_hash: fresh.token_hash, type: 'email' }))).toBe('ok');
  const settled = await templates(email);
  expect(await codeOf(auth.resend({ type: 'signup', email }))).toBe('ok');
  expect(await codeOf(auth.resend({ type: 'signup', email: newEmail() }))).toBe('ok');
  await linkTo(app, email).catch(() => {});
  expect(await templates(email)).toEqual(settled);
});

test('the code confirms as well as the link, with the right address only', async () => {
  const email = newEmail();
  await signUp(email);
  const { code } = await linkTo(app, email);
  const { auth } = browser(app);
  expect(await codeOf(auth.verifyOtp({ type: 'signup', email: newEmail(), token: code }))).toBe('otp_expired');
  expect(await codeOf(auth.verifyOtp({ type: 'signup', email, token: code }))).toBe('ok');
});

test('recovery proves the mailbox too: it confirms the address and sends the request to review', async () => {
  const email = newEmail();
  await signUp(email);
  const { auth } = browser(app);
  await auth.resetPasswordForEmail(email);
  const { token_hash } = await linkTo(app, email);
  expect(await codeOf(auth.verifyOtp({ token_hash, type: 'recovery' }))).toBe('ok');
  expect(await templates(email)).toContain('accounts.registration-received');
});

test('a code is full when its owner has as many members, enrolled or about to be, as allowed', async () => {
  const owner = await networkMember(app);
  const invitedBy = async () => {
    const email = newEmail();
    await signUp(email, registration({ referral_code: owner.code }));
    return (await app.db.select().from(profiles).where(eq(profiles.email, email)))[0]!.invitedBy;
  };
  expect(await invitedBy()).toBe(owner.id);
  expect(await invitedBy(), 'the first one holds the place').toBeNull();
});

test('an invited person joins the network and is approved when the address is confirmed', async () => {
  const owner = await networkMember(app);
  const email = newEmail();
  await signUp(email, registration({ referral_code: owner.code }));
  await browser(app).auth.verifyOtp({ ...(await linkTo(app, email)), type: 'signup' });
  const [job] = await app.db.ask<{ data: Record<string, string> }>(
    "select data from pgboss.job where name = 'network.enrol-referred'",
  );
  await enrolReferred(app.deps)(job!.data);
  const [profile] = await app.db.select().from(profiles).where(eq(profiles.email, email));
  expect(profile).toMatchObject({ toBeRegistered: false, parentId: owner.id });
});

test('a registration that nobody confirms for a week is swept out with all it said; a confirmed or lately reminded one stays', async () => {
  const [forgotten, reminded, confirmed] = [newEmail(), newEmail(), newEmail()];
  for (const email of [forgotten, reminded, confirmed])
    await signUp(email, registration({ terms_version: '2026-11-01', privacy_version: '2026-11-02' }));
  const consents = (email: string) => app.db.$count(acceptances, eq(acceptances.email, email));
  expect(await consents(forgotten)).toBe(2);
  const [swept] = await app.db.select().from(users).where(eq(users.email, forgotten));
  await browser(app).auth.verifyOtp({ ...(await linkTo(app, confirmed)), type: 'signup' });
  const began = app.clock.now;
  app.clock.now = new Date(began.getTime() + 6 * DAY_MS);
  await browser(app).auth.resend({ type: 'signup', email: reminded });
  await linkTo(app, reminded);
  app.clock.now = new Date(began.getTime() + 8 * DAY_MS);
  await cleanUpAccounts(app.deps);
  const left = (await app.db.select({ email: users.email }).from(users)).map((user) => user.email);
  expect(left).toEqual(expect.arrayContaining([reminded, confirmed]));
  expect(left).not.toContain(forgotten);
  expect([await consents(forgotten), await consents(reminded)]).toEqual([0, 2]);
  const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, swept!.id)).orderBy(auditLog.id);
  expect(log.map(({ action, after }) => [action, after])).toEqual([
    ['accounts.signed-up', null],
    ['accounts.unconfirmed-removed', null],
  ]);
  app.clock.now = began;
});

test('what staff decided or money touched is not swept, though nobody confirmed the address', async () => {
  const staff = call(app, await person(app, 'admin'));
  const made = async () => {
    const email = newEmail();
    await signUp(email);
    const [user] = await app.db.select().from(users).where(eq(users.email, email));
    return { id: user!.id, email };
  };
  const [approved, blocked, labelled, buyer, guest, abandoned] = await Promise.all(Array.from({ length: 6 }, made));
  await staff.accounts.admin.approve({ ids: [approved!.id] });
  await app.db.update(profiles).set({ blockedAt: app.clock.now }).where(eq(profiles.id, blocked!.id));
  await app.db.update(profiles).set({ isPartner: true }).where(eq(profiles.id, labelled!.id));
  await app.db.insert(orders).values({
    profileId: buyer!.id,
    email: buyer!.email,
    kind: 'package',
    productName: 'start',
    amount: 9900,
  });
  await app.db.insert(reservations).values({
    year: 2027,
    firstName: 'Jovana',
    lastName: 'Đorđević',
    phone: '+381641234567',
    email: guest!.email,
    country: 'RS',
    packageId: 'ticket-only',
    amount: 1_199_900,
    currency: 'RSD',
  });
  const began = app.clock.now;
  app.clock.now = new Date(began.getTime() + 8 * DAY_MS);
  await cleanUpAccounts(app.deps);
  const left = (await app.db.select({ id: users.id }).from(users)).map(({ id }) => id);
  expect(left).toEqual(expect.arrayContaining([approved, blocked, labelled, buyer, guest].map((one) => one!.id)));
  expect(left).not.toContain(abandoned!.id);

  await browser(app).auth.resend({ type: 'signup', email: approved!.email });
  const { token_hash } = await linkTo(app, approved!.email);
  expect(await codeOf(browser(app).auth.verifyOtp({ token_hash, type: 'signup' })), 'and comes in later').toBe('ok');
  app.clock.now = began;
});

test('a recovery link that was asked for on the last day opens the account; once it is dead, the registration goes', async () => {
  const [late, silent] = [newEmail(), newEmail()];
  const began = app.clock.now;
  for (const email of [late, silent]) await signUp(email);
  app.clock.now = new Date(began.getTime() + 7 * DAY_MS - 60_000);
  for (const email of [late, silent]) await browser(app).auth.resetPasswordForEmail(email);
  const { token_hash } = await linkTo(app, late);
  app.clock.now = new Date(began.getTime() + 7 * DAY_MS + 25 * 60_000);
  await cleanUpAccounts(app.deps);
  expect(await codeOf(browser(app).auth.verifyOtp({ token_hash, type: 'recovery' }))).toBe('ok');
  app.clock.now = new Date(began.getTime() + 7 * DAY_MS + 30 * 60_000);
  await cleanUpAccounts(app.deps);
  const left = (await app.db.select({ email: users.email }).from(users)).map(({ email }) => email);
  expect(left).toContain(late);
  expect(left).not.toContain(silent);
  app.clock.now = began;
});
