import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/day.ts';
import { acceptances } from '../../accounts/schema.ts';
import { linkRequests, mfaFactors, oneTimeTokens, sessions, users } from '../../auth/schema.ts';
import { reservations, tickets } from '../../events/schema.ts';
import { orders } from '../../orders/schema.ts';
import { paymentEvents } from '../../payments/schema.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import { mails } from '../../platform/mail.schema.ts';
import { testApp } from '../../test/app.ts';
import { browser, codeOf, linkTo, newEmail, PASSWORD, registered, requestAuth } from '../../test/browser.ts';
import { sendMails } from '../../test/mails.ts';
import { call, codeOfCall, person } from '../../test/people.ts';
import { newReservation } from '../../test/reservations.ts';
import { eraseClosed } from '../retention/retention.ts';

/**
 * Somebody reserves without an account; then an account is registered with that address. Whether the account has proven
 * the mailbox decides whether it is theirs.
 */
const app = await testApp();
const chief = await person(app, 'superAdmin');
const start = app.clock.now;
const TRACE = 'Dragojla';

/** A row that somebody other than the account caused with its address, by table and key. */
type RowKey = { table: string; id: string | number };
type InsertRow = (email: string) => Promise<RowKey>;

/**
 * Every column that may hold an e-mail address. Either how such a row comes about without the account, or why the address
 * decides nothing there.
 */
const COLUMNS: Record<string, InsertRow | string> = {
  'public.porudzbine.email': async (email) => {
    const [row] = await app.db.select({ id: reservations.id }).from(reservations).where(eq(reservations.email, email));
    return { table: 'porudzbine', id: row!.id };
  },
  'public.mails.to': async (email) => {
    const [row] = await app.db.select({ id: mails.id }).from(mails).where(eq(mails.to, email));
    return { table: 'mails', id: row!.id };
  },
  'public.mails.props': async (email) => {
    const props = { reason: `${TRACE} <${email}>`, email };
    const mail = { to: 'drugi@primer.rs', profileId: null, template: 'accounts.rejected' as const, props };
    await app.db.transaction((tx) => queueMail(tx, app.deps.queue, mail));
    const [row] = await app.db.select({ id: mails.id }).from(mails).where(sql`${mails.props} ->> 'email' = ${email}`);
    return { table: 'mails', id: row!.id };
  },
  'auth.link_requests.email': async (email) => {
    await requestAuth(app, 'POST', '/recover', { body: { email } });
    const [row] = await app.db.select({ id: linkRequests.id }).from(linkRequests).where(eq(linkRequests.email, email));
    return { table: 'auth.link_requests', id: row!.id };
  },
  'public.acceptances.email': async (email) => {
    const values = { email, document: 'terms-conditions', version: `${TRACE} 1`, occasion: 'registration' };
    const [row] = await app.db.insert(acceptances).values(values).returning({ id: acceptances.id });
    return { table: 'acceptances', id: row!.id };
  },
  'public.stripe_events.payload': async (email) => {
    const object = { id: 'cs_1', customer_email: email, customer_details: { email, name: TRACE } };
    const id = `evt_${randomUUID()}`;
    const problem = 'UNKNOWN_ORDER' as const;
    const type = 'checkout.session.completed';
    await app.db.insert(paymentEvents).values({ id, type, problem, payload: { data: { object } } });
    return { table: 'stripe_events', id };
  },
  'auth.account_changes.about': 'belongs to the account that was changed',
  'auth.account_changes.removed': 'a sealed authenticator of the account',
  'auth.users.email': 'the account itself',
  'auth.users.new_email': 'the account itself',
  'auth.users.user_metadata': 'the account itself',
  'auth.one_time_tokens.relates_to': 'belongs to its user, gone within a day',
  'auth.sessions.amr': 'how a session of the account began',
  'auth.keys.material': 'not about people',
  'public.profiles.email': 'the account itself',
  'public.profile_words.words': 'the account itself, folded',
  'public.profile_words.email': 'the account itself, folded',
  'public.orders.email': 'orders belong to the account that placed them',
  'public.event_details.directions': 'the organiser’s own words for guests',
  'public.event_details.timetable': 'the organiser’s own words for guests',
  'public.order_events.facts': 'amounts and days',
  'public.orders.delivery': 'orders belong to the account that placed them',
  'public.mails.attached': 'names of files in our store',
  'public.documents.data': 'documents belong to the account that bought; the law keeps their buyer after it',
  'public.packages.email': 'packages belong to the account that bought them',
  'public.audit_log.actor_email': 'entries belong to the account that acted',
  'public.claims.payable_to': 'a word: the company',
  'public.audit_log.before': 'entries belong to their subject',
  'public.audit_log.after': 'entries belong to their subject',
  'public.restores.mails': 'a word: send or drop',
  'public.restores.documents': 'numbers of documents, said by the operator',
  'public.restores.report': 'counts, said to the operator',
  'public.servers.figures': "nobody's: memory, times and counts of a process",
  'public.statement_mappings.mapping': 'columns of a bank statement',
  'public.bank_holds.asked_by_email': 'entries belong to the member of staff who asked',
  'public.campaign_films.refusal': 'why a film was refused, as measured, and which spot it was to replace; no address',
};
const planted = Object.entries(COLUMNS).flatMap(([column, how]) =>
  typeof how === 'string' ? [] : [{ column, plant: how }],
);

