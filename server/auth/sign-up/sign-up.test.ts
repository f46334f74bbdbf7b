import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { acceptances, profiles } from '../../accounts/schema.ts';
import { templates } from '../../emails.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { renderMail, writeMessage } from '../../platform/mail/write-mail.ts';
import { testApp } from '../../test/app.ts';
import {
  browser,
  codeOf,
  mailsTo,
  newEmail,
  PASSWORD,
  registered,
  registration,
  requestAuth,
} from '../../test/browser.ts';
import { networkMember } from '../../test/network.ts';
import { call } from '../../test/people.ts';
import { sessions, users } from '../schema.ts';

const app = await testApp();
const profileOf = async (id: string) => (await app.db.select().from(profiles).where(eq(profiles.id, id)))[0]!;

test('a registration makes a waiting account with its profile, signs in, and mails applicant and super-admin', async () => {
  const email = newEmail();
  const { auth, events } = browser(app);
  const data = registration({
    company_name: 'Mlekara Sava d.o.o.',
    company_pib: '100002887',
    company_registration_number: 17162543,
    company_address: 'Savska 3',
  });
  const { data: made, error } = await auth.signUp({
    email: email.toUpperCase(),
    password: PASSWORD,
    options: { data },
  });
  expect(error).toBeNull();
  expect(events).toContain('SIGNED_IN');
  expect(made.session?.user.email).toBe(email);
  expect(made.user).toMatchObject({ aud: 'authenticated', role: 'authenticated', phone: '', is_anonymous: false });
  expect(made.user?.user_metadata).toEqual(data);
  expect(await profileOf(made.user!.id)).toMatchObject({
    email,
    username: data.username,
    firstName: 'Jovana',
    lastName: 'Đorđević',
    city: 'Niš',
    companyName: 'Mlekara Sava d.o.o.',
    companyTaxNumber: 100002887,
    companyRegistrationNumber: 17162543,
    companyAddress: 'Savska 3',
    toBeRegistered: true,
    isAdmin: false,
    inTree: false,
    referralCode: null,
  });
  expect(await mailsTo(app, email)).toMatchObject([
    { template: 'accounts.registration-received', props: { companyName: 'Mlekara Sava d.o.o.' } },
  ]);
  const toSuperAdmin = await mailsTo(app, app.config.superAdmin.email);
  expect(
    toSuperAdmin.some((mail) => mail.template === 'accounts.registration-waiting' && mail.props.email === email),
  ).toBe(true);
  const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, made.user!.id));
  expect(log.map((entry) => entry.action)).toEqual(['accounts.signed-up']);
  expect(log[0]).toMatchObject({ actor: made.user!.id, actorEmail: email, ip: '127.0.0.1' });
  const who = { id: made.user!.id, email, token: made.session!.access_token, sessionId: '' };
  expect((await call(app, who).accounts.me()).level).toBe('waiting');
});

test('what the applicant agreed to is kept with its version and the moment', async () => {
  const { id, email } = await registered(app, { data: { terms_version: '2026-11-01', privacy_version: '2026-11-02' } });
  const kept = await app.db.select().from(acceptances).where(eq(acceptances.userId, id));
  expect(kept.map(({ document, version, occasion }) => [document, version, occasion]).sort()).toEqual([
    ['memberTerms', '2026-11-01', 'registration'],
    ['personalData', '2026-11-02', 'registration'],
  ]);
  expect(kept.every((row) => row.email === email)).toBe(true);
});

test('empty company fields are stored as nothing, and numbers must be numbers', async () => {
  const { id } = await registered(app, { data: { company_pib: '', company_name: '  ', company_address: undefined } });
  expect(await profileOf(id)).toMatchObject({ companyTaxNumber: null, companyName: null, companyAddress: null });
  const { error } = await browser(app).auth.signUp({
    email: newEmail(),
    password: PASSWORD,
    options: { data: registration({ company_pib: '12a' }) },
  });
  expect([error?.code, error?.message]).toEqual(['validation_failed', expect.stringContaining('data.company_pib')]);
});

test.each(['first_name', 'last_name', 'username', 'phone', 'city', 'country'])(
  'a registration without %s is refused, and nothing is made',
  async (field) => {
    const email = newEmail();
    const options = { data: registration({ [field]: '   ' }) };
    const { error } = await browser(app).auth.signUp({ email, password: PASSWORD, options });
    expect([error?.status, error?.code]).toEqual([400, 'validation_failed']);
    expect(error?.message).toContain(`data.${field}`);
    expect(await app.db.select().from(users).where(eq(users.email, email))).toEqual([]);
  },
);

