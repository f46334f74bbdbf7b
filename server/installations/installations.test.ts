import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { profiles } from '../accounts/schema.ts';
import { purgeExpiredRecords } from '../flows/retention/purge-expired-records.ts';
import { auditLog } from '../platform/audit.schema.ts';
import { mails } from '../platform/mail.schema.ts';
import { testApp } from '../test/app.ts';
import { call, codeOfCall, person, type TestPerson } from '../test/people.ts';
import { installations } from './schema.ts';

const app = await testApp();
app.clock.now = new Date('2027-03-01T09:00:00Z');
const { db } = app;
const staff = await person(app, 'admin');
const { admin } = call(app, staff).installations;
const mine = (who: TestPerson) => call(app, who).installations;
const mailsTo = async (who: TestPerson) =>
  (await db.select().from(mails).where(eq(mails.profileId, who.id)).orderBy(mails.number)).map(
    ({ template }) => template,
  );
const installer = () => person(app, 'member', { isInstaller: true, firstName: 'Žika', lastName: 'Žikić', city: 'Niš' });
const assignmentOf = (who: TestPerson) => ({
  key: randomUUID(),
  installerId: who.id,
  name: 'Mara Ilić',
  phone: '064 123 45 67',
  address: 'Glavna 1, Niš',
  note: 'Zvono ne radi',
  agreedAt: '2027-03-02T10:00:00.000Z',
});
const RECORD = {
  doneOn: '2027-03-01',
  device: 'VDK-001482',
  before: 'Televizor bez uređaja.',
  after: 'Prikaz radi.',
  remarks: '',
  confirmedBy: 'Mara Ilić',
};

test('an installer is given an address: a mail says that it is there, and the account alone says where', async () => {
  const [who, other] = [await installer(), await installer()];
  const asked = assignmentOf(who);
  const [assigned, again] = await Promise.all([admin.assign(asked), admin.assign(asked)]);
  expect(again, 'a double press is one').toEqual(assigned);
  expect(await mine(who).mine()).toMatchObject([
    { name: 'Mara Ilić', phone: '064 123 45 67', address: 'Glavna 1, Niš', note: 'Zvono ne radi', record: null },
  ]);
  expect(await mine(other).mine(), 'nobody else reads it').toEqual([]);
  const [mail, ...more] = await db.select().from(mails).where(eq(mails.profileId, who.id));
  expect(mail).toMatchObject({ template: 'installations.assigned', props: { number: assigned.number } });
  expect(more).toEqual([]);
  expect(JSON.stringify(mail!.props)).not.toMatch(/Mara|Glavna|064 123/);
  const logged = await db.select().from(auditLog).where(eq(auditLog.subjectId, who.id));
  expect(logged).toMatchObject([{ action: 'installations.assigned', actor: staff.id }]);
  expect(JSON.stringify(logged)).not.toMatch(/Mara|Glavna|064 123/);
  expect((await admin.list()).open.find(({ id }) => id === asked.key)).toMatchObject({
    installer: { name: 'Žika Žikić', email: who.email },
  });
});

test('an agreed time that has passed is refused, and the same request of before is still the same installation', async () => {
  const who = await installer();
  const asked = assignmentOf(who);
  expect(await codeOfCall(admin.assign({ ...asked, agreedAt: '2027-03-01T08:59:00.000Z' }))).toBe(
    'INSTALLATION_TIME_PAST',
  );
  const assigned = await admin.assign(asked);
  const { now } = app.clock;
  app.clock.now = new Date('2027-03-02T10:01:00Z');
  expect(await admin.assign(asked)).toEqual(assigned);
  app.clock.now = now;
});

test('work is given to whoever has the label and an open account, and to nobody else', async () => {
  const [plain, blocked] = [await person(app), await installer()];
  await db.update(profiles).set({ blockedAt: app.clock.now }).where(eq(profiles.id, blocked.id));
  for (const who of [plain, blocked]) {
    expect(await codeOfCall(admin.assign(assignmentOf(who)))).toBe('INSTALLER_GONE');
    expect((await admin.installers()).some(({ id }) => id === who.id)).toBe(false);
  }
});

test('installers stand in the order of the Serbian alphabet, in both scripts', async () => {
  const names = ['Cvetić', 'Čolić', 'Ćirić', 'Dušić', 'Џакић', 'Đurić', 'Savić', 'Šarić', 'Zorić', 'Žarić'];
  const made = new Map<string, string>();
  for (const lastName of names.toReversed())
    made.set((await person(app, 'member', { isInstaller: true, firstName: 'Azbučni', lastName })).id, lastName);
  const shown = (await admin.installers()).map(({ id }) => made.get(id)).filter((name) => name !== undefined);
  expect(shown).toEqual(names);
});

