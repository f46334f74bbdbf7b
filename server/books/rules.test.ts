import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test, vi } from 'vitest';
import { ACCOUNTS, debitCreditLines } from '#domain/books/accounts.ts';
import { packages } from '../advertising/schema.ts';
import { findContradictions } from '../backup/proofs.ts';
import { reservations } from '../events/schema.ts';
import { orders } from '../orders/schema.ts';
import { orderPayments, refunds } from '../payments/schema.ts';
import { servers } from '../platform/servers.schema.ts';
import { testApp } from '../test/app.ts';
import { entriesOf, faultsOf } from '../test/books.ts';
import { call } from '../test/people.ts';
import { newReservation } from '../test/reservations.ts';
import { catchUpBooks, enterMissing } from './catch-up.ts';
import { type Posting, post } from './post.ts';
import { proveBooks } from './prove.ts';
import { bookCatchUps, bookEntries, bookLines } from './schema.ts';

const app = await testApp();
const { db } = app;
const moment = new Date('2027-05-01T10:00:00Z');

/** Everything that keeps the rules is past by; the tables are as on the first day. */
const past = (write: (tx: Parameters<Parameters<typeof db.transaction>[0]>[0]) => Promise<unknown>) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await write(tx);
  });
beforeEach(() =>
  past((tx) => tx.execute(sql`truncate book_entries, book_lines, orders, packages, porudzbine, refunds cascade`)),
);

const payment = (lines: Posting['lines'] = debitCreditLines('card_provider', 'sales', 100)): Posting => ({
  kind: 'payment',
  reference: randomUUID(),
  entity: 'company',
  currency: 'EUR',
  concerns: randomUUID(),
  profileId: null,
  lines,
});
const enter = (...postings: Parameters<typeof post>[2]) => db.transaction((tx) => post(tx, moment, postings));

test('what comes to anything but zero is refused before the database is asked', async () => {
  await expect(enter(payment({ card_provider: 100, sales: -99 }))).rejects.toThrow('come to 1, not to zero');
  expect(await db.$count(bookEntries)).toBe(0);
});

test('the same posting again enters nothing, another one enters the difference, and one that is gone the opposite', async () => {
  const sale = payment({ bank: 90, fees: 10, customer: -100 });
  await enter(sale);
  await enter(sale);
  await enter({ ...sale, lines: { courier: 90, fees: 10, customer: -100 } });
  await enter({ kind: 'payment', reference: sale.reference, gone: true });
  await enter({ kind: 'payment', reference: sale.reference, gone: true });
  await enter({ kind: 'payment', reference: 'never heard of', gone: true });
  expect(await entriesOf(db, sale.concerns!)).toEqual([
    ['payment', { bank: 90, fees: 10, customer: -100 }],
    ['payment', { courier: 90, bank: -90 }],
    ['payment', { courier: -90, fees: -10, customer: 100 }],
  ]);
  const rows = await db.select().from(bookEntries).orderBy(bookEntries.id);
  expect(rows.map(({ step, entity, currency, concerns }) => [step, entity, currency, concerns])).toEqual(
    [1, 2, 3].map((step) => [step, 'company', 'EUR', sale.concerns]),
  );
});

test('what comes to nothing is no entry, and every account can be posted to', async () => {
  const nothing = payment(debitCreditLines('bank', 'sales', 0));
  await enter(
    nothing,
    ...ACCOUNTS.filter((one) => one !== 'sales').map((one) => payment(debitCreditLines(one, 'sales', 7))),
  );
  expect(await entriesOf(db, nothing.concerns!)).toEqual([]);
  expect(await db.$count(bookEntries)).toBe(ACCOUNTS.length - 1);
});

test('of two who enter the same at the same moment, one does', async () => {
  const sale = payment();
  const both = await Promise.allSettled([enter(sale), enter(sale), enter(sale)]);
  expect(both.map(({ status }) => status)).toContain('fulfilled');
  expect(await entriesOf(db, sale.concerns!)).toHaveLength(1);
});

