import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { acceptances, profiles } from '../../accounts/schema.ts';
import { addEntries } from '../../advertising/ledger.ts';
import { ledger, packages, subscriptions } from '../../advertising/schema.ts';
import { sessions, users } from '../../auth/schema.ts';
import { campaigns } from '../../campaigns/schema.ts';
import { devices } from '../../devices/schema.ts';
import { reservations } from '../../events/schema.ts';
import { orders, withdrawals } from '../../orders/schema.ts';
import { paymentEvents, providerTasks } from '../../payments/schema.ts';
import { auditLog } from '../../platform/audit.schema.ts';
import { systemActor } from '../../platform/audit.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { mails } from '../../platform/mail.schema.ts';
import { tasks as orderTasks } from '../../tasks/schema.ts';
import { testApp } from '../../test/app.ts';
import { inEndedSession } from '../../test/ended-session.ts';
import { untilBlocked } from '../../test/eventually.ts';
import { call, codeOfCall, person } from '../../test/people.ts';
import { describeErasure, erasePerson } from './erase-person.ts';

const app = await testApp();
const chief = await person(app, 'superAdmin');
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: { code: string }) => error.code,
  );
const people = call(app, chief).accounts.admin.people;
const profile = async (id: string) => (await app.db.select().from(profiles).where(eq(profiles.id, id)))[0];
const inTree = (parentId: string | null) => ({
  inTree: true,
  parentId,
  referralCode: Math.random().toString(36).slice(2, 10).toUpperCase(),
});

const NAME = { firstName: 'Dragojla', lastName: 'Erić', phone: '+381609998877' };

/** A member with something in every table that knows people. */
async function busyMember(parentId: string | null) {
  const member = await person(app, 'member', { ...NAME, companyName: 'Pekara Zvezda', ...inTree(parentId) });
  await app.db.update(users).set({ mailboxProvenAt: new Date() }).where(eq(users.id, member.id));
  const { id: profileId, email } = member;
  const [order] = await app.db
    .insert(orders)
    .values({
      profileId,
      email,
      kind: 'package',
      productName: 'start',
      amount: 9900,
      status: 'paid',
      paidAt: new Date(),
      delivery: NAME as never,
    })
    .returning();
  await app.db.insert(packages).values({
    profileId,
    orderId: order!.id,
    email,
    packageName: 'start',
    bannerCount: 10,
    tvSeconds: 0,
    amount: 9900,
    currency: 'EUR',
    companyName: 'Pekara Zvezda',
    paymentKey: `in_${profileId}`,
  });
  await app.db.insert(subscriptions).values({
    id: `sub_${profileId}`,
    profileId,
    orderId: order!.id,
    packageName: 'start',
    status: 'active',
    amount: 9900,
    currency: 'EUR',
    question: 1,
  });
  await app.db.transaction((tx) =>
    addEntries(tx, systemActor, profileId, {
      reason: 'package',
      reference: `in_${profileId}`,
      banners: 10,
      tvSeconds: 0,
    }),
  );
  await app.db.insert(paymentEvents).values({
    id: `evt_${profileId}`,
    type: 'checkout.session.completed',
    problem: 'AMOUNT_DIFFERS',
    payload: {
      data: { object: { id: 'cs_1', customer_email: email, customer_details: { email, name: 'Dragojla Erić' } } },
    },
  });
  await app.db.insert(withdrawals).values({
    orderId: order!.id,
    statedAt: new Date(),
    reason: 'Dragojlin razlog',
    resolvedAt: new Date(),
    resolution: 'dogovor sa Dragojlom Erić',
  });
  const [complaint] = await app.db
    .insert(orderTasks)
    .values({
      profileId,
      orderId: order!.id,
      key: randomUUID(),
      kind: 'complaint',
      dueOn: '2030-01-01',
      text: 'Dragojlina reklamacija',
    })
    .returning();
  await call(app, chief).tasks.admin.answer({ ids: [complaint!.id], answer: 'Poštovana Dragojla, šaljemo zamenu.' });
  const note = { id: order!.id, key: randomUUID(), text: 'zvala Dragojla Erić' };
  await call(app, chief).orders.admin.addNote(note);
  await app.db.insert(campaigns).values({
    profileId,
    name: 'Dragojlina kampanja',
    kind: 'banner',
    startsAt: new Date('2030-01-01'),
    endsAt: new Date('2030-02-01'),
    schedule: Array(7).fill(1),
    budget: 100,
    url: 'https://dragojla.rs',
    proof: 'dozvola na ime Dragojle Erić',
  });
  const [device] = await app.db
    .insert(devices)
    .values({ profileId, number: 100_000_000 + Math.floor(Math.random() * 8e8), name: 'Dragojlin televizor' })
    .returning();
  const place = {
    year: 2027,
    ...NAME,
    email,
    country: 'RS',
    packageId: 'ticket-only',
    amount: 1_199_900,
    currency: 'RSD',
  } as const;
  const [unpaid, paid] = await app.db
    .insert(reservations)
    .values([place, { ...place, status: 'placeno', confirmed: true, confirmedAt: new Date() }])
    .returning();
  await app.db
    .insert(acceptances)
    .values({ userId: profileId, email, document: 'x', version: '1', occasion: 'signup' });
  await call(app, member).devices.rename({ id: device!.id, name: 'Dnevna soba Erić' });
  await people.edit({ id: profileId, from: { city: 'Čačak' }, to: { city: 'Niš' } });
  await call(app, chief).events.admin.notes.add({ id: paid!.id, key: randomUUID(), text: 'zvala Dragojla Erić' });
  await app.db.transaction(async (tx) => {
    await queueMail(tx, app.deps.queue, {
      to: email,
      profileId,
      template: 'accounts.rejected',
      props: { reason: 'x' },
    });
    const applicant = { ...NAME, email, city: '', country: 'RS' };
    await queueMail(tx, app.deps.queue, {
      to: chief.email,
      profileId: null,
      template: 'accounts.registration-waiting',
      props: { ...applicant, companyName: null } as never,
    });
  });
  return { ...member, order: order!, unpaid: unpaid!, paid: paid!, device: device! };
}

