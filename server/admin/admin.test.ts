import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { pages } from '#domain/pages.ts';
import { profiles } from '../accounts/schema.ts';
import { users } from '../auth/schema.ts';
import { reservations } from '../events/schema.ts';
import { auditLog } from '../platform/audit.schema.ts';
import { record, systemActor } from '../platform/audit.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { mails } from '../platform/mail.schema.ts';
import { testApp } from '../test/app.ts';
import { exactly } from '../test/counts.ts';
import { undeclaredCredentials } from '../test/credentials-in-mails.ts';
import { sendMails } from '../test/mails.ts';
import { call, person } from '../test/people.ts';
import { newReservation } from '../test/reservations.ts';

const app = await testApp();
const admin = await person(app, 'admin');
const { admin: office } = call(app, admin);
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: { code: string }) => error.code,
  );

test('the log shows who did what, on whom, before and after', async () => {
  const target = await person(app);
  await call(app, admin).accounts.admin.people.edit({ id: target.id, from: { city: 'Čačak' }, to: { city: 'Niš' } });
  const { rows } = await office.audit({ subject: target.email });
  expect(rows).toMatchObject([
    {
      actor: admin.id,
      actorEmail: admin.email,
      action: 'accounts.edited',
      subjectKind: 'profile',
      subjectName: target.email,
      before: { city: 'Čačak' },
      after: { city: 'Niš' },
    },
  ]);
  await app.db.delete(users).where(eq(users.id, target.id));
  expect((await office.audit({ subject: target.id })).rows).toMatchObject([{ subjectName: null }]);
});

test('the log is filtered by actor, by kind of action, by number and by day', async () => {
  const [place] = await app.db
    .insert(reservations)
    .values({
      year: 2027,
      firstName: 'Ana',
      lastName: 'Šarić',
      email: 'ana@primer.rs',
      phone: '1',
      country: 'RS',
      packageId: 'ticket-only',
      amount: 1,
      currency: 'RSD',
    })
    .returning();
  await call(app, admin).events.admin.notes.add({ id: place!.id, key: randomUUID(), text: 'x' });
  const actions = async (input: Parameters<typeof office.audit>[0]) =>
    (await office.audit(input)).rows.map(({ action }) => action);
  expect(await actions({ subject: String(place!.number) })).toEqual(['events.noted']);
  expect(await actions({ action: 'events' })).toEqual(['events.noted']);
  expect(await actions({ action: 'events.noted', actor: admin.email.slice(0, 12).toUpperCase() })).toEqual([
    'events.noted',
  ]);
  expect(await actions({ action: 'events', actor: 'system' })).toEqual([]);
  expect(await actions({ action: '%' }), 'a percent sign is a percent sign').toEqual([]);
  // Half past midnight in Belgrade is still yesterday in London.
  await app.db.execute(sql`insert into audit_log (at, actor, action, subject_kind, subject_id)
    values ('2026-01-09T23:30:00Z', 'system', 'events.reminded', 'reservation', 'x')`);
  expect(await actions({ from: '2026-01-10', to: '2026-01-10' })).toEqual(['events.reminded']);
  expect(await actions({ from: '2026-01-09', to: '2026-01-09' })).toEqual([]);
});

test('those who act without being a person are found by their name, and by nobody else’s', async () => {
  for (const actor of ['system', 'stripe', 'visitor', 'device'])
    await app.db.execute(sql`insert into audit_log (actor, actor_email, action, subject_kind, subject_id)
      values (${actor}, null, 'devices.renamed', 'device', ${`of ${actor}`})`);
  for (const actor of ['system', 'stripe', 'visitor', 'device', 'Device']) {
    const { rows } = await office.audit({ actor, action: 'devices.renamed' });
    expect(rows.map((row) => row.subjectId)).toEqual([`of ${actor.toLowerCase()}`]);
  }
});

