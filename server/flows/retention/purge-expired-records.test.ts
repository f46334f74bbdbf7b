import { randomUUID } from 'node:crypto';
import { and, eq, inArray, ne } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { acceptances } from '../../accounts/schema.ts';
import { users } from '../../auth/schema.ts';
import { reservations } from '../../events/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { mails } from '../../platform/mail.schema.ts';
import { testApp } from '../../test/app.ts';
import { mailsTo, registered, requestAuth } from '../../test/browser.ts';
import { exactly } from '../../test/counts.ts';
import { readStatementsPatiently } from '../../test/patience.ts';
import { call, person } from '../../test/people.ts';
import { newReservation } from '../../test/reservations.ts';
import { camtFile } from '../../test/statements.ts';
import { purgeExpiredRecords } from './purge-expired-records.ts';

readStatementsPatiently();
const app = await testApp();
const ATTEMPTS = [
  'accounts.sign-in-failed',
  'accounts.verification-failed',
  'accounts.password-proof-failed',
  'accounts.factor-refused',
  'accounts.link-not-sent',
  'accounts.sign-up-repeated',
];
const start = app.clock.now;
const chief = await person(app, 'superAdmin');
const after = (days: number) => {
  app.clock.now = new Date(start.getTime() + days * DAY_MS);
};

test('of a refused registration nothing is left within fifteen days: no mail, no notice to staff, no consent, no name in the log', async () => {
  const data = { terms_version: '2026-11-01', privacy_version: '2026-11-02' };
  const [refused, stays] = [await registered(app, { data }), await registered(app, { data })];
  const people = call(app, chief).accounts.admin.people;
  for (const { id } of [refused, stays]) {
    await people.edit({ id, from: { city: 'Niš' }, to: { city: 'Čačak' } });
    await people.addNote({ id, key: randomUUID(), text: 'Zvali smo, niko se ne javlja.' });
  }
  const consents = async (userId: string) => app.db.$count(acceptances, eq(acceptances.userId, userId));
  const said = async (id: string) =>
    (await app.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id))
      .filter(({ before, after }) => before !== null || after !== null)
      .map(({ action }) => action);
  expect(await said(refused.id)).toEqual(['accounts.signed-up', 'accounts.edited', 'accounts.noted']);
  await call(app, chief).accounts.admin.reject({ ids: [refused.id], reason: 'Nepoznata firma' });
  expect(await consents(refused.id)).toBe(0);
  expect(await said(refused.id), 'why, not who').toEqual(['accounts.rejected']);
  const notices = async () =>
    (await mailsTo(app, chief.email)).filter(({ props }) => JSON.stringify(props).includes(refused.email));
  const templatesTo = async (email: string) => (await mailsTo(app, email)).map(({ template }) => template).sort();
  const names = async (email: string) =>
    (await app.db.select().from(auditLog).where(eq(auditLog.actorEmail, email))).map(({ action }) => action).sort();
  expect(await notices()).toHaveLength(1);
  after(13);
  await purgeExpiredRecords(app.deps);
  expect(await templatesTo(refused.email), 'the refusal can still be resent').toEqual([
    'accounts.registration-received',
    'accounts.rejected',
  ]);
  expect(await names(refused.email)).toEqual(['accounts.signed-up']);

  after(14.5);
  await Promise.all([purgeExpiredRecords(app.deps), purgeExpiredRecords(app.deps)]);
  expect(await mailsTo(app, refused.email)).toEqual([]);
  expect(await notices()).toEqual([]);
  expect(await names(refused.email)).toEqual([]);
  expect(await templatesTo(stays.email)).toEqual(['accounts.registration-received']);
  expect(await names(stays.email)).toEqual(['accounts.signed-up']);
  expect(await consents(stays.id)).toBe(2);
  expect(await said(stays.id)).toEqual(['accounts.signed-up', 'accounts.edited', 'accounts.noted']);
  after(0);
});