test('nothing that a stranger typed and a mail program makes a link of is mailed to an address that may be somebody else’s', async () => {
  const links = ['Osvojili ste 500 EUR: https://evil.example/x', 'evil.example', 'www.evil'];
  for (const words of links) {
    for (const field of ['first_name', 'last_name', 'phone', 'city', 'country']) {
      const email = newEmail();
      const options = { data: registration({ [field]: words }) };
      const { error } = await browser(app).auth.signUp({ email, password: PASSWORD, options });
      expect([error?.status, error?.code], `${field}: ${words}`).toEqual([400, 'validation_failed']);
      expect(await mailsTo(app, email)).toEqual([]);
    }
    // They may be called so, and read nothing of it.
    const email = newEmail();
    await registered(app, { email, data: { username: `${words} ${email.slice(0, 6)}`, company_name: words } });
    const [mail] = await mailsTo(app, email);
    expect(mail).toMatchObject({ template: 'accounts.registration-received' });
    const letter = await writeMessage(app, templates, mail!);
    const { html, text } = await renderMail(letter!, app.config.publicUrl);
    expect(html + text).not.toContain('evil');
  }
});

test('what registration refuses, with GoTrue’s codes', async () => {
  const { auth } = browser(app);
  const data = registration();
  const attempt = (email: string, password: string) => auth.signUp({ email, password, options: { data } });
  expect(await codeOf(attempt('bez-majmuna', PASSWORD))).toBe('validation_failed');
  expect(await codeOf(attempt(newEmail(), ''))).toBe('validation_failed');
  expect(await codeOf(attempt(newEmail(), 'č'.repeat(129)))).toBe('validation_failed');
  const weak = await attempt(newEmail(), 'lav55');
  expect(weak.error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, reasons: ['length'] });
  expect((await requestAuth(app, 'POST', '/signup', { body: { password: PASSWORD, data } })).json.code).toBe(
    'anonymous_provider_disabled',
  );
  expect(
    (await requestAuth(app, 'POST', '/signup', { body: { phone: '+38164', password: PASSWORD, data } })).json.code,
  ).toBe('phone_provider_disabled');
  expect(await codeOf(attempt(newEmail(), 'č'.repeat(128)))).toBe('ok');
});

test('an address in use is said plainly, whatever its letters’ case', async () => {
  const { email } = await registered(app);
  const { error } = await browser(app).auth.signUp({
    email: email.toUpperCase(),
    password: PASSWORD,
    options: { data: registration() },
  });
  expect(error).toMatchObject({ status: 422, code: 'user_already_exists', message: 'User already registered' });
});

test('a username that looks like another in other letters is in use', async () => {
  const name = `sopa-${randomUUID().slice(0, 8)}`;
  await registered(app, { data: registration({ username: name }) });
  const twin = registration({ username: name.replace('sopa', 'ѕоpа') });
  const attempt = browser(app).auth.signUp({ email: newEmail(), password: PASSWORD, options: { data: twin } });
  expect(await codeOf(attempt)).toBe('username_taken');
});

test('a username in use is refused, whatever its letters’ case, and so is somebody else’s address as one', async () => {
  const taken = registration();
  await registered(app, { data: taken });
  const again = registration({ username: String(taken.username).toUpperCase() });
  const attempt = (data: object, email = newEmail()) =>
    codeOf(browser(app).auth.signUp({ email, password: PASSWORD, options: { data } }));
  expect(await attempt(again)).toBe('username_taken');
  expect(await attempt(registration({ username: newEmail() }))).toBe('validation_failed');
  const own = newEmail();
  expect(await attempt(registration({ username: own }), own)).toBe('ok');
});

test('ten registrations of one address at once make exactly one account', async () => {
  const email = newEmail();
  const codes = await Promise.all(
    Array.from({ length: 10 }, () =>
      codeOf(browser(app).auth.signUp({ email, password: PASSWORD, options: { data: registration() } })),
    ),
  );
  expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
  expect(codes.filter((code) => code === 'user_already_exists')).toHaveLength(9);
  expect(await app.db.select().from(profiles).where(eq(profiles.email, email))).toHaveLength(1);
});