test('an id of the payment provider is found as it is written, and as somebody types it', async () => {
  const ids = ['sub_1NkQx7ABcd', 'sub_small'];
  await record(
    app.db,
    systemActor,
    ids.map((id) => ({ action: 'advertising.subscription-changed', on: { kind: 'subscription', id } })),
  );
  const found = async (subject: string) => (await office.audit({ subject })).rows.map(({ subjectId }) => subjectId);
  expect(await found('sub_1NkQx7ABcd'), 'as the entry itself asks for it').toEqual(['sub_1NkQx7ABcd']);
  expect(await found('SUB_small')).toEqual(['sub_small']);
});

test('the log is read to its end, page by page, while entries are added', async () => {
  const entries = Array.from({ length: 120 }, (_, n) => ({
    action: 'vouchers.issued' as const,
    on: { kind: 'voucher' as const, id: String(n) },
  }));
  await record(app.db, systemActor, entries);
  const seen: number[] = [];
  let after: string | undefined;
  do {
    const page = await office.audit({ action: 'vouchers', after });
    seen.push(...page.rows.map(({ id }) => id));
    after = page.next ?? undefined;
    await record(app.db, systemActor, entries.slice(0, 1));
  } while (after !== undefined);
  expect(new Set(seen).size).toBe(120);
  expect(seen).toHaveLength(120);
  expect(seen).toEqual(seen.toSorted((a, b) => b - a));
});

test('a mail is seen before and after it is sent, but never one that contains a credential', async () => {
  const queue = (to: string, mail: object) =>
    app.db.transaction((tx) => queueMail(tx, app.deps.queue, { to, profileId: null, ...mail } as never));
  await queue('ana@primer.rs', { template: 'accounts.rejected', props: { reason: 'Nema <PIB>.' } });
  const recovery = { email: 'ana@primer.rs', link: 'https://tajni.link/abc', code: null, minutes: 60 };
  await queue('ana@primer.rs', { template: 'accounts.recovery', props: recovery });
  const { rows, waiting } = await office.mails.list({ search: 'ana@' });
  expect(waiting).toEqual(exactly(2));
  expect(rows.map(({ template, state }) => [template, state])).toEqual([
    ['accounts.recovery', 'queued'],
    ['accounts.rejected', 'queued'],
  ]);
  const [withCredential, plain] = rows.map(({ id }) => id);
  expect((await office.mails.preview({ id: plain! })).html).toContain('Nema &lt;PIB&gt;.');
  const hidden = { html: null, text: null, containsCredential: true };
  expect(await office.mails.preview({ id: withCredential! })).toMatchObject(hidden);
  expect(JSON.stringify(await office.mails.preview({ id: withCredential! }))).not.toContain('tajni');

  await sendMails(app);
  expect((await office.mails.list({ state: 'sent' })).rows).toHaveLength(2);
  expect((await office.mails.preview({ id: plain! })).text).toContain('Nema <PIB>.');
  expect(await office.mails.preview({ id: withCredential! })).toMatchObject(hidden);
  expect(await code(office.mails.retry({ id: plain! }))).toBe('MAIL_SENT');
});

test('the link of a reservation or a ticket is shown to nobody but its reader, and whose mail was looked at is written down', async () => {
  await call(app).events.reserve(newReservation({ personalInfo: { email: 'gost@primer.rs' } }));
  const [place] = await app.db.select().from(reservations).where(eq(reservations.email, 'gost@primer.rs'));
  await call(app, admin).events.admin.confirm({ id: place!.id });
  const look = async () => {
    const { rows } = await office.mails.list({ search: 'gost@' });
    expect(rows.map(({ template }) => template)).toEqual(['events.confirmed', 'events.reserved']);
    return Promise.all(rows.map(({ id }) => office.mails.preview({ id })));
  };
  for (const mail of await look()) expect(mail).toMatchObject({ html: null, text: null, containsCredential: true });
  await sendMails(app);
  expect((await look()).map(({ state }) => state)).toEqual(['sent', 'sent']);
  for (const mail of await look()) expect(mail).toMatchObject({ html: null, text: null, containsCredential: true });
  const kept = await app.db.select().from(mails).where(eq(mails.to, 'gost@primer.rs'));
  expect(JSON.stringify(kept)).not.toContain('/event/karta/');
  const { rows } = await office.audit({ action: 'mail.previewed', subject: kept[0]!.id });
  expect(rows[0]).toMatchObject({ actor: admin.id, subjectKind: 'mail', after: { containsCredential: true } });
});

