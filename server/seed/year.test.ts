import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { parsePhoneNumberWithError } from 'libphonenumber-js/max';
import { afterAll, expect, test } from 'vitest';
import { companyNumberText, isLikelyRegistrationNumber, isTaxNumber } from '#domain/company-numbers.ts';
import { DAY_MS } from '#domain/day.ts';
import { formatReference, referencesIn } from '#domain/events/payment/reference.ts';
import { normaliseReferralCode } from '#domain/network/referral-code.ts';
import { openSandbox } from '#doubles/stripe/sandbox.ts';
import { profiles } from '../accounts/schema.ts';
import { subscriptions } from '../advertising/schema.ts';
import { cleanUpAccounts } from '../auth/clean-up.ts';
import { statementLines } from '../bank/schema.ts';
import { bookEntries } from '../books/schema.ts';
import { remindUnpaid } from '../events/jobs.ts';
import { reservations } from '../events/schema.ts';
import { purgeExpiredRecords } from '../flows/retention/purge-expired-records.ts';
import { endNotices, eraseClosed } from '../flows/retention/retention.ts';
import { ensureSuperAdmin } from '../flows/super-admin/ensure-super-admin.ts';
import { orders } from '../orders/schema.ts';
import { refunds } from '../payments/schema.ts';
import { sandboxConnection } from '../payments/stripe/open.ts';
import { mails } from '../platform/mail.schema.ts';
import { testApp } from '../test/app.ts';
import { faultsOf } from '../test/books.ts';
import { pathsFromParents } from '../test/network.ts';
import { call, type TestPerson } from '../test/people.ts';
import { imbalances } from '../test/simulated-customers.ts';
import { openCalendar } from './calendar.ts';
import { writeSandbox } from './sandbox.ts';
import { seededRandom } from './seeded-random.ts';
import { makeYear, seedYear } from './year.ts';

const PASSWORD = 'demo-lozinka-2026';
const SIZE = { members: 150, companies: 30, waiting: 8 };
const app = await testApp({ env: { SUPER_ADMIN_PASSWORD: PASSWORD } });
const { db, deps, config } = app;
// A day of its own, so that the year is the same one on every day it is tested.
app.clock.now = new Date('2026-11-20T13:00:00Z');
await ensureSuperAdmin(deps);
const year = await seedYear(deps, { password: PASSWORD, size: SIZE });
const [top] = await db.select().from(profiles).where(eq(profiles.email, config.superAdmin.email));

test('the same seed makes the same year, another seed another one', () => {
  const yearOf = (seed: number) =>
    makeYear(seededRandom(seed), openCalendar(seededRandom(seed + 1), app.clock.now), SIZE, top!.id);
  expect(yearOf(1966)).toEqual(year);
  expect(yearOf(1967)).not.toEqual(year);
});

test('people keep their names whatever the date', () => {
  const later = openCalendar(seededRandom(1967), new Date(app.clock.now.getTime() + 40 * DAY_MS));
  const { population } = makeYear(seededRandom(1966), later, SIZE, top!.id);
  expect(population.members.map(({ email, parentId }) => [email, parentId])).toEqual(
    year.population.members.map(({ email, parentId }) => [email, parentId]),
  );
});

test('everybody stands where their upline says, nobody has dozens below, and the tree is deep', async () => {
  const paths = [...(await pathsFromParents(app)).values()];
  expect(paths).toHaveLength(SIZE.members + 1);
  expect(paths.filter(({ path, expected }) => path !== expected)).toEqual([]);
  const brought = Map.groupBy(year.population.members, ({ parentId }) => parentId);
  expect(Math.max(...[...brought.values()].map((direct) => direct.length))).toBeLessThanOrEqual(14);
  const [{ levels } = { levels: 0 }] = await db
    .select({ levels: sql<number>`max(${profiles.networkLevel})` })
    .from(profiles);
  expect(levels).toBeGreaterThanOrEqual(6);
});

test('addresses are nobody’s, phones and company numbers hold their control digits', async () => {
  const people = await db.select().from(profiles);
  expect(people).toHaveLength(SIZE.members + SIZE.companies + SIZE.waiting + 1);
  expect(new Set(people.map(({ email }) => email)).size).toBe(people.length);
  expect(people.filter(({ email }) => !email.endsWith('.example'))).toEqual([]);
  expect(people.filter(({ inTree, referralCode }) => inTree && !normaliseReferralCode(referralCode!))).toEqual([]);
  const wrong = people.filter(({ phone, isCompany, companyTaxNumber: tax, companyRegistrationNumber: number }) => {
    const phoneWrong = phone !== null && !parsePhoneNumberWithError(phone).isValid();
    const numbersWrong =
      isCompany && !(isTaxNumber(companyNumberText(tax!)) && isLikelyRegistrationNumber(companyNumberText(number!)));
    return phoneWrong || numbersWrong;
  });
  expect(wrong.map(({ phone, companyTaxNumber }) => [phone, companyTaxNumber])).toEqual([]);
});