test('an erased person leaves no trace of who they were; the books and the downline stay', async () => {
  const top = await person(app, 'member', { firstName: 'Vera', lastName: 'Tomić', ...inTree(null) });
  const member = await busyMember(top.id);
  const below = await person(app, 'member', inTree(member.id));

  const preview = await people.erasure({ id: member.id });
  expect(preview).toEqual({
    email: member.email,
    upline: 'Vera Tomić',
    downline: 1,
    orders: 1,
    packages: 1,
    subscriptions: 1,
    devices: 1,
    paidReservations: 1,
    unpaidReservations: 1,
    unprovenReservations: 0,
    banners: 10,
  });
  const [owed] = await app.db
    .insert(orderTasks)
    .values({
      profileId: member.id,
      orderId: member.order.id,
      key: randomUUID(),
      kind: 'complaint',
      dueOn: '2030-01-01',
      text: 'Dragojlina druga reklamacija',
    })
    .returning();
  const { open, answer } = call(app, chief).tasks.admin;
  const isOwed = async () => (await open()).some(({ id }) => id === owed!.id);
  expect(await isOwed()).toBe(true);
  expect(await people.erase({ id: member.id, email: ` ${member.email.toUpperCase()} ` })).toEqual(preview);
  expect(await isOwed(), 'nobody can be answered').toBe(false);
  expect(await codeOfCall(answer({ ids: [owed!.id], answer: 'Šaljemo zamenu.' }))).toBe('TASK_GONE');

  expect(await profile(member.id)).toBeUndefined();
  expect(await profile(below.id)).toMatchObject({ parentId: top.id, inTree: true });
  const [order] = await app.db.select().from(orders).where(eq(orders.id, member.order.id));
  expect(order).toMatchObject({ profileId: null, email: '', delivery: null, amount: 9900, status: 'paid' });
  expect(await app.db.select().from(ledger).where(eq(ledger.profileId, member.id))).toHaveLength(1);
  const places = await app.db.select().from(reservations);
  expect(places).toMatchObject([{ id: member.paid.id, confirmed: true, firstName: '', phone: '', notes: '' }]);

  const [notice] = await app.db.select().from(paymentEvents);
  expect(notice, 'the payment can still be decided').toMatchObject({ payload: { data: { object: { id: 'cs_1' } } } });
  const everything = await dump();
  for (const trace of [member.email, 'Dragojl', 'Erić', 'Pekara Zvezda', NAME.phone])
    expect(
      everything.filter((row) => row.includes(trace)),
      trace,
    ).toEqual([]);
  const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, member.id));
  expect(log.map(({ action, before }) => [action, before])).toEqual([
    ['accounts.edited', null],
    ['accounts.erased', null],
  ]);
  const tasks = await app.db
    .select()
    .from(providerTasks)
    .where(eq(providerTasks.objectId, `sub_${member.id}`));
  expect(tasks).toMatchObject([{ kind: 'match-subscription', doneAt: null }]);
});