test('the link by which a buyer names an account is shown to no staff, before it is sent and after', async () => {
  const link = `${app.config.publicUrl}${pages.payout.path.replace(':token', 'x1Y2z3'.repeat(4).slice(0, 22))}`;
  await app.db.transaction((tx) =>
    queueMail(tx, app.deps.queue, {
      to: 'kupac@primer.rs',
      profileId: null,
      template: 'payouts.account',
      props: { number: 7, amount: 100, currency: 'RSD', again: false, link },
    }),
  );
  const { rows } = await office.mails.list({ search: 'kupac@' });
  const look = () => office.mails.preview({ id: rows[0]!.id });
  expect(await look()).toMatchObject({ state: 'queued', html: null, text: null, containsCredential: true });
  await sendMails(app);
  expect(await look()).toMatchObject({ state: 'sent', html: null, text: null, containsCredential: true });
  const kept = await app.db.select().from(mails).where(eq(mails.to, 'kupac@primer.rs'));
  expect(kept).toMatchObject([{ props: {} }]);
});

test('every mail with a link that lets its reader in is known to have one: a template that forgets it is found', async () => {
  const caused = await testApp();
  const queue = (props: { reason: string }) =>
    caused.db.transaction((tx) =>
      queueMail(tx, caused.deps.queue, { to: 'a@primer.rs', profileId: null, template: 'accounts.rejected', props }),
    );
  await queue({ reason: 'https://vidik.example/parcel/abcdefghijklmnopqrstuv' });
  expect(await undeclaredCredentials(caused), 'a parcel’s page opens nothing').toEqual([]);
  for (const withCredential of ['/refund/', '/event/karta/', '/auth/undo#token=', '/auth/confirm#token_hash=']) {
    await queue({ reason: `https://vidik.example${withCredential}abcdefghijklmnopqrstuv` });
    expect(await undeclaredCredentials(caused), withCredential).toEqual(['accounts.rejected']);
    await caused.db.delete(mails);
  }
});

test('a mail that was given up goes out when an admin says so, once', async () => {
  const [lost] = await app.db
    .insert(mails)
    .values({
      to: 'pera@primer.rs',
      template: 'accounts.rejected',
      props: { reason: 'x' },
      state: 'failed',
      attempts: 8,
      lastError: '550 no such box',
    })
    .returning();
  expect((await office.mails.list({ state: 'failed' })).failed).toEqual(exactly(1));
  expect(await office.mails.retry({ id: lost!.id })).toMatchObject({ state: 'queued', attempts: 0 });
  await sendMails(app);
  expect(await office.mails.preview({ id: lost!.id })).toMatchObject({ state: 'sent', attempts: 1 });
  expect(await code(office.mails.retry({ id: lost!.id }))).toBe('MAIL_SENT');
  const log = await app.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, lost!.id), eq(auditLog.action, 'mail.retried')));
  expect(log).toMatchObject([{ action: 'mail.retried', actor: admin.id, before: { lastError: '550 no such box' } }]);
  expect(await code(office.mails.retry({ id: admin.id }))).toBe('MAIL_GONE');
});