test('every balance is the sum of its entries and was never below zero', async () => {
  expect(await imbalances(app)).toEqual([]);
  const { rows: below } = await db.execute(sql`
    select * from (select sum(delta) over (partition by profile_id, unit order by id) as balance from ledger) b where balance < 0`);
  expect(below).toEqual([]);
});

test('the books say what was sold, refunded and reserved that year', async () => {
  expect(await db.$count(bookEntries)).toBeGreaterThan(100);
  expect(await faultsOf(db)).toEqual([]);
});

test('the ledger holds what the server writes and nothing else', async () => {
  const { rows } = await db.execute<{ reason: string }>(sql`select distinct reason from ledger order by reason`);
  expect(rows.map(({ reason }) => reason)).toEqual(['package', 'refund', 'voucher']);
});

test('every state that a screen knows is there, the rare ones rarely', async () => {
  const states = async (query: ReturnType<typeof sql>) =>
    (await db.execute<{ state: string }>(query)).rows.map(({ state }) => state).sort();
  expect(await states(sql`select distinct status as state from orders where kind = 'device'`)).toEqual([
    'cancelled',
    'paid',
    'pending',
  ]);
  expect(await states(sql`select distinct delivery ->> 'country' as state from orders where kind = 'device'`)).toEqual([
    'RS',
  ]);
  expect(await states(sql`select distinct status as state from subscriptions`)).toEqual([
    'active',
    'canceled',
    'past_due',
  ]);
  expect(await states(sql`select distinct state from statement_lines`)).toEqual(['dismissed', 'open', 'recorded']);
  expect(await states(sql`select distinct zemlja || ' ' || status as state from porudzbine`)).toEqual([
    'CG pending',
    'CG placeno',
    'RS pending',
    'RS placeno',
  ]);
  const {
    rows: [row],
  } = await db.execute<Record<string, number>>(sql`select
    (select count(*) from subscriptions where cancel_at_period_end)::int as ending,
    (select count(*) from orders where refunded > 0)::int as refunded,
    (select count(*) from withdrawals w join orders o on o.id = w.order_id where resolved_at is null and refunded = 0)::int as withdrawing,
    (select count(*) from profiles where blocked_at is not null or closed_at is not null)::int as gone,
    (select count(*) from profiles where terminates_at is not null)::int as leaving,
    (select count(*) from vaucerkod where iskoriscen)::int as used,
    (select count(*) from vaucerkod where voided_at is not null)::int as voided,
    (select count(*) from event_checks where verdict = 'valid')::int as admitted,
    (select count(*) from devices where unlinked_at is null)::int as linked,
    (select count(*) from devices where unlinked_at is not null)::int as unlinked`);
  const few = ['ending', 'refunded', 'withdrawing', 'gone', 'leaving', 'voided', 'admitted', 'unlinked'];
  for (const [what, count] of Object.entries(row!)) {
    const [least, most] = few.includes(what) ? [1, 10] : [20, 50];
    expect(count, what).toBeGreaterThanOrEqual(least!);
    expect(count, what).toBeLessThanOrEqual(most!);
  }
});

test('nothing happened before it could, or after today', async () => {
  const now = sql`${app.clock.now.toISOString()}::timestamptz`;
  const {
    rows: [row],
  } = await db.execute<Record<string, number>>(sql`select
    (select count(*) from orders o join profiles p on p.id = o.profile_id where o.created_at < p.created_at)::int as orders,
    (select count(*) from profiles c join profiles p on p.id = c.parent_id where c.joined_network_at < p.joined_network_at)::int as uplines,
    (select count(*) from devices d join profiles p on p.id = d.profile_id where d.linked_at < p.created_at)::int as tvs,
    (select count(*) from porudzbine where confirmed_at < created_at or reminded_at < created_at)::int as places,
    (select count(*) from audit_log where at > ${now} and action <> 'accounts.super-admin-made')::int as log,
    (select count(*) from mails where created_at > ${now})::int as mails`);
  expect(row).toEqual({ orders: 0, uplines: 0, tvs: 0, places: 0, log: 0, mails: 0 });
});

test('a payment on a statement names its reservation by a right reference', async () => {
  const lines = await db
    .select({ line: statementLines, place: reservations })
    .from(statementLines)
    .innerJoin(reservations, eq(reservations.id, statementLines.reservationId));
  expect(lines.length).toBeGreaterThan(3);
  for (const { line, place } of lines) {
    expect(line.reference).toContain(formatReference(place));
    expect(referencesIn(line.reference)).toContainEqual({ year: place.year, number: place.number });
  }
});

