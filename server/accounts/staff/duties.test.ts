import { randomUUID } from 'node:crypto';
import { desc, eq, inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DUTIES, type Duty } from '#domain/access.ts';
import { DAY_MS } from '#domain/day.ts';
import { mfaFactors, sessions } from '../../auth/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { record } from '../../platform/audit.ts';
import { mails } from '../../platform/mail.schema.ts';
import { testApp } from '../../test/app.ts';
import { inEndedSession } from '../../test/ended-session.ts';
import { call, codeOfCall, giveDuties, person, type TestPerson } from '../../test/people.ts';
import { profiles, staffDuties, staffMembers } from '../schema.ts';

const app = await testApp();
const owner = await person(app, 'superAdmin');
const staff = (who: TestPerson) => call(app, who).accounts.admin.staff;
const rowOf = async ({ id }: TestPerson) => (await staff(owner).list()).rows.find((row) => row.id === id);
const addFactor = ({ id }: TestPerson) =>
  app.db.insert(mfaFactors).values({ userId: id, status: 'verified', secret: Buffer.from('x') });
const give = (who: TestPerson, duties: Duty[], { version = null as number | null, reason = 'Nova smena' } = {}) =>
  staff(owner).save({ reason, changes: [{ id: who.id, version, duties }] });
const mailsTo = ({ email }: TestPerson, template: string) =>
  app.db
    .select()
    .from(mails)
    .where(eq(mails.to, email))
    .orderBy(desc(mails.number))
    .then((rows) => rows.filter((row) => row.template === template));
const entriesOn = async ({ id }: TestPerson) =>
  (await app.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id)).map(
    ({ action, before, after, actor }) => ({ action, before, after, actor }),
  );

test('an administrator from before there were duties keeps all rights until the first are given, and then has only these', async () => {
  const who = await person(app, 'admin');
  expect(await rowOf(who)).toMatchObject({ duties: null, version: null, changedBy: null });
  expect(await codeOfCall(call(app, who).admin.audit({}))).toBe('ok');
  expect((await call(app, who).accounts.me()).permissions).toContain('see audit');

  expect(await give(who, ['event'])).toEqual({ changes: 8, people: 1 });
  expect(await rowOf(who)).toMatchObject({ duties: ['event'], version: 1, changedBy: 'Milica Živković' });
  expect(await codeOfCall(call(app, who).admin.audit({}))).toBe('FORBIDDEN');
  expect(await codeOfCall(call(app, who).events.admin.list({}))).toBe('ok');
  expect((await call(app, who).accounts.me()).permissions).toEqual(['keep bank', 'manage event']);
});

test('all changes of a save are one: an entry for each, one mail for each person, and what is so already is done', async () => {
  const [one, two] = [await person(app, 'admin'), await person(app, 'admin')];
  await giveDuties(app, one, ['sales', 'support']);
  await giveDuties(app, two, ['warehouse']);
  const changes = [
    { id: one.id, version: 1, duties: ['sales', 'accounting'] as Duty[] },
    { id: two.id, version: 1, duties: ['warehouse', 'support'] as Duty[] },
  ];
  const reason = 'Milan preuzima pozive do kraja godine';
  expect(await staff(owner).save({ reason, changes })).toEqual({ changes: 3, people: 2 });
  expect(await entriesOn(one)).toEqual([
    { action: 'accounts.duty-given', before: null, after: { duty: 'accounting', reason }, actor: owner.id },
    { action: 'accounts.duty-taken', before: { duty: 'support' }, after: { reason }, actor: owner.id },
  ]);
  expect(await entriesOn(two)).toEqual([
    { action: 'accounts.duty-given', before: null, after: { duty: 'support', reason }, actor: owner.id },
  ]);
  const [mail, ...more] = await mailsTo(one, 'accounts.duties-changed');
  expect(more).toEqual([]);
  expect(mail!.props).toMatchObject({ duties: ['sales', 'accounting'], reason, by: owner.email });

  expect(await staff(owner).save({ reason, changes }), 'the same once more, as after a lost answer').toEqual({
    changes: 0,
    people: 0,
  });
  expect(await mailsTo(two, 'accounts.duties-changed')).toHaveLength(1);
  const { changes: last } = await staff(owner).list();
  expect(last.slice(0, 2).map(({ given, taken, by, reason: why }) => ({ given, taken, by, why }))).toEqual(
    expect.arrayContaining([
      { given: ['accounting'], taken: ['support'], by: 'Milica Živković', why: reason },
      { given: ['support'], taken: [], by: 'Milica Živković', why: reason },
    ]),
  );
});

