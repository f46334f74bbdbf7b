import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '../../auth/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { testApp } from '../../test/app.ts';
import { mailsTo, requestAuth } from '../../test/browser.ts';
import { call, person, type TestPerson } from '../../test/people.ts';
import { newReservation } from '../../test/reservations.ts';
import { profiles } from '../schema.ts';

const app = await testApp();
const own = (who?: TestPerson) => call(app, who).accounts.own;
const profileOf = async ({ id }: { id: string }) =>
  (await app.db.select().from(profiles).where(eq(profiles.id, id)))[0]!;
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );

test('a member changes their own fields; nothing else of the profile can be reached', async () => {
  const who = await person(app);
  const other = await person(app);
  const to = { city: ' Novi Sad ', companyTaxNumber: 100002887, address: 'Ulica lipa' };
  const saved = await own(who).update({
    from: { city: 'Čačak', companyTaxNumber: null, address: null },
    to: { ...to, isAdmin: true, email: 'a@b.rs', id: other.id, toBeRegistered: true } as typeof to,
  });
  expect(saved).toMatchObject({ id: who.id, city: 'Novi Sad', companyTaxNumber: 100002887, level: 'member' });
  expect(await profileOf(who)).toMatchObject({ city: 'Novi Sad', isAdmin: false, email: who.email });
  expect(await profileOf(other)).toMatchObject({ city: 'Čačak' });
  const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, who.id));
  expect(log).toMatchObject([
    {
      action: 'accounts.edited',
      actor: who.id,
      before: { city: 'Čačak', companyTaxNumber: null, address: null },
      after: { city: 'Novi Sad', companyTaxNumber: 100002887, address: 'Ulica lipa' },
    },
  ]);
});

test('what staff wrote meanwhile is not overwritten, and the person reads which field it was and what it holds, not who', async () => {
  const [who, admin] = [await person(app), await person(app, 'admin')];
  await call(app, admin).accounts.admin.people.edit({ id: who.id, from: { city: 'Čačak' }, to: { city: 'Niš' } });
  await expect(
    own(who).update({ from: { city: 'Čačak', phone: '+381641234567' }, to: { city: 'Bor', phone: '060 123 456' } }),
  ).rejects.toMatchObject({
    code: 'PERSON_CHANGED',
    data: {
      fields: ['city'],
      now: { city: 'Niš', phone: '+381641234567' },
      by: null,
      you: false,
      at: expect.any(String),
    },
  });
  expect(await profileOf(who)).toMatchObject({ city: 'Niš', phone: '+381641234567' });
});

test('required fields stay filled, and a username is free or refused', async () => {
  const who = await person(app);
  const other = await profileOf(await person(app));
  const from = { username: (await profileOf(who)).username };
  for (const to of [
    { firstName: ' ' },
    { phone: '' },
    { phone: '1' },
    { postalCode: 'x' },
    { country: 'XX' as never },
    { city: 'a'.repeat(101) },
  ])
    expect(await code(own(who).update({ from: {}, to }))).toBe('BAD_REQUEST');
  expect(await code(own(who).update({ from, to: { username: other.username.toUpperCase() } }))).toBe('USERNAME_TAKEN');
  for (const username of ['tudja@adresa.rs', other.email])
    expect(await code(own(who).update({ from, to: { username } })), username).toBe('USERNAME_IS_ADDRESS');
  expect(await code(own(who).update({ from, to: { username: who.email } }))).toBe('ok');
});

test('reservations made with an address are shown to whoever has proven its mailbox, and to nobody else', async () => {
  const email = 'jelena@primer.rs';
  await call(app).events.reserve(newReservation({ personalInfo: { email } }));
  const who = await person(app, 'member', { email });
  const mine = () => call(app, who).events.mine();
  expect(await mine(), 'an address that was only typed').toEqual({ proven: false, rows: [] });

  expect((await requestAuth(app, 'GET', '/reauthenticate', { token: who.token })).status).toBe(200);
  const mail = (await mailsTo(app, email)).find(({ template }) => template === 'accounts.reauthentication')!;
  const right = String(mail.props.code);
  const stranger = await person(app);
  expect(await code(own(stranger).proveMailbox({ code: right })), 'a stranger with the code').toBe('MAILED_CODE_WRONG');
  expect(await code(own(who).proveMailbox({ code: right === '000000' ? '000001' : '000000' }))).toBe(
    'MAILED_CODE_WRONG',
  );
  expect((await mine()).proven).toBe(false);
  expect(await own(who).proveMailbox({ code: `${right.slice(0, 3)} ${right.slice(3)}` })).toEqual({ proven: true });
  expect(await code(own(who).proveMailbox({ code: right })), 'twice').toBe('MAILED_CODE_WRONG');

  const found = await mine();
  expect(found).toMatchObject({ proven: true, rows: [{ status: 'pending', currency: 'RSD' }] });
  expect(JSON.stringify(found)).not.toContain('064 123 4567');
  const token = found.rows[0]!.path.split('/').at(-1)!;
  expect(await call(app).events.ticket({ token })).toMatchObject({ number: found.rows[0]!.number });
  expect(await call(app, stranger).events.mine()).toEqual({ proven: false, rows: [] });
});

test('a code guessed too often is no code any more', async () => {
  const limited = await testApp({ env: { RATE_LIMITS: 'on' } });
  const who = await person(limited);
  const guess = () => code(call(limited, who).accounts.own.proveMailbox({ code: '123456' }));
  const answers = [];
  for (let i = 0; i < 12; i++) answers.push(await guess());
  expect(answers.filter((answer) => answer === 'MAILED_CODE_WRONG')).toHaveLength(10);
  expect(answers.at(-1)).toBe('TOO_MANY_TRIES');
  await expect(call(limited, who).accounts.own.proveMailbox({ code: '123456' })).rejects.toMatchObject({
    data: { minutes: 60 },
    message: 'Previše pokušaja. Sačekajte 60 minuta i pokušajte ponovo.',
  });
  const [user] = await limited.db.select().from(users).where(eq(users.id, who.id));
  expect(user!.mailboxProvenAt).toBeNull();
});

test('news are written to nobody who did not agree, and the agreement is given and taken back with its moment', async () => {
  const who = await person(app);
  const as = call(app, who);
  expect((await as.accounts.me()).newsAgreedAt).toBeNull();
  const { newsAgreedAt } = await as.accounts.own.news({ agreed: true });
  expect((await as.accounts.own.news({ agreed: true })).newsAgreedAt, 'said twice it is the first time').toEqual(
    newsAgreedAt,
  );
  expect((await as.accounts.me()).newsAgreedAt).toEqual(newsAgreedAt);
  await as.accounts.own.news({ agreed: false });
  expect((await as.accounts.me()).newsAgreedAt).toBeNull();
  const log = await app.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, who.id), eq(auditLog.action, 'accounts.news-chosen')));
  expect(log).toHaveLength(2);
});