test('all failed mails go out again at one word, except those whose code has ended or whose content is gone', async () => {
  const failed = { template: 'accounts.rejected', state: 'failed', attempts: 1, lastError: '550 no such box' } as const;
  const ended = new Date(app.clock.now.getTime() - 1_000);
  await app.db.insert(mails).values([
    { ...failed, to: 'jedan@primer.rs', props: { reason: 'x' } },
    { ...failed, to: 'dva@primer.rs', props: { reason: 'y' } },
    { ...failed, to: 'kod@primer.rs', props: { reason: 'z' }, validUntil: ended },
    { ...failed, to: 'prazna@primer.rs', props: {} },
    { ...failed, to: 'istekla@primer.rs', props: { reason: 'v' }, state: 'expired' },
  ]);
  const { rows } = await office.mails.list({});
  const offered = rows.filter(({ isRetryable }) => isRetryable).map(({ to }) => to);
  for (const to of ['jedan@primer.rs', 'dva@primer.rs', 'istekla@primer.rs']) expect(offered).toContain(to);
  for (const to of ['kod@primer.rs', 'prazna@primer.rs'])
    expect(offered, 'what would be refused is not offered').not.toContain(to);
  const [code2] = await app.db.select().from(mails).where(eq(mails.to, 'kod@primer.rs'));
  expect(await code(office.mails.retry({ id: code2!.id }))).toBe('MAIL_EXPIRED');
  const outcomes = await Promise.all([office.mails.retryFailed(), office.mails.retryFailed()]);
  expect(outcomes.toSorted((a, b) => b.queued - a.queued)).toEqual([
    { queued: 2, left: 2 },
    { queued: 0, left: 2 },
  ]);
  await sendMails(app);
  const states = await app.db.select({ to: mails.to, state: mails.state }).from(mails);
  expect(Object.fromEntries(states.map(({ to, state }) => [to, state]))).toMatchObject({
    'jedan@primer.rs': 'sent',
    'dva@primer.rs': 'sent',
    'kod@primer.rs': 'failed',
    'prazna@primer.rs': 'failed',
    'istekla@primer.rs': 'expired',
  });
  const log = await app.db.select().from(auditLog).where(eq(auditLog.action, 'mail.failed-retried'));
  expect(log).toMatchObject([{ actor: admin.id, after: { queued: 2, left: 2 } }]);
  expect(await office.mails.list({})).toMatchObject({ failed: exactly(2), expired: exactly(1) });
});

test('nobody but staff sends failed mails again', async () => {
  const member = await person(app);
  expect(await code(call(app, member).admin.mails.retryFailed())).toBe('FORBIDDEN');
});

test('ids in the log have names, and what its page finds them by, as long as they are there', async () => {
  const [upline, member] = [await person(app), await person(app)];
  await call(app, admin).network.admin.enrollRef({ p_user: upline.id, p_ref: 'root' });
  const [above] = await app.db.select().from(profiles).where(eq(profiles.id, upline.id));
  await call(app, admin).network.admin.enrollRef({ p_user: member.id, p_ref: above!.referralCode });
  const [voucher] = (await call(app, admin).vouchers.admin.issue({ key: randomUUID(), count: 1, bannerCount: 5 })).rows;
  await call(app, admin).vouchers.admin.void({ id: voucher!.id });
  const [enrolled] = (await office.audit({ subject: member.id, action: 'network.enrolled' })).rows;
  expect(enrolled).toMatchObject({
    after: { uplineId: upline.id },
    names: {
      [upline.id]: { kind: 'profile', name: upline.email, lookup: upline.email },
      [member.id]: { kind: 'profile', name: member.email },
    },
  });
  const [voided] = (await office.audit({ action: 'vouchers.voided' })).rows;
  expect(voided!.names[voided!.subjectId]).toMatchObject({ kind: 'voucher', lookup: String(voucher!.code) });
  await app.db.delete(users).where(eq(users.id, upline.id));
  expect((await office.audit({ subject: member.id, action: 'network.enrolled' })).rows[0]!.names).not.toHaveProperty(
    upline.id,
  );
});
