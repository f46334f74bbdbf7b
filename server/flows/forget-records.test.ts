import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { reservations } from '../events/schema.ts';
import { auditLog } from '../platform/audit.schema.ts';
import { mails } from '../platform/mail.schema.ts';
import { testApp } from '../test/app.ts';
import { mailsTo, registered } from '../test/browser.ts';
import { call, person } from '../test/people.ts';
import { newReservation } from '../test/reservations.ts';
import { forgetRecords } from './forget-records.ts';

const app = await testApp();
const DAY = 24 * 3600_000;
const start = app.clock.now;
const chief = await person(app, 'superAdmin');
const after = (days: number) => {
  app.clock.now = new Date(start.getTime() + days * DAY);
};

test('of a refused registration nothing is left within fifteen days: no mail, no notice to staff, no name in the log', async () => {
  const [refused, stays] = [await registered(app), await registered(app)];
  await call(app, chief).accounts.admin.reject({ id: refused.id, reason: 'Nepoznata firma' });
  const notices = async () =>
    (await mailsTo(app, chief.email)).filter(({ props }) => JSON.stringify(props).includes(refused.email));
  const names = async (email: string) =>
    (await app.db.select().from(auditLog).where(eq(auditLog.actorEmail, email))).length;
  expect(await notices()).toHaveLength(1);
  after(13);
  await forgetRecords(app.edges);
  expect((await mailsTo(app, refused.email)).length, 'the refusal can still be resent').toBeGreaterThan(0);
  expect(await names(refused.email)).toBeGreaterThan(0);

  after(14.5);
  await Promise.all([forgetRecords(app.edges), forgetRecords(app.edges)]);
  expect(await mailsTo(app, refused.email)).toEqual([]);
  expect(await notices()).toEqual([]);
  expect(await names(refused.email)).toBe(0);
  expect((await mailsTo(app, stays.email)).length).toBeGreaterThan(0);
  expect(await names(stays.email)).toBeGreaterThan(0);
  after(0);
});

test('mails about a reservation stay while the reservation does, with or without an account', async () => {
  await call(app).events.reserve(newReservation({ personalInfo: { email: 'gost@primer.rs' } }));
  after(20);
  await forgetRecords(app.edges);
  expect(await mailsTo(app, 'gost@primer.rs')).toHaveLength(1);
  after(0);
});

test('fourteen days after the event its guests are forgotten; members keep theirs, the books keep the paid ones', async () => {
  const member = await person(app);
  const email = 'gosca@primer.rs';
  for (const who of [email, email, member.email])
    await call(app).events.reserve(newReservation({ personalInfo: { email: who, firstName: 'Gordana' } }));
  const [paid, unpaid] = await app.db.select().from(reservations).where(eq(reservations.email, email));
  await call(app, chief).events.admin.confirm({ id: paid!.id });
  await call(app, chief).events.admin.note({ id: paid!.id, notes: 'zvala Gordana' });
  const rowOf = async (id: string) => (await app.db.select().from(reservations).where(eq(reservations.id, id)))[0];
  app.clock.now = new Date('2027-10-05T21:00:00Z');
  await forgetRecords(app.edges);
  expect(await rowOf(paid!.id)).toMatchObject({ email });
  app.clock.now = new Date('2027-10-06T01:40:00Z');
  await forgetRecords(app.edges);
  await forgetRecords(app.edges);
  expect(await rowOf(paid!.id)).toMatchObject({ email: '', firstName: '', phone: '', notes: '', confirmed: true });
  expect(await rowOf(unpaid!.id)).toBeUndefined();
  expect(await app.db.$count(reservations, eq(reservations.email, member.email))).toBe(1);
  expect(await mailsTo(app, email)).toEqual([]);
  const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, paid!.id));
  expect(JSON.stringify(log)).not.toContain('Gordana');
  expect(await app.db.$count(auditLog, eq(auditLog.action, 'events.guests-forgotten'))).toBe(1);
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
  const at = new Date(Date.now() - 30 * DAY);
  await app.db.insert(auditLog).values([
    { ...entry, subjectId: 'old', at },
    { ...entry, subjectId: 'new', at: new Date() },
  ]);
  const told = async (subjectId: string) =>
    (await app.db.select().from(auditLog).where(eq(auditLog.subjectId, subjectId)))[0];
  after(59);
  await forgetRecords(app.edges);
  expect(await told('old')).toMatchObject({ ip: '10.0.0.1' });
  after(61);
  await forgetRecords(app.edges);
  expect(await told('old')).toMatchObject({ ip: null, actorEmail: chief.email, action: 'accounts.edited' });
  expect(await told('new')).toMatchObject({ ip: '10.0.0.1' });
  await expect(app.db.update(auditLog).set({ ip: null }).where(eq(auditLog.subjectId, 'new'))).rejects.toMatchObject({
    cause: { code: '23001' },
  });
  await expect(app.db.update(auditLog).set({ ip: '1.1.1.1' }).where(eq(auditLog.subjectId, 'old'))).rejects.toThrow();
  expect(await app.db.$count(mails)).toBeGreaterThan(0);
  after(0);
});