test('mails about a reservation stay while the reservation does, with or without an account', async () => {
  await call(app).events.reserve(newReservation({ personalInfo: { email: 'gost@primer.rs' } }));
  after(20);
  await purgeExpiredRecords(app.deps);
  expect(await mailsTo(app, 'gost@primer.rs')).toHaveLength(1);
  after(0);
});

test('mails of an account stay with it, mails to its address only once it has proven the mailbox; staff keep theirs', async () => {
  const account = await registered(app);
  const mail = { template: 'accounts.rejected', props: { reason: 'x' } } as const;
  const staff = await app.db.$count(mails, eq(mails.to, chief.email));
  await app.db.insert(mails).values({ ...mail, to: account.email, profileId: null });
  await app.db.insert(mails).values({ ...mail, to: 'stara@primer.rs', profileId: account.id });
  after(15);
  await purgeExpiredRecords(app.deps);
  const kept = await app.db
    .select()
    .from(mails)
    .where(inArray(mails.to, [account.email, 'stara@primer.rs']));
  expect(kept.map(({ to, template }) => [to, template]).sort()).toEqual([
    [account.email, 'accounts.registration-received'],
    ['stara@primer.rs', 'accounts.rejected'],
  ]);
  expect(await app.db.$count(mails, eq(mails.to, chief.email))).toBe(staff);
  after(0);
});

test('a mail that was refused and can never be sent again waits for nobody', async () => {
  const refused = { template: 'accounts.rejected', props: { reason: 'x' }, state: 'failed', lastError: '550' } as const;
  const moment = (ms: number) => new Date(app.clock.now.getTime() + ms);
  await app.db.insert(mails).values([
    { ...refused, to: 'puno-sanduce@primer.rs' },
    { ...refused, to: 'kod-vazi@primer.rs', validUntil: moment(60_000) },
    { ...refused, to: 'kod-istekao@primer.rs', validUntil: moment(-1_000) },
    { ...refused, to: 'bez-sadrzaja@primer.rs', props: {} },
  ]);
  await purgeExpiredRecords(app.deps);
  const { rows, failed } = await call(app, chief).admin.mails.list({ state: 'failed' });
  expect(rows.map(({ to }) => to)).toEqual(['kod-vazi@primer.rs', 'puno-sanduce@primer.rs']);
  expect(failed).toEqual(exactly(2));
  const [ended] = await mailsTo(app, 'kod-istekao@primer.rs');
  expect(ended, 'with why it was not taken').toMatchObject({ state: 'expired', props: {}, lastError: '550' });
  await app.db.delete(mails).where(eq(mails.template, 'accounts.rejected'));
});

test('fourteen days after the event its guests are forgotten; members who proved their mailbox keep theirs, the books keep the paid ones', async () => {
  const member = await person(app);
  await app.db.update(users).set({ mailboxProvenAt: start }).where(eq(users.id, member.id));
  const email = 'gosca@primer.rs';
  const squatted = (await person(app)).email;
  for (const who of [email, email, member.email, squatted])
    await call(app).events.reserve(newReservation({ personalInfo: { email: who, firstName: 'Gordana' } }));
  const [paid, unpaid] = await app.db.select().from(reservations).where(eq(reservations.email, email));
  await call(app, chief).events.admin.confirm({ id: paid!.id });
  await call(app, chief).events.admin.notes.add({ id: paid!.id, key: randomUUID(), text: 'zvala Gordana' });
  const rowOf = async (id: string) => (await app.db.select().from(reservations).where(eq(reservations.id, id)))[0];
  app.clock.now = new Date('2027-10-05T21:00:00Z');
  await purgeExpiredRecords(app.deps);
  expect(await rowOf(paid!.id)).toMatchObject({ email });
  app.clock.now = new Date('2027-10-06T01:40:00Z');
  await purgeExpiredRecords(app.deps);
  await purgeExpiredRecords(app.deps);
  expect(await rowOf(paid!.id)).toMatchObject({ email: '', firstName: '', phone: '', notes: '', confirmed: true });
  expect(await rowOf(unpaid!.id)).toBeUndefined();
  expect(await app.db.$count(reservations, eq(reservations.email, member.email))).toBe(1);
  expect(await app.db.$count(reservations, eq(reservations.email, squatted)), 'an account alone keeps nothing').toBe(0);
  expect(await mailsTo(app, email)).toEqual([]);
  expect(await mailsTo(app, squatted)).toEqual([]);
  expect(await mailsTo(app, member.email)).toHaveLength(1);
  const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, paid!.id));
  expect(JSON.stringify(log)).not.toContain('Gordana');
  expect(await app.db.$count(auditLog, eq(auditLog.action, 'events.guests-forgotten'))).toBe(1);
  after(0);
});