test('whoever gives duties is mailed what was given', async () => {
  const [colleague, member] = [await person(app, 'admin'), await person(app)];
  await giveDuties(app, colleague, ['sales', 'support']);
  const changes = [
    { id: colleague.id, version: 1, duties: ['sales', 'event'] as Duty[] },
    { id: member.id, version: null, duties: ['warehouse'] as Duty[] },
  ];
  const before = (await mailsTo(owner, 'accounts.staff-touched')).length;
  await staff(owner).save({ reason: 'Nova smena', changes });
  await staff(owner).save({ reason: 'Nova smena', changes });
  const mailed = (await mailsTo(owner, 'accounts.staff-touched')).map(({ props }) => props as { whose: string });
  expect(mailed, 'one for each person, and none for what is so already').toHaveLength(before + 2);
  const about = ({ email }: TestPerson) => mailed.find(({ whose }) => whose === email);
  const deed = { deed: 'duties-changed', by: owner.email };
  expect(about(colleague)).toMatchObject({ ...deed, duties: { given: ['event'], taken: ['support'] } });
  expect(about(member)).toMatchObject({ ...deed, duties: { given: ['warehouse'], taken: [] } });
  expect(await mailsTo(colleague, 'accounts.staff-touched'), 'their own mail says it').toEqual([]);
});

test('nobody but the super-admin gives, sees or takes duties, and they only with a fresh proof', async () => {
  const [actor, other] = [await person(app, 'admin'), await person(app, 'admin')];
  await giveDuties(app, actor, [...DUTIES]);
  expect(await codeOfCall(staff(actor).list())).toBe('FORBIDDEN');
  const save = (who: TestPerson) =>
    codeOfCall(staff(who).save({ reason: 'x', changes: [{ id: other.id, version: null, duties: ['sales'] }] }));
  expect(await save(actor)).toBe('FORBIDDEN');
  const provenAt = new Date(app.clock.now.getTime() - 11 * 60_000);
  await app.db.update(sessions).set({ provenAt }).where(eq(sessions.id, owner.sessionId));
  expect(await save(owner)).toBe('PROOF_NEEDED');
  expect(await rowOf(other)).toMatchObject({ duties: null });
  await app.db.update(sessions).set({ provenAt: app.clock.now }).where(eq(sessions.id, owner.sessionId));
  expect(await save(owner)).toBe('ok');
});

test('duties that are saved in a session that was ended while they waited are given to nobody', async () => {
  const who = await person(app, 'admin');
  expect(await inEndedSession(app, owner, () => give(who, ['sales']))).toBe('UNAUTHORIZED');
  expect(await rowOf(who)).toMatchObject({ duties: null, version: null });
  expect(await mailsTo(who, 'accounts.duties-changed')).toEqual([]);
});

test('nobody changes the super-admin’s rights, not even they themselves', async () => {
  expect(await codeOfCall(give(owner, ['sales']))).toBe('SUPER_ADMIN_STAYS');
  expect(await app.db.$count(staffMembers, eq(staffMembers.profileId, owner.id))).toBe(0);
});