const ENTRY = `insert into book_entries (kind, reference, step, entity, currency, moment)
  values ('payment', 'x', 1, 'company', 'EUR', now())`;
test.each([
  [
    'an entry that does not balance',
    `with e as (${ENTRY} returning id) insert into book_lines select id, a, 5 from e, unnest(array['bank', 'sales']) a`,
    'come to 10',
  ],
  [
    'an entry with one line',
    `with e as (${ENTRY} returning id) insert into book_lines select id, 'bank', 5 from e`,
    'come to 5',
  ],
  ['an entry without lines', ENTRY, 'has no lines'],
  [
    'a line of nothing',
    `with e as (${ENTRY} returning id) insert into book_lines select id, 'bank', 0 from e`,
    'book_lines_amount',
  ],
  [
    'an account that is none',
    `with e as (${ENTRY} returning id) insert into book_lines select id, a, n from e, (values ('bank', 5), ('cash', -5)) l (a, n)`,
    'book_lines_account',
  ],
  ['somebody who keeps no books', ENTRY.replace('company', 'somebody'), 'book_entries_entity'],
  [
    'lines that are added later',
    `insert into book_lines select id, a, n from book_entries, (values ('bank', 5), ('fees', -5)) l (a, n)`,
    'added to it later',
  ],
  ['a change', `update book_lines set amount = -amount`, 'append-only'],
  ['another moment', `update book_entries set moment = now()`, 'append-only'],
  ['a deletion', `delete from book_entries`, 'append-only'],
  ['lines that go', `delete from book_lines`, 'append-only'],
  ['starting anew', `truncate book_entries, book_lines`, 'append-only'],
])('the database refuses %s', async (_, statement, reason) => {
  await enter(payment());
  await expect(db.ask(statement)).rejects.toThrow(reason);
  expect(await db.$count(bookEntries)).toBe(1);
  expect(await db.$count(bookLines)).toBe(2);
});

async function proven() {
  const error = vi.fn();
  await proveBooks({ db, log: { error } });
  return error.mock.calls.map(([said]) => said);
}
const order = { email: 'a@primer.rs', kind: 'device', productName: 'Vidik', amount: 21_900 } as const;
const paid = { ...order, status: 'paid', paidAt: moment } as const;

test('what was written past the books is named every night by its key, twenty rows at most, and never corrected', async () => {
  const rows = await db
    .insert(orders)
    .values(Array.from({ length: 30 }, (_, n) => ({ ...paid, checkoutSessionId: `cs_${n}` })))
    .returning();
  expect(rows).toHaveLength(30);
  const said = await proven();
  expect(said).toMatchObject([{ kind: 'payment', total: 60 }]);
  expect(said[0].differences).toHaveLength(20);
  expect(said[0].differences.slice(0, 2)).toEqual([
    {
      kind: 'payment',
      reference: 'cs_0',
      entity: 'company',
      currency: 'EUR',
      account: 'card_provider',
      amount: '21900',
    },
    { kind: 'payment', reference: 'cs_0', entity: 'company', currency: 'EUR', account: 'sales', amount: '-21900' },
  ]);
  expect(await proven()).toEqual(said);
  expect(await findContradictions(db)).toContain('60 amounts in the books that differ from what they are of');
});