test('a guest to whom money is owed back is forgotten when it was given back, not before', async () => {
  const email = 'vracanje@primer.rs';
  await call(app).events.reserve(newReservation({ personalInfo: { email, firstName: 'Gordana' } }));
  const [paid] = await app.db.select().from(reservations).where(eq(reservations.email, email));
  const organiser = call(app, chief);
  await organiser.events.admin.confirm({ id: paid!.id });
  const shown = { status: 'placeno', arrived: paid!.amount } as const;
  await organiser.events.admin.remove({ id: paid!.id, shown, notify: false, reason: 'Otkazano na zahtev.' });
  app.clock.now = new Date('2027-11-01T01:40:00Z');
  await purgeExpiredRecords(app.deps);
  expect(await app.db.$count(reservations, eq(reservations.email, email))).toBe(1);
  const { rows } = await organiser.bank.owed.list({});
  await organiser.bank.owed.mark({ id: rows.find((row) => row.email === email)!.id, returned: true });
  await purgeExpiredRecords(app.deps);
  expect(await app.db.$count(reservations, eq(reservations.email, email))).toBe(0);
  after(0);
});

test('a guest of whose price a part has come stays known until it is decided, and then until the part was given back', async () => {
  const email = 'deo@primer.rs';
  const { instructions } = await call(app).events.reserve(newReservation({ personalInfo: { email } }));
  const [place] = await app.db.select().from(reservations).where(eq(reservations.email, email));
  const organiser = call(app, chief);
  const payment = { amount: '100.00', currency: 'RSD', reference: instructions.reference } as const;
  const answer = await organiser.bank.statements.import({ file: new File([camtFile([payment])], 'izvod') });
  if (answer.kind !== 'imported') throw new Error('a mapping is wanted');
  const [line] = (await organiser.bank.lines.list({ importId: answer.importId })).rows;
  await organiser.bank.lines.decide({ id: line!.id, decision: 'part', shown: place!.amount });
  const isKnown = async () => {
    await purgeExpiredRecords(app.deps);
    return (await app.db.$count(reservations, eq(reservations.email, email))) === 1;
  };
  app.clock.now = new Date('2027-11-01T01:40:00Z');
  expect(await isKnown()).toBe(true);
  const shown = { status: 'pending', arrived: 10_000 } as const;
  await organiser.events.admin.remove({ id: place!.id, shown, notify: false, reason: 'Ostatak nije stigao.' });
  expect(await isKnown()).toBe(true);
  const { rows } = await organiser.bank.owed.list({});
  await organiser.bank.owed.mark({ id: rows.find((row) => row.email === email)!.id, returned: true });
  expect(await isKnown()).toBe(false);
  after(0);
});