test('security is given only to whoever has a second step, and a reminder goes out once a day', async () => {
  const who = await person(app, 'admin');
  await giveDuties(app, who, []);
  await expect(give(who, ['security', 'sales'], { version: 1 })).rejects.toMatchObject({
    code: 'SECOND_STEP_MISSING',
    data: { id: who.id, name: 'Milica Živković', duty: 'security' },
    message:
      'Dužnost bezbednost nije data. Milica Živković nema potvrdu u dva koraka. Pošaljite podsetnik; dužnost dodelite kad potvrda bude uključena.',
  });
  expect(await rowOf(who), 'nor anything beside it').toMatchObject({ duties: [], version: 1 });
  const sent = await Promise.all([1, 2, 3].map(() => staff(owner).remind({ id: who.id })));
  expect(sent.filter((one) => one.sent)).toHaveLength(1);
  expect(await mailsTo(who, 'accounts.second-step-wanted')).toHaveLength(1);
  await addFactor(who);
  expect(await codeOfCall(staff(owner).remind({ id: who.id }))).toBe('HAS_SECOND_STEP');
  await give(who, ['security', 'sales'], { version: 1 });
  expect(await rowOf(who)).toMatchObject({ duties: ['sales', 'security'], hasSecondStep: true });
  await giveDuties(app, who, []);
});

test('the last one with security keeps it until somebody else has it', async () => {
  await app.db.delete(staffDuties).where(eq(staffDuties.duty, 'security'));
  const [last, next] = [await person(app, 'admin'), await person(app, 'admin')];
  await Promise.all([last, next].map(addFactor));
  await giveDuties(app, last, ['security', 'network']);
  await giveDuties(app, next, []);
  await expect(give(last, ['network'], { version: 1 })).rejects.toMatchObject({
    code: 'LAST_HOLDER',
    message: 'Dužnost bezbednost ima samo: Milica Živković. Prvo je dodelite još jednoj osobi, pa je onda oduzmite.',
  });
  expect(await rowOf(last)).toMatchObject({ duties: ['network', 'security'], version: 1 });
  await staff(owner).save({
    reason: 'Zamena',
    changes: [
      { id: last.id, version: 1, duties: ['network'] },
      { id: next.id, version: 1, duties: ['security'] },
    ],
  });
  expect(await rowOf(last)).toMatchObject({ duties: ['network'] });

  await giveDuties(app, last, ['security']);
  const answers = await Promise.all([
    codeOfCall(give(last, [], { version: 1 })),
    codeOfCall(give(next, [], { version: 2 })),
  ]);
  expect(answers.sort(), 'both taken at the same moment').toEqual(['LAST_HOLDER', 'ok']);
});

test('somebody else’s change meanwhile is refused and says whose, and nothing of the save is written', async () => {
  const [one, two] = [await person(app, 'admin'), await person(app, 'admin')];
  await giveDuties(app, one, ['sales']);
  await giveDuties(app, two, ['event']);
  await give(two, ['event', 'network'], { version: 1 });
  const late = staff(owner).save({
    reason: 'Kasno',
    changes: [
      { id: one.id, version: 1, duties: ['support'] },
      { id: two.id, version: 1, duties: ['sales'] },
    ],
  });
  await expect(late).rejects.toMatchObject({ code: 'DUTIES_CHANGED', data: { by: 'Milica Živković' } });
  expect(await rowOf(one)).toMatchObject({ duties: ['sales'], version: 1 });
  expect(await entriesOn(one)).toEqual([]);
  expect(await mailsTo(one, 'accounts.duties-changed')).toEqual([]);
});

test('a member who is given a duty becomes an administrator with that and nothing else', async () => {
  const who = await person(app);
  const found = await staff(owner).candidates({ search: who.email });
  expect(found).toEqual([{ id: who.id, name: 'Milica Živković', email: who.email, hasSecondStep: false }]);
  await give(who, ['event']);
  expect(await call(app, who).accounts.me()).toMatchObject({
    level: 'admin',
    permissions: ['keep bank', 'manage event'],
  });
  expect((await entriesOn(who)).map(({ action }) => action)).toEqual(['accounts.role-changed', 'accounts.duty-given']);
  expect(await staff(owner).candidates({ search: who.email })).toEqual([]);
});