test('faults of every kind are found: facts that were changed by hand, entries of nothing, entries that do not balance', async () => {
  await db.insert(orders).values({ ...paid, checkoutSessionId: 'cs_1' });
  const sold = { email: '', packageName: 'starter', bannerCount: 1, tvSeconds: 1, currency: 'EUR' };
  await db.insert(packages).values({ ...sold, amount: 9_900, paymentKey: 'in_1' });
  await db.insert(refunds).values({ id: 're_1', paymentKey: 'in_1', amount: 900, currency: 'EUR', succeeded: true });
  const made = await call(app).events.reserve(newReservation());
  await past((tx) =>
    tx.update(reservations).set({ status: 'placeno', confirmed: true }).where(sql`broj = ${made.number}`),
  );
  await db.transaction((tx) => enterMissing(tx));
  expect(await faultsOf(db)).toEqual([]);

  const kinds = async (change: string, back: string) => {
    await past((tx) => tx.execute(sql.raw(change)));
    const found = (await faultsOf(db)).map((one) => ('kind' in one ? one.kind : `unbalanced by ${one.sum}`));
    await past((tx) => tx.execute(sql.raw(back)));
    expect(await faultsOf(db), back).toEqual([]);
    return found;
  };
  expect(await kinds('update packages set amount = 9901', 'update packages set amount = 9900')).toEqual(['payment']);
  expect(await kinds(`update packages set currency = 'RSD'`, `update packages set currency = 'EUR'`)).toEqual([
    'payment',
  ]);
  expect(await kinds('update refunds set stands = false', 'update refunds set stands = true')).toEqual(['refund']);
  expect(
    await kinds(`insert into disputes values ('dp_1', 'in_1', 5, 'EUR', 'open', 1, now())`, `delete from disputes`),
  ).toEqual(['dispute']);
  expect(await kinds('update porudzbine set iznos = iznos + 1', 'update porudzbine set iznos = iznos - 1')).toEqual([
    'reservation',
  ]);
  expect(
    await kinds(
      `insert into payment_parts (reservation_id, amount, currency, state, decided_by, decided_at)
       select id, 5, valuta, 'confirmed', 'x', now() from porudzbine`,
      'delete from payment_parts',
    ),
  ).toEqual(['part']);
  expect(
    await kinds(
      `insert into accepted_differences (reservation_id, missing, currency, reason, decided_by, decided_at)
       select id, 5, valuta, 'x', 'x', now() from porudzbine`,
      'delete from accepted_differences',
    ),
  ).toEqual(['difference']);
  expect(
    await kinds(
      `insert into book_lines select max(id), 'fees', 3 from book_entries`,
      `delete from book_lines where account = 'fees'`,
    ),
  ).toEqual([expect.any(String), 'unbalanced by 3']);
  expect(await kinds(ENTRY, `delete from book_entries where reference = 'x'`)).toEqual(['unbalanced by null']);
});

test('a payment that is not settled is no difference, a settled one of nothing sold is the customer’s', async () => {
  const [open] = await db.insert(orders).values(order).returning();
  await db.insert(refunds).values({ id: 're_2', paymentKey: 'cs_x', amount: 900, currency: 'EUR', succeeded: true });
  expect(await faultsOf(db)).toEqual([]);
  await db.insert(orderPayments).values({ key: 'cs_x', orderId: open!.id, source: 'webhook' });
  await db.transaction((tx) => enterMissing(tx));
  expect((await entriesOf(db, open!.id)).toSorted(([a], [b]) => a.localeCompare(b))).toEqual([
    ['payment', { card_provider: 21_900, customer: -21_900 }],
    ['refund', { card_provider: -900, customer: 900 }],
  ]);
});

test('what an earlier version wrote beside this one is entered once, as soon as none of it lives, and nothing after that', async () => {
  const warn = vi.fn();
  const catchUp = () => catchUpBooks({ db, log: { warn } });
  await db.update(bookCatchUps).set({ askedAt: new Date(Date.now() - 120_000) });
  await db.insert(orders).values({ ...paid, checkoutSessionId: 'cs_old' });
  await db
    .insert(servers)
    .values(['0066_before', '0067_books'].map((migration) => ({ id: randomUUID(), release: '1', migration })));
  await catchUp();
  expect(warn).not.toHaveBeenCalled();
  await db.delete(servers).where(sql`migration = '0066_before'`);
  await Promise.allSettled([catchUp(), catchUp()]);
  expect(warn.mock.calls).toEqual([[{ entered: 1 }, expect.any(String)]]);
  expect(await db.select().from(bookEntries)).toMatchObject([{ reference: 'cs_old', step: 1, moment }]);
  await db.insert(orders).values({ ...paid, checkoutSessionId: 'cs_late' });
  await catchUp();
  expect(await proven()).toMatchObject([{ total: 2 }]);
});
