import { eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { users } from '../accounts/schema.ts';
import { reservations } from '../events/schema.ts';
import { jobs } from '../jobs.ts';
import { auditLog } from '../platform/audit.schema.ts';
import { record, systemActor } from '../platform/audit.ts';
import { mails } from '../platform/mail.schema.ts';
import { queueMail } from '../platform/mail.ts';
import { testApp } from '../test/app.ts';
import { call, person } from '../test/people.ts';

const app = await testApp();
const admin = await person(app, 'admin');
const { admin: office } = call(app, admin);
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: { code: string }) => error.code,
  );

test('the log tells who did what, on whom, before and after', async () => {
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
  await call(app, admin).events.admin.note({ id: place!.id, notes: 'x' });
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

test('the log is read to its end, page by page, while entries are added', async () => {
  const entries = Array.from({ length: 120 }, (_, n) => ({
    action: 'vouchers.issued' as const,
    on: { kind: 'voucher', id: String(n) },
  }));
  await record(app.db, systemActor, entries);
  const seen: number[] = [];
  let after: number | undefined;
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

test('a mail is seen before and after it is sent, but never one that opens a door', async () => {
  const queue = (to: string, mail: object) =>
    app.db.transaction((tx) => queueMail(tx, app.edges.queue, { to, ...mail } as never));
  await queue('ana@primer.rs', { template: 'accounts.rejected', props: { reason: 'Nema <PIB>.' } });
  const recovery = { email: 'ana@primer.rs', link: 'https://tajni.link/abc', code: null, minutes: 60 };
  await queue('ana@primer.rs', { template: 'accounts.recovery', props: recovery });
  const { rows, waiting } = await office.mails.list({ search: 'ana@' });
  expect(waiting).toBe(2);
  expect(rows.map(({ template, state }) => [template, state])).toEqual([
    ['accounts.recovery', 'queued'],
    ['accounts.rejected', 'queued'],
  ]);
  const [door, plain] = rows.map(({ id }) => id);
  expect((await office.mails.preview({ id: plain! })).html).toContain('Nema &lt;PIB&gt;.');
  const hidden = { html: null, text: null, opensDoor: true };
  expect(await office.mails.preview({ id: door! })).toMatchObject(hidden);
  expect(JSON.stringify(await office.mails.preview({ id: door! }))).not.toContain('tajni');

  await app.edges.queue.start(jobs(app.edges));
  await vi.waitFor(async () => expect((await office.mails.list({ state: 'sent' })).rows).toHaveLength(2), {
    timeout: 10_000,
  });
  expect((await office.mails.preview({ id: plain! })).text).toContain('Nema <PIB>.');
  expect(await office.mails.preview({ id: door! })).toMatchObject(hidden);
  expect(await code(office.mails.retry({ id: plain! }))).toBe('MAIL_SENT');
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
  expect((await office.mails.list({ state: 'failed' })).failed).toBe(1);
  expect(await office.mails.retry({ id: lost!.id })).toMatchObject({ state: 'queued', attempts: 0 });
  await vi.waitFor(
    async () => expect(await office.mails.preview({ id: lost!.id })).toMatchObject({ state: 'sent', attempts: 1 }),
    { timeout: 10_000 },
  );
  expect(await code(office.mails.retry({ id: lost!.id }))).toBe('MAIL_SENT');
  const log = await app.db.select().from(auditLog).where(eq(auditLog.subjectId, lost!.id));
  expect(log).toMatchObject([{ action: 'mail.retried', actor: admin.id, before: { lastError: '550 no such box' } }]);
  expect(await code(office.mails.retry({ id: admin.id }))).toBe('MAIL_GONE');
});