/** A guest with a paid reservation, and everything else that stands under an address without an account. */
async function guest(email = newEmail()) {
  const place = newReservation({ personalInfo: { email, firstName: TRACE } });
  await call(app).events.reserve(place);
  const [reservation] = await app.db.select().from(reservations).where(eq(reservations.email, email));
  await call(app, chief).events.admin.confirm({ id: reservation!.id });
  const held = [];
  for (const { column, plant } of planted) held.push({ column, ...(await plant(email)) });
  await sendMails(app);
  return { email, held };
}

async function rowOf({ table, id }: RowKey): Promise<string | undefined> {
  const found = sql`select t::text as row from ${sql.raw(table)} t where t.id::text = ${String(id)}`;
  return (await app.db.execute<{ row: string }>(found)).rows[0]?.row;
}

/** Registers, is approved, and signs in for the API's typed client. */
async function member(email: string, { proven }: { proven: boolean }) {
  const account = await registered(app, { email });
  await call(app, chief).accounts.admin.approve({ ids: [account.id] });
  if (proven) await app.db.update(users).set({ mailboxProvenAt: app.deps.now() }).where(eq(users.id, account.id));
  const { data } = await account.auth.getSession();
  return { ...account, token: data.session!.access_token, sessionId: '' };
}
type Member = Awaited<ReturnType<typeof member>>;

/** With a proof, however it came about: which rows are handed over is decided by the mailbox alone. */
const ownData = async (who: Member) => {
  await app.db.update(sessions).set({ provenAt: app.clock.now }).where(eq(sessions.userId, who.id));
  const file = (await call(app, who).accounts.own.data({ format: 'json' })) as File;
  return file.text();
};
async function closeAndErase(who: Member) {
  await call(app, who).accounts.own.close({ password: PASSWORD });
  app.clock.now = new Date(app.clock.now.getTime() + 14.5 * DAY_MS);
  await eraseClosed(app.deps);
  app.clock.now = start;
  expect(await app.db.$count(users, eq(users.id, who.id)), 'the account is gone').toBe(0);
}

test('every column that may hold an address is in the table', async () => {
  const { rows: columns } = await app.db.execute<{ name: string }>(
    sql`select table_schema || '.' || table_name || '.' || column_name as name
        from information_schema.columns join information_schema.tables using (table_schema, table_name)
        where table_schema in ('public', 'auth') and table_type = 'BASE TABLE'
          and (data_type = 'jsonb' or data_type in ('text', 'character varying')
            and column_name ~* '(mail|^to$|_to$|recipient|relates|words)')`,
  );
  expect(columns.map(({ name }) => name).sort()).toEqual(Object.keys(COLUMNS).sort());
});

test('a stranger who registers with a guest’s address reads nothing of the guest', async () => {
  const { email } = await guest();
  const stranger = await member(email, { proven: false });
  await sendMails(app);
  const text = await ownData(stranger);
  expect(text).not.toContain(TRACE);
  expect(text).not.toContain('/event/karta/');
  const data = JSON.parse(text);
  expect(data).toMatchObject({ mailboxProven: false, reservations: [], tickets: [], linkRequests: [] });
  expect(data.mails.map(({ subject }: { subject: string }) => subject).sort()).toEqual([
    'Primili smo Vaš zahtev za registraciju',
    'Vaš nalog je odobren',
  ]);
  expect(await call(app, stranger).events.mine()).toEqual({ proven: false, rows: [] });
});

test('closing such an account erases nothing of the guest: not the paid place, not the mails, not the mails of others', async () => {
  const { email, held } = await guest();
  const before = await Promise.all(held.map(rowOf));
  const stranger = await member(email, { proven: false });
  await call(app, stranger).accounts.own.acceptances();
  expect(await call(app, chief).accounts.admin.people.erasure({ id: stranger.id })).toMatchObject({
    paidReservations: 0,
    unpaidReservations: 0,
    unprovenReservations: 1,
  });
  await closeAndErase(stranger);
  for (const [n, row] of held.entries()) expect(await rowOf(row), row.column).toBe(before[n]);
  expect(await app.db.$count(mails, eq(mails.profileId, stranger.id)), 'its own mails went').toBe(0);
});