test('staff see which installer can not come any more: without the label, blocked or closed', async () => {
  const [plain, blocked, closed, ready] = [await installer(), await installer(), await installer(), await installer()];
  for (const who of [plain, blocked, closed, ready]) await admin.assign(assignmentOf(who));
  const now = app.clock.now;
  await db.update(profiles).set({ isInstaller: false }).where(eq(profiles.id, plain.id));
  await db.update(profiles).set({ blockedAt: now }).where(eq(profiles.id, blocked.id));
  await db.update(profiles).set({ closedAt: now }).where(eq(profiles.id, closed.id));
  const { open } = await admin.list();
  const shown = (who: TestPerson) => open.find((one) => one.installer?.id === who.id)!.installer!.isActive;
  expect([plain, blocked, closed, ready].map(shown)).toEqual([false, false, false, true]);
});

test('the installer writes the record once; staff read it; nobody else can, and not for a day to come', async () => {
  const [who, other] = [await installer(), await installer()];
  const { id } = await admin.assign(assignmentOf(who));
  expect(await codeOfCall(mine(other).record({ id, record: RECORD })), 'not theirs').toBe('INSTALLATION_GONE');
  const tomorrow = { ...RECORD, doneOn: '2027-03-02' };
  expect(await codeOfCall(mine(who).record({ id, record: tomorrow }))).toBe('INSTALLATION_DAY_WRONG');
  const [one, two] = await Promise.all([1, 2].map(() => mine(who).record({ id, record: RECORD })));
  expect(two, 'sent twice').toEqual(one);
  expect(await codeOfCall(mine(who).record({ id, record: { ...RECORD, device: 'VDK-2' } }))).toBe(
    'INSTALLATION_RECORDED',
  );
  expect(await codeOfCall(admin.cancel({ id }))).toBe('INSTALLATION_RECORDED');
  expect((await admin.list()).over.find((row) => row.id === id)).toMatchObject({ record: RECORD });
  const records = and(eq(auditLog.subjectId, who.id), eq(auditLog.action, 'installations.recorded'));
  expect(await db.$count(auditLog, records)).toBe(1);
});

test('called off, the installer is told not to come, once, and can write no record', async () => {
  const who = await installer();
  const { id } = await admin.assign(assignmentOf(who));
  await Promise.all([admin.cancel({ id }), admin.cancel({ id })]);
  expect(await mailsTo(who)).toEqual(['installations.assigned', 'installations.cancelled']);
  expect(await codeOfCall(mine(who).record({ id, record: RECORD }))).toBe('INSTALLATION_CANCELLED');
});

test('fifteen days after the work nobody knows whose home it was; the record stays with the guarantee', async () => {
  const who = await installer();
  const [done, off] = [await admin.assign(assignmentOf(who)), await admin.assign(assignmentOf(who))];
  await mine(who).record({ id: done.id, record: RECORD });
  await admin.cancel({ id: off.id });
  const begun = app.clock.now;
  app.clock.now = new Date(begun.getTime() + 14 * DAY_MS);
  await purgeExpiredRecords(app.deps);
  expect((await mine(who).mine()).map(({ address }) => address)).toEqual(['Glavna 1, Niš', 'Glavna 1, Niš']);
  app.clock.now = new Date(begun.getTime() + 15 * DAY_MS + 1);
  expect((await mine(who).mine()).map(({ name, phone, address, note }) => name + phone + address + note)).toEqual([
    '',
    '',
  ]);
  await purgeExpiredRecords(app.deps);
  expect(await db.select().from(installations).where(eq(installations.installerId, who.id))).toMatchObject([
    { id: done.id, name: '', phone: '', address: '', note: '', confirmedBy: '', device: 'VDK-001482' },
  ]);
  app.clock.now = new Date(begun.getTime() + 5 * 366 * DAY_MS);
  await purgeExpiredRecords(app.deps);
  expect(await db.$count(installations, eq(installations.id, done.id))).toBe(0);
  app.clock.now = begun;
});

test('staff read every record of a month of some installers, not only the last few', async () => {
  const who = await installer();
  const { key: _, installerId, agreedAt, ...contact } = assignmentOf(who);
  const done = { installerId, ...contact, agreedAt: new Date(agreedAt), ...RECORD };
  await db
    .insert(installations)
    .values(Array.from({ length: 60 }, () => ({ id: randomUUID(), ...done, recordedAt: app.clock.now })));
  const { over } = await admin.list();
  expect(over.filter(({ installer }) => installer?.id === who.id)).toHaveLength(60);
});

test('however many have the label, each of them can be chosen', async () => {
  const last = await person(app, 'member', { isInstaller: true, firstName: 'Žarko', lastName: 'Žunić' });
  for (let n = 0; n < 200; n += 1)
    await person(app, 'member', { isInstaller: true, firstName: 'Ana', lastName: `Antić ${n}` });
  expect((await admin.installers()).some(({ id }) => id === last.id)).toBe(true);
});