test('whoever waits, was closed or is gone is given nothing', async () => {
  const [waiting, closed] = [await person(app, 'waiting'), await person(app)];
  await app.db.update(profiles).set({ closedAt: app.clock.now }).where(eq(profiles.id, closed.id));
  expect(await codeOfCall(give(waiting, ['sales']))).toBe('PERSON_WAITS');
  expect(await codeOfCall(give(closed, ['sales']))).toBe('PERSON_CLOSED');
  expect(await codeOfCall(give({ ...closed, id: randomUUID() }, ['sales']))).toBe('PERSON_GONE');
  expect((await staff(owner).candidates({ search: '' })).map(({ id }) => id)).not.toContain(waiting.id);
});

test('with the rights the duties go: rights that are given again are those of before', async () => {
  const who = await person(app, 'admin');
  await giveDuties(app, who, ['event']);
  const { setRole } = call(app, owner).accounts.admin.people;
  await setRole({ id: who.id, role: 'admin', on: false });
  expect(await app.db.$count(staffDuties, eq(staffDuties.profileId, who.id))).toBe(0);
  expect(await rowOf(who)).toBeUndefined();
  await setRole({ id: who.id, role: 'admin', on: true });
  expect(await rowOf(who)).toMatchObject({ duties: null });
});

test('the dialog shows what the log of the last thirty days says was used', async () => {
  const who = await person(app, 'admin');
  const other = await person(app);
  const on = (id: string) => ({ kind: 'profile', id }) as const;
  await record(app.db, who, [
    { action: 'accounts.blocked', on: on(other.id) },
    { action: 'events.paid', on: { kind: 'reservation', id: randomUUID() } },
    { action: 'events.noted', on: { kind: 'reservation', id: randomUUID() } },
    { action: 'accounts.edited', on: on(who.id) },
    { action: 'accounts.signed-in', on: on(who.id) },
  ]);
  const now = app.clock.now;
  expect(await staff(owner).used({ id: who.id })).toEqual([
    { duty: 'event', count: 2 },
    { duty: 'security', count: 1 },
  ]);
  app.clock.now = new Date(now.getTime() + 31 * DAY_MS);
  expect(await staff(owner).used({ id: who.id })).toEqual([]);
  app.clock.now = now;
  expect(await codeOfCall(staff(owner).used({ id: randomUUID() }))).toBe('PERSON_GONE');
});

test('the table as a file has a line for each person, and who took it is written down', async () => {
  const who = await person(app, 'admin');
  await giveDuties(app, who, ['advertising']);
  const text = await ((await staff(owner).export()) as File).text();
  expect(text).toContain('prodaja;magacin;knjigovodstvo;događaj;podrška;mreža;bezbednost;reklame');
  expect(text.split('\r\n').find((line) => line.includes(who.email))).toMatch(/;;;;;;;da;/i);
  const log = await app.db.select().from(auditLog).where(eq(auditLog.action, 'accounts.exported'));
  expect(log.at(-1)).toMatchObject({ actor: owner.id, subjectId: 'staff' });
});

test('after any history of saves, also at the same moment, somebody with security is left, and versions count the changes', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => person(app, 'admin')));
  await Promise.all(people.map(addFactor));
  await app.db.delete(staffDuties).where(eq(staffDuties.duty, 'security'));
  for (const who of people) await giveDuties(app, who, ['security']);
  const duties = fc.subarray([...DUTIES]);
  const step = fc.array(fc.tuple(fc.nat(2), duties), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (history) => {
      for (const saves of history) {
        const { rows } = await staff(owner).list();
        await Promise.all(
          saves.map(([at, wanted]) =>
            codeOfCall(give(people[at]!, wanted, { version: rows.find(({ id }) => id === people[at]!.id)!.version })),
          ),
        );
        const ids = people.map(({ id }) => id);
        const held = await app.db.select().from(staffDuties).where(inArray(staffDuties.profileId, ids));
        expect(held.some(({ duty }) => duty === 'security')).toBe(true);
      }
    }),
    { numRuns: 12 },
  );
  for (const who of people) {
    const row = (await rowOf(who))!;
    const mailed = await mailsTo(who, 'accounts.duties-changed');
    expect(mailed).toHaveLength(row.version! - 1);
    if (mailed[0]) expect((mailed[0].props as { duties: Duty[] }).duties).toEqual(row.duties);
  }
});