test('a server that starts on it sends no mail, reminds nobody and removes nobody', async () => {
  const before = await db.$count(mails);
  expect(await db.$count(mails, eq(mails.state, 'queued'))).toBe(0);
  expect(await remindUnpaid(deps)).toBe(0);
  await cleanUpAccounts(deps);
  await endNotices(deps);
  await eraseClosed(deps);
  await purgeExpiredRecords(deps);
  expect(await db.$count(mails)).toBe(before);
  expect(await db.$count(profiles)).toBe(SIZE.members + SIZE.companies + SIZE.waiting + 1);
});

test('devices count in the network of those above their buyers, and the newest still wait', async () => {
  const roots = await db.select({ id: profiles.id }).from(profiles).where(sql`in_tree and parent_id is null`);
  const { who } = await signedIn(config.superAdmin.email);
  const cards = await Promise.all(roots.map(({ id }) => call(app, who).network.admin.member({ id })));
  const sum = (which: 'counted' | 'waiting') => cards.reduce((all, { devices }) => all + devices[which], 0);
  expect(sum('counted')).toBeGreaterThan(sum('waiting'));
  expect(sum('waiting')).toBeGreaterThan(0);
});

test('every list of the back office answers, and every kind of mail can be looked at', async () => {
  const admin = await signedIn(config.superAdmin.email);
  const lists = LISTS.map((path) => app.app.request(`/api/admin/${path}`, admin.request));
  expect((await Promise.all(lists)).map(({ status }) => status)).toEqual(lists.map(() => 200));
  const kinds = await db.selectDistinctOn([mails.template], { id: mails.id, template: mails.template }).from(mails);
  expect(kinds.length).toBeGreaterThan(12);
  for (const { id, template } of kinds) {
    const preview = await call(app, admin.who).admin.mails.preview({ id });
    if (preview.containsCredential) expect(preview.text).toBeNull();
    else expect(preview.text, template).toMatch(/\w/);
    // A long word in a link is a key: whoever has it comes in.
    for (const [link] of preview.html?.matchAll(/href="[^"]+"/g) ?? []) expect(link, template).not.toMatch(/[\w-]{40}/);
  }
});

const LISTS = [
  'overview',
  'overview/sales?by=month',
  'overview/sales?by=day',
  'people',
  'registration-requests',
  'orders',
  'packages',
  'payments/problems',
  'vouchers',
  'event/reservations',
  'event/totals',
  'bank/statements',
  'bank/owed',
  'event/door',
  'event/door/guests',
  'network/tree',
  'network/people?who=outsiders',
  'audit',
  'mails',
];

test('the payment sandbox knows every payment of the year, and has nothing to do yet', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'vidik-sandbox-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  writeSandbox(directory, config.publicUrl, year);
  const messages: string[] = [];
  const sandbox = await openSandbox({
    directory,
    publicUrl: config.publicUrl,
    webhookUrl: `${config.publicUrl}/webhooks/stripe`,
    log: deps.log,
    realNow: () => app.clock.now.getTime(),
    send: async (request) => {
      messages.push(await request.text());
      return new Response();
    },
  });
  const { client } = sandboxConnection(sandbox);
  try {
    await sandbox.control.advance(0);
    expect(messages).toEqual([]);
    for (const row of await db.select().from(subscriptions)) {
      const there = await client.subscriptions.retrieve(row.id);
      const { status, cancel_at_period_end, items } = there;
      expect([status, cancel_at_period_end, items.data[0]!.current_period_end]).toEqual([
        row.status,
        row.cancelAtPeriodEnd,
        row.currentPeriodEnd!.getTime() / 1000,
      ]);
    }
    for (const { checkoutSessionId, status, amount } of await db.select().from(orders)) {
      const there = await client.checkout.sessions.retrieve(checkoutSessionId!);
      expect([there.status, there.amount_total]).toEqual([
        { paid: 'complete', pending: 'open', cancelled: 'expired' }[status],
        amount,
      ]);
    }
    for (const { id, amount } of await db.select().from(refunds))
      expect((await client.refunds.retrieve(id)).amount).toBe(amount);
  } finally {
    await sandbox.stop();
  }
});

/** Signs in with the demo's password, as its reader will. */
async function signedIn(email: string) {
  const answer = await app.app.request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  expect(answer.status).toBe(200);
  const { access_token: token, user } = (await answer.json()) as { access_token: string; user: { id: string } };
  const who: TestPerson = { id: user.id, email, token, sessionId: '' };
  return { who, request: { headers: { authorization: `Bearer ${token}` } } };
}