test('the owner’s first recovery link leaves a stranger who registered the address neither session nor password, and nothing of the guest', async () => {
  const { email } = await guest();
  const stranger = await member(email, { proven: false });
  await stranger.auth.reauthenticate();
  // As it could be done before a proof was asked for.
  const factor = { userId: stranger.id, status: 'verified', secret: Buffer.alloc(48), friendlyName: '' } as const;
  await app.db.insert(mfaFactors).values(factor);

  const owner = browser(app);
  await owner.auth.resetPasswordForEmail(email);
  const { token_hash } = await linkTo(app, email);
  expect(await codeOf(owner.auth.verifyOtp({ token_hash, type: 'recovery' }))).toBe('ok');
  const { data } = await owner.auth.getSession();
  const mine = { ...stranger, token: data.session!.access_token };
  expect(await call(app, mine).events.mine()).toMatchObject({ proven: true, rows: [{}] });

  // The owner leaves without a new password.
  expect(await codeOfCall(call(app, stranger).events.mine())).toBe('UNAUTHORIZED');
  expect(await codeOf(stranger.auth.refreshSession())).not.toBe('ok');
  expect(await codeOf(browser(app).auth.signInWithPassword({ email, password: PASSWORD }))).toBe('invalid_credentials');
  expect(await app.db.$count(mfaFactors, eq(mfaFactors.userId, stranger.id))).toBe(0);
  expect(await app.db.$count(oneTimeTokens, eq(oneTimeTokens.userId, stranger.id))).toBe(0);
  const { rows } = await call(app, mine).events.mine();
  expect(rows, 'the owner’s place is as it was').toHaveLength(1);

  expect(await codeOf(owner.auth.updateUser({ password: 'lozinka vlasnika 22' }))).toBe('ok');
  const again = browser(app).auth.signInWithPassword({ email, password: 'lozinka vlasnika 22' });
  expect(await codeOf(again)).toBe('ok');
});

test('a recovery link leaves the other devices of whoever has proven the mailbox signed in, and the password as it is', async () => {
  const owner = await member(newEmail(), { proven: true });
  await owner.auth.resetPasswordForEmail(owner.email);
  const { token_hash } = await linkTo(app, owner.email);
  expect(await codeOf(browser(app).auth.verifyOtp({ token_hash, type: 'recovery' }))).toBe('ok');
  expect(await codeOf(owner.auth.refreshSession())).toBe('ok');
  expect(await codeOf(browser(app).auth.signInWithPassword(owner))).toBe('ok');
});

test('whoever has proven the mailbox sees all of it, and takes it along when they leave', async () => {
  const { email, held } = await guest();
  const owner = await member(email, { proven: true });
  const data = JSON.parse(await ownData(owner));
  expect(data).toMatchObject({ mailboxProven: true, reservations: [{ firstName: TRACE }], linkRequests: [{}] });
  expect(data.acceptances.map(({ version }: { version: string }) => version)).toContain(`${TRACE} 1`);
  const subjects = data.mails.map(({ subject }: { subject: string }) => subject);
  expect(subjects).toHaveLength(await app.db.$count(mails, eq(mails.to, email)));
  await closeAndErase(owner);
  for (const row of held) expect((await rowOf(row)) ?? '', row.column).not.toContain(email);
  expect(await app.db.$count(mails, eq(mails.to, email))).toBe(0);
  expect(await app.db.$count(tickets), 'tickets stay valid').toBeGreaterThan(0);
});

test('what another account caused stays that account’s, whoever has the address later', async () => {
  const former = await member(newEmail(), { proven: true });
  const email = former.email;
  await app.db.insert(orders).values({ profileId: former.id, email, kind: 'device', productName: TRACE, amount: 1 });
  const moved = newEmail();
  await app.db.update(users).set({ email: moved }).where(eq(users.id, former.id));
  await app.db.execute(sql`update profiles set email = ${moved} where id = ${former.id}`);
  const later = await member(email, { proven: true });
  const text = await ownData(later);
  expect(text).not.toContain(TRACE);
  expect(text).not.toContain(former.id);
  expect(JSON.parse(text).mails).toHaveLength(await app.db.$count(mails, eq(mails.profileId, later.id)));
  await closeAndErase(later);
  expect(await app.db.$count(orders, eq(orders.profileId, former.id))).toBe(1);
  expect(await app.db.$count(mails, eq(mails.profileId, former.id)), 'rows of the former owner stay').toBeGreaterThan(
    0,
  );
});