test('ten registrations of one username at once make exactly one account', async () => {
  const data = registration();
  const codes = await Promise.all(
    Array.from({ length: 10 }, () =>
      codeOf(browser(app).auth.signUp({ email: newEmail(), password: PASSWORD, options: { data } })),
    ),
  );
  expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
  expect(codes.filter((code) => code === 'username_taken')).toHaveLength(9);
});

test('nobody registers the super-admin’s address, in any spelling', async () => {
  for (const email of [app.config.superAdmin.email, app.config.superAdmin.email.toUpperCase()])
    expect(
      await codeOf(browser(app).auth.signUp({ email, password: PASSWORD, options: { data: registration() } })),
    ).toBe('user_already_exists');
  expect(await app.db.select().from(users).where(eq(users.email, app.config.superAdmin.email))).toEqual([]);
});

test('metadata grants nothing: rights sent along are kept as words and mean nothing', async () => {
  const requested = { is_admin: true, toberegistered: false, role: 'superAdmin', in_tree: true, l_banners: 1_000_000 };
  const { id, auth } = await registered(app, { data: requested });
  expect(await profileOf(id)).toMatchObject({ isAdmin: false, toBeRegistered: true, inTree: false, bannerBalance: 0 });
  const { data } = await auth.getSession();
  const who = { id, email: '', token: data.session!.access_token, sessionId: '' };
  expect((await call(app, who).accounts.me()).level).toBe('waiting');
  await auth.updateUser({ data: requested });
  expect((await call(app, who).accounts.me()).level).toBe('waiting');
  const { json } = await requestAuth(app, 'PUT', '/user', {
    token: data.session!.access_token,
    body: { app_metadata: { role: 'admin' } },
  });
  expect(json.code).toBe('not_admin');
});

test('too much metadata is refused, because it travels in every token', async () => {
  const data = registration({ note: 'a'.repeat(5000) });
  expect(await codeOf(browser(app).auth.signUp({ email: newEmail(), password: PASSWORD, options: { data } }))).toBe(
    'validation_failed',
  );
});

test('only a valid code of an active member skips the review: its registration waits to be enrolled there', async () => {
  const { id: inviter, code } = await networkMember(app);
  const useless = [
    (await networkMember(app, null, { invitesBlockedAt: new Date() })).code,
    (await networkMember(app, null, { blockedAt: new Date() })).code,
    (await networkMember(app, null, { toBeRegistered: true, inTree: false })).code,
    'ZZZZ9999',
    'nije kod',
  ];
  const registeredBy = async (referral_code: string) => {
    const { id, email } = await registered(app, { data: { referral_code } });
    const { toBeRegistered, invitedBy, inTree } = await profileOf(id);
    expect({ toBeRegistered, inTree }, 'nobody is approved by registering').toEqual({
      toBeRegistered: true,
      inTree: false,
    });
    const templates = (await mailsTo(app, email)).map((mail) => mail.template);
    expect(templates.includes('accounts.registration-received')).toBe(invitedBy === null);
    return invitedBy;
  };
  expect(await registeredBy(code)).toBe(inviter);
  expect(await registeredBy(` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `)).toBe(inviter);
  for (const other of useless) expect(await registeredBy(other), other).toBeNull();
});

test('a referral registration asks for a password of eight', async () => {
  const data = registration({ referral_code: 'ABCD2345' });
  const { error } = await browser(app).auth.signUp({ email: newEmail(), password: 'sedam77', options: { data } });
  expect(error).toMatchObject({ code: 'weak_password', message: 'Password should be at least 8 characters.' });
});

test('a deleted account is gone everywhere: its sessions end and its address is free again', async () => {
  const who = await registered(app);
  await app.db.delete(users).where(eq(users.id, who.id));
  expect(await app.db.select().from(sessions).where(eq(sessions.userId, who.id))).toEqual([]);
  const { error } = await who.auth.getUser();
  expect(error?.name).toBe('AuthSessionMissingError');
  expect(who.events.at(-1)).toBe('SIGNED_OUT');
  await registered(app, { email: who.email });
});

test('a password is kept only as an argon2id hash', async () => {
  const { id } = await registered(app);
  const [user] = await app.db.select().from(users).where(eq(users.id, id));
  expect(user!.passwordHash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
  const everything = JSON.stringify([user, await app.db.select().from(auditLog), await mailsTo(app, user!.email)]);
  expect(everything).not.toContain(PASSWORD);
});