test('only the super-admin erases, only after typing the address, and never themselves', async () => {
  const [admin, target] = [await person(app, 'admin'), await person(app)];
  const byAdmin = call(app, admin).accounts.admin.people;
  expect(await code(byAdmin.erase({ id: target.id, email: target.email }))).toBe('FORBIDDEN');
  expect(await code(people.erase({ id: target.id, email: 'drugi@primer.rs' }))).toBe('ERASURE_UNCONFIRMED');
  expect(await code(people.erase({ id: chief.id, email: chief.email }))).toBe('SUPER_ADMIN_STAYS');
  expect(await app.db.transaction((tx) => erasePerson(tx, app.deps, systemActor, chief.id))).toBeNull();
  expect(await profile(target.id)).toBeDefined();
});

test('an open session of the super-admin alone erases nobody', async () => {
  const target = await person(app);
  const own = eq(sessions.id, chief.sessionId);
  await app.db
    .update(sessions)
    .set({ provenAt: new Date(app.clock.now.getTime() - 10 * 60_000) })
    .where(own);
  expect(await code(people.erase({ id: target.id, email: target.email }))).toBe('PROOF_NEEDED');
  expect(await profile(target.id)).toBeDefined();
  await app.db.update(sessions).set({ provenAt: app.clock.now }).where(own);
  expect(await code(people.erase({ id: target.id, email: target.email }))).toBe('no error');
});

test('nobody is erased in a session that was ended while the erasure waited', async () => {
  const target = await person(app);
  const erase = () => people.erase({ id: target.id, email: target.email });
  expect(await inEndedSession(app, chief, erase)).toBe('UNAUTHORIZED');
  expect(await profile(target.id)).toMatchObject({ email: target.email });
});

test('two erasures at once erase once', async () => {
  const target = await person(app);
  const answers = await Promise.all([1, 2, 3].map(() => code(people.erase({ id: target.id, email: target.email }))));
  expect(answers.sort()).toEqual(['PERSON_GONE', 'PERSON_GONE', 'no error']);
  expect(await describeErasure(app.db, target.id)).toBeNull();
});

test('an erasure cut off in the middle has changed nothing', async () => {
  const member = await busyMember(null);
  await expect(
    app.db.transaction(async (tx) => {
      await erasePerson(tx, app.deps, systemActor, member.id);
      throw new Error('the power went');
    }),
  ).rejects.toThrow('the power went');
  expect(await profile(member.id)).toMatchObject({ email: member.email, bannerBalance: 10 });
  expect(await app.db.select().from(mails).where(eq(mails.to, member.email))).not.toHaveLength(0);
});

test('whoever holds the sign-in at that moment is waited for, and has what they need of the profile', async () => {
  const target = await person(app);
  const { erased } = await app.db.transaction(async (tx) => {
    await tx.select().from(users).where(eq(users.id, target.id)).for('update');
    const answer = code(people.erase({ id: target.id, email: target.email }));
    await untilBlocked(app);
    await tx.select().from(profiles).where(eq(profiles.id, target.id)).for('key share');
    return { erased: answer };
  });
  expect(await erased).toBe('no error');
  expect(await profile(target.id)).toBeUndefined();
});

test('the audit log can be added to, and forgets only what it said about who is gone', async () => {
  const target = await person(app);
  await people.edit({ id: target.id, from: { city: 'Čačak' }, to: { city: 'Niš' } });
  const rows = sql`where subject_id = ${target.id}`;
  for (const change of [
    sql`delete from audit_log ${rows}`,
    sql`truncate audit_log`,
    sql`update audit_log set before = null ${rows}`,
    sql`update audit_log set before = null, after = null ${rows}`,
    sql`update audit_log set action = 'accounts.nothing' ${rows}`,
    sql`update audit_log set actor = 'system' ${rows}`,
    sql`update audit_log set at = now() ${rows}`,
    sql`update audit_log set ip = null, actor_email = null ${rows}`,
  ])
    await expect(app.db.execute(change)).rejects.toMatchObject({ cause: { code: '23001' } });
  await app.db.delete(users).where(eq(users.id, target.id));
  await expect(app.db.execute(sql`update audit_log set after = '{"city":"Bor"}' ${rows}`)).rejects.toMatchObject({
    cause: { code: '23001' },
  });
  await app.db.execute(sql`update audit_log set before = null, after = null ${rows}`);
});

/** Every row of every table that keeps words about people, as text. */
async function dump(): Promise<string[]> {
  const { rows: tables } = await app.db.execute<{ name: string }>(
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_schema in ('public', 'auth') and table_type = 'BASE TABLE'`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) =>
      app.db.execute<{ row: string }>(sql.raw(`select ${"'"}${name}${"'"} || ' ' || t::text as row from ${name} t`)),
    ),
  );
  return rows.flatMap((found) => found.rows.map(({ row }) => row));
}