test('where a request came from is forgotten after ninety days, what was done is not', async () => {
  const entry = {
    actor: chief.id,
    actorEmail: chief.email,
    action: 'accounts.edited',
    subjectKind: 'list',
    ip: '10.0.0.1',
  };
  const at = new Date(Date.now() - 30 * DAY_MS);
  await app.db.insert(auditLog).values([
    { ...entry, subjectId: 'old', at },
    { ...entry, subjectId: 'new', at: new Date() },
  ]);
  const auditOf = async (subjectId: string) =>
    (await app.db.select().from(auditLog).where(eq(auditLog.subjectId, subjectId)))[0];
  after(59);
  await purgeExpiredRecords(app.deps);
  expect(await auditOf('old')).toMatchObject({ ip: '10.0.0.1' });
  after(61);
  await purgeExpiredRecords(app.deps);
  expect(await auditOf('old')).toMatchObject({ ip: null, actorEmail: chief.email, action: 'accounts.edited' });
  expect(await auditOf('new')).toMatchObject({ ip: '10.0.0.1' });
  await expect(app.db.update(auditLog).set({ ip: null }).where(eq(auditLog.subjectId, 'new'))).rejects.toMatchObject({
    cause: { code: '23001' },
  });
  await expect(app.db.update(auditLog).set({ ip: '1.1.1.1' }).where(eq(auditLog.subjectId, 'old'))).rejects.toThrow();
  after(0);
});

test('failed attempts and what somebody searched for are forgotten after ninety days; changes never are', async () => {
  const who = await registered(app);
  await requestAuth(app, 'POST', '/token?grant_type=password', { body: { email: who.email, password: 'pogrešna' } });
  await requestAuth(app, 'POST', '/verify', { body: { type: 'recovery', email: who.email, token: '000000' } });
  await call(app, chief).accounts.admin.people.export({ search: who.email });
  const days = (n: number) => new Date(Date.now() - n * DAY_MS);
  const entry = { actor: 'visitor', subjectKind: 'profile', subjectId: who.id };
  const list = { actor: chief.id, subjectKind: 'list', subjectId: 'profiles', action: 'accounts.exported' };
  await app.db
    .insert(auditLog)
    .values([
      ...ATTEMPTS.map((action) => ({ ...entry, action, at: days(91) })),
      { ...entry, action: 'accounts.password-changed', at: days(91) },
      { ...list, after: { rows: 1, search: who.email }, at: days(91) },
    ]);
  await Promise.all([purgeExpiredRecords(app.deps), purgeExpiredRecords(app.deps)]);
  const log = await app.db
    .select()
    .from(auditLog)
    .where(inArray(auditLog.subjectId, [who.id, 'profiles']))
    .orderBy(auditLog.id);
  const older = log.filter(({ at }) => at < days(90)).map(({ action, after: said }) => [action, said]);
  expect(older).toEqual([
    ['accounts.password-changed', null],
    ['accounts.exported', { rows: 1 }],
  ]);
  const newer = log.filter(({ at }) => at > days(90)).map(({ action }) => action);
  expect(newer).toEqual(
    expect.arrayContaining(['accounts.sign-in-failed', 'accounts.verification-failed', 'accounts.exported']),
  );
  const said = log.filter(({ action, at }) => action === 'accounts.exported' && at > days(90)).map((row) => row.after);
  expect(said, 'until then it is known what was searched for').toEqual([{ rows: 1, search: who.email }]);
});

test('the database lets nothing else go from the log', async () => {
  const old = new Date(Date.now() - 91 * DAY_MS);
  const list = { actor: 'system', subjectKind: 'list', subjectId: 'rule', at: old, after: { rows: 1, search: 'x' } };
  await app.db.insert(auditLog).values([
    { ...list, action: 'accounts.exported' },
    { ...list, action: 'accounts.sign-in-failed', at: new Date() },
  ]);
  const rule = eq(auditLog.subjectId, 'rule');
  const refused = { cause: { code: '23001' } };
  await expect(app.db.delete(auditLog).where(and(rule, eq(auditLog.at, old)))).rejects.toMatchObject(refused);
  await expect(app.db.delete(auditLog).where(and(rule, ne(auditLog.at, old)))).rejects.toMatchObject(refused);
  for (const said of [null, {}, { rows: 2 }, { search: 'x' }])
    await expect(app.db.update(auditLog).set({ after: said }).where(rule), JSON.stringify(said)).rejects.toMatchObject(
      refused,
    );
});
